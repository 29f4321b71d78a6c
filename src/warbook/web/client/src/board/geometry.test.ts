import { describe, expect, it } from "vitest";
import {
  contains,
  corners,
  degrees,
  facingTo,
  gap,
  holds,
  hull,
  nearestWind,
  neighbour,
  regionPath,
  rimTowards,
  ring,
  rounded,
  ROUND,
  shadow,
  spanning,
  sweep,
  turnBetween,
  onto,
  turned,
  unionPath,
  type XY,
} from "./geometry";
import { floorAt, floorsAt } from "./terrain";
import { t } from "../lib/texts";
import { boardOf, levelsOf } from "./terrain";

const SQUARE: XY[] = [
  [0, 0],
  [4000, 0],
  [4000, 4000],
  [0, 4000],
];

/** Which way a path of corners runs on the board: 1 counter-clockwise. */
function turns(path: string): number {
  const numbers = path.match(/-?\d+/g)!.map(Number);
  const points = numbers.flatMap((x, place) => (place % 2 ? [] : [[x, -numbers[place + 1]!]]));
  return Math.sign(points.reduce((sum, [x, y], place) => {
    const [nx, ny] = points[(place + 1) % points.length]!;
    return sum + x! * ny! - nx! * y!;
  }, 0));
}

const HOUSE = boardOf({
  width: 24000,
  depth: 24000,
  platforms: [{ polygon: SQUARE, z: 3000, thickness: 0, rails: [] }],
  blocks: [
    { polygon: SQUARE.map(([x, y]) => [x + 10000, y]), z: 0, height: 2000, top: true },
    { polygon: SQUARE.map(([x, y]) => [x, y + 10000]), z: 0, height: 5000, top: false },
  ],
  lifts: [{ id: "hoist", polygon: SQUARE.map(([x, y]) => [x + 10000, y + 10000]), levels: [0, 6000] }],
});

describe("the page", () => {
  it("turns the board over: what is up in the data is up on the page", () => {
    expect(corners([[1000, 2000]])).toBe("1000,-2000");
    expect(ring(SQUARE)).toBe("M0 0L4000 0L4000 -4000L0 -4000Z");
  });

  it("draws circles and rings as one path, all the same way round", () => {
    const outline = { circles: [[0, 0, 0, 500]], rings: [[3000, [...SQUARE].reverse()] as const] };
    expect(unionPath(outline)).toBe(`M-500 0a500 500 0 1 0 1000 0a500 500 0 1 0 -1000 0Z${ring(SQUARE)}`);
    expect(unionPath({})).toBe("");
  });

  it("make one path of a region on several floors, up to the one that is looked at", () => {
    const low: XY[] = [[1000, 1000], [2000, 1000], [2000, 2000], [1000, 2000]];
    const region = { rings: [[0, SQUARE], [0, low], [3000, low]] as [number, XY[]][] };
    expect(regionPath(region, Infinity).match(/M/g)).toHaveLength(3);
    expect(regionPath(region, 0).match(/M/g)).toHaveLength(2);
    // What runs around the hole of the ground runs the other way than the floor above it.
    expect(regionPath(region, Infinity).split("Z").slice(0, 3).map(turns)).toEqual([1, -1, 1]);
    const other = { rings: region.rings.map(([z, points]) => [z, [...points].reverse()] as [number, XY[]]) };
    expect(regionPath(other, Infinity).split("Z").slice(0, 3).map(turns)).toEqual([1, -1, 1]);
  });

  it("rounds a corner by no more than half of a side", () => {
    expect(rounded(SQUARE, 9000).startsWith("M0 -2000Q0 0 2000 0")).toBe(true);
    expect(rounded(SQUARE, 500).startsWith("M0 -500Q0 0 500 0")).toBe(true);
  });
});

describe("floors", () => {
  it("are the ground, platforms, roofs that can be stood on, and landings", () => {
    expect(levelsOf(HOUSE)).toEqual([0, 2000, 3000]);
    expect(floorsAt(HOUSE, 1000, 1000)).toEqual([0, 3000]);
    expect(floorsAt(HOUSE, 11000, 1000)).toEqual([0, 2000]);
    expect(floorsAt(HOUSE, 1000, 11000)).toEqual([0]);
    expect(floorsAt(HOUSE, 11000, 11000)).toEqual([0, 6000]);
  });

  it("are looked for no higher than the level that is shown", () => {
    expect(floorAt(HOUSE, 1000, 1000)).toBe(3000);
    expect(floorAt(HOUSE, 1000, 1000, 2500)).toBe(0);
  });

  it("hold a point if the region has it at that height, and not in a hole", () => {
    const hole: XY[] = [
      [1000, 1000],
      [2000, 1000],
      [2000, 2000],
      [1000, 2000],
    ];
    const region = { rings: [[0, SQUARE] as const, [0, hole] as const] };
    expect(holds(region, 3000, 3000, 0)).toBe(true);
    expect(holds(region, 1500, 1500, 0)).toBe(false);
    expect(holds(region, 3000, 3000, 3000)).toBe(false);
  });
});

describe("shapes", () => {
  it("contain what is inside of them, whichever way they run", () => {
    expect(contains(SQUARE, 1, 1)).toBe(true);
    expect(contains([...SQUARE].reverse(), 1, 1)).toBe(true);
    expect(contains(SQUARE, 4001, 1)).toBe(false);
  });

  it("have the least convex ring around them", () => {
    expect(hull([...SQUARE, [1000, 1000], [2000, 0]])).toEqual([
      [0, 0],
      [4000, 0],
      [4000, 4000],
      [0, 4000],
    ]);
    expect(shadow(SQUARE, 100)).toHaveLength(6);
  });

  it("are measured from rim to rim", () => {
    const [a, b] = [
      { x: 0, y: 0, z: 0, radius: 500 },
      { x: 3000, y: 4000, z: 0, radius: 1000 },
    ];
    expect(gap(a, b)).toBe(3500);
    expect(gap(a, { ...a, x: 200 })).toBe(0);
    expect(rimTowards(a, 3000, 4000)).toEqual([300, 400]);
    expect(rimTowards(a, 0, 0)).toEqual([0, 0]);
  });

  it("are joined by the shortest lines", () => {
    const discs = [
      { x: 0, y: 0 },
      { x: 5000, y: 0 },
      { x: 1000, y: 0 },
    ];
    expect(spanning(discs)).toEqual([
      [0, 2],
      [2, 1],
    ]);
    expect(spanning([])).toEqual([]);
  });
});

describe("directions", () => {
  it("are the referee's sixteen, each its own nearest", () => {
    ROUND.forEach(([x, y], place) => expect(nearestWind(x * 700, y * 700)).toBe(place));
    expect(t.list.winds[nearestWind(0, 1)]).toBe("north");
    expect(t.list.winds[nearestWind(-1, -2)]).toBe("south-south-west");
  });

  it("turn by sixteenths, all the way round", () => {
    expect(turned(1, 0, 4)).toEqual([0, 1]);
    expect(turned(1, 0, -1)).toEqual([2, -1]);
    expect(turned(0, 1, 16)).toEqual([0, 1]);
  });

  it("lead from point to point in whole numbers, and nowhere from a point to itself", () => {
    expect(facingTo([0, 0], [1.6, -2.2])).toEqual([2, -2]);
    expect(facingTo([5, 5], [5, 5])).toBeNull();
    expect(degrees(0, 1)).toBe(-90);
  });

  it("find the nearest neighbour on a side", () => {
    const here = { x: 0, y: 0 };
    const [east, far, north] = [
      { x: 2000, y: 100 },
      { x: 9000, y: 0 },
      { x: 100, y: 500 },
    ];
    expect(neighbour(here, [here, far, east, north], 1, 0)).toBe(east);
    expect(neighbour(here, [here, far, east, north], 0, 1)).toBe(north);
    expect(neighbour(here, [here, far, east, north], 0, -1)).toBeNull();
  });
});

describe("a part of a disc", () => {
  it("runs counter-clockwise from one direction to another", () => {
    expect(sweep([1, -1], [1, 1], 1000)).toEqual({
      d: "M0 0L707 707A1000 1000 0 0 0 707 -707Z",
      rim: "M707 707A1000 1000 0 0 0 707 -707",
      middle: [1000, 0],
    });
    expect(sweep([1, 1], [1, -1], 1000).d).toBe("M0 0L707 -707A1000 1000 0 1 0 707 707Z");
    expect(sweep([1, 1], [1, -1], 1000).middle).toEqual([-1000, 0]);
  });

  it("is all of it where both are the same", () => expect(sweep([2, 0], [2, 0], 500).d).toBe("M-500 0a500 500 0 1 0 1000 0a500 500 0 1 0 -1000 0Z"));
});

describe("a turn", () => {
  it("is counted to the left", () => {
    expect([turnBetween([0, 1], [-5, 0]), turnBetween([0, 1], [1, 0]), turnBetween([1, 0], [-1, 0])]).toEqual([90, -90, 180]);
  });
});

describe("what is laid on the board", () => {
  const board = { width: 10_000, depth: 6000 };

  it("stays where none of it is beyond the border", () => {
    for (let quarters = 0; quarters < 4; quarters++) expect(onto(board, quarters, [5000, 3000], [4000, 500], [0.5, 0.5])).toEqual([0, 0]);
  });

  it("is moved right and down, or left and up, by what is beyond it", () => {
    expect(onto(board, 0, [1000, 5900], [4000, 500], [0.5, 0.5])).toEqual([1000, 150]);
    expect(onto(board, 0, [9000, 100], [4000, 500], [0, 0.5])).toEqual([-3000, -150]);
    expect(onto(board, 0, [3000, 3000], [4000, 500], [1, 0.5])).toEqual([1000, 0]);
  });

  it("is held to what is the left of a page that is turned", () => {
    expect(onto(board, 1, [5000, 500], [4000, 500], [0.5, 0.5])).toEqual([1500, 0]);
    expect(onto(board, 2, [9500, 3000], [4000, 500], [0.5, 0.5])).toEqual([1500, 0]);
  });
});
