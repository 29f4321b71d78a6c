import { describe, expect, it } from "vitest";
import type { Body, BoardGrid, Outline, Unit } from "../protocol.gen";
import { boundsWords, reachWords } from "./reach-words";
import { boardOf } from "./terrain";
import { terrainWords } from "./terrain-words";
import { groupsInWords, ownName, spreadOf } from "./units";

const SQUARES: BoardGrid = { x: 0, y: 0, columns: 12, rows: 12, cell: 1000, shape: "square" };
const square = (west: number, south: number, east: number, north: number): [number, number][] => [[west, south], [east, south], [east, north], [west, north]];

describe("terrain is read out", () => {
  const board = boardOf({
    width: 36000,
    depth: 36000,
    platforms: [{ polygon: square(0, 0, 6000, 4000), z: 3000, thickness: 200, rails: [] }],
    walls: [{ points: [[8000, 2000], [8000, 6000], [10000, 6000]], z: 0, height: 3000 }],
    obstacles: [{ polygon: square(12000, 5000, 14000, 5500), z: 3000, height: 1000 }],
    links: [{ kind: 1, foot: [6500, 2000, 0], top: [5500, 2000, 3000], width: 1000 }],
    doors: [{ id: "gate", line: [8000, 6000, 8000, 8000], z: 0, height: 3000, state: "closed", terminals: [] }],
    lifts: [{ id: "hoist", polygon: square(20000, 20000, 22000, 22000), levels: [0, 3000] }],
    ductways: [{ id: "duct", ends: [[1000, 10000, 0], [3000, 10000, 0]], firing_port: false }],
  });

  it("piece by piece: what it is and where", () => {
    expect(terrainWords(board, null, {}, new Set())).toEqual([
      'floor 3" up; 0" to 6" east, 0" to 4" north',
      'wall 3" high; from 8" east, 2" north to 8" east, 6" north to 10" east, 6" north',
      'door, closed; from 8" east, 6" north to 8" east, 8" north',
      'ladder; its foot at 6.5" east, 2" north, its top at 5.5" east, 2" north, 3" up',
      'low obstacle 1" high; 12" to 14" east, 5" to 5.5" north, 3" up',
      'lift; 20" to 22" east, 20" to 22" north, stops at 0" and 3"',
      'ductway; from 1" east, 10" north to 3" east, 10" north',
    ]);
  });

  it("with a door as it stands now", () => {
    expect(terrainWords(board, null, { gate: "open" }, new Set())).toContain('door, open; from 8" east, 6" north to 8" east, 8" north');
  });

  it("but for what the game names among its things", () => {
    const said = terrainWords(board, null, {}, new Set(["door", "lift", "ductway"]));
    expect(said.filter((each) => /^(door|lift|ductway)/.test(each))).toEqual([]);
  });

  it("on a grid by the squares that it parts", () => {
    const walls = [{ points: [[2000, 4000], [7000, 4000]], z: 0, height: 3000 }, { points: [[5000, 0], [5000, 2000]], z: 0, height: 3000 }];
    expect(terrainWords(boardOf({ walls }), SQUARES, {}, new Set())).toEqual([
      'wall 3" high; between rows 4 and 5, columns 3 to 7',
      'wall 3" high; between columns 5 and 6, rows 1 to 2',
    ]);
  });
});

describe("what can be reached is read out", () => {
  const region: Outline = { circles: [], rings: [[0, square(8000, 8000, 14000, 11000)], [3000, square(12000, 8000, 14000, 9000)]] };
  const goer = { from: [10000, 10000, 0] as [number, number, number], radius: 500, most: 5000 };

  it("how far each way, onto which floors, and as near as what", () => {
    const goals = [
      { name: "the casket", at: { x: 13000, y: 9500, radius: 0 } },
      { name: "Asp", at: { x: 16000, y: 10000, radius: 500 } },
      { name: "Bat", at: { x: 30000, y: 10000, radius: 500 } },
    ];
    expect(reachWords(region, goer, null, goals)).toBe(
      'Can go about 4" east, 1.5" north-east, 1" north, 1.5" north-west, 2" west, 3" south-west, 2" south, 3" south-east. ' +
        'Floors that it can reach: 3". Comes near: as far as the casket, to within 1" of Asp.',
    );
  });

  it("no farther than it may go, and shortly where that is the same every way", () => {
    const round: Outline = { circles: [[10000, 10000, 0, 4200]], rings: [] };
    expect(reachWords(round, { ...goer, most: 4000 }, null, [])).toBe('Can go about 4" every way.');
  });

  it("on a grid in squares, also aslant", () => {
    const around: Outline = { circles: [], rings: [[0, square(0, 0, 5000, 5000)]] };
    expect(reachWords(around, { from: [2500, 2500, 0], radius: 400, most: -1 }, SQUARES, [])).toBe("Can go about 2 squares every way.");
  });

  it("or that there is no way", () => {
    expect(reachWords({ circles: [], rings: [] }, goer, null, [])).toBe("Cannot go anywhere.");
  });

  it("and where something may be put", () => {
    expect(boundsWords({ circles: [[6000, 6000, 0, 3000]], rings: [[0, square(0, 0, 36000, 7000)]] }, null)).toBe(
      'Can be put within: 0" to 36" east, 0" to 7" north; 3" of 6" east, 6" north.',
    );
  });

  it("fast enough for a hundred models", () => {
    const ring = Array.from({ length: 600 }, (_, n): [number, number] => [10000 + 9000 * Math.cos(n / 95.5), 10000 + 9000 * Math.sin(n / 95.5)]);
    const goals = Array.from({ length: 100 }, (_, n) => ({ name: `${n}`, at: { x: 300 * n, y: 200 * n, radius: 500 } }));
    const since = performance.now();
    for (let n = 0; n < 10; n++) reachWords({ circles: [], rings: [[0, ring]] }, goer, null, goals);
    expect((performance.now() - since) / 10).toBeLessThan(100);
  });
});

describe("what lines join is read out", () => {
  const body = (id: number, x: number, unit = -1) => ({ id, name: `Model ${id}`, unit, at: { x, y: 0, radius: 500 } }) as Body;

  it("of groups: what they are, and with whom", () => {
    const bodies = new Map([body(1, 0), body(2, 0), body(3, 0)].map((each) => [each.id, each]));
    const groups = [{ title: "the band", members: [1, 2], linked: true }, { title: "in this order", members: [2, 3], linked: false }];
    const said = groupsInWords(groups, bodies, (title, others) => `${title}, with ${others.join(", ")}`);
    expect([...said]).toEqual([[1, ["the band, with Model 2"]], [2, ["the band, with Model 1"]]]);
  });

  it("without the name of the unit beside which a model stands", () => {
    const unit = { name: "Harbour street company" } as Unit;
    const called = (name: string, of?: Unit) => ownName({ ...body(1, 0), name }, of);
    expect(called("Sergeant of militia of Harbour street company", unit)).toBe("Sergeant of militia");
    expect([called("Odrun", unit), called("Keeper of Harbour street company")]).toEqual(["Odrun", "Keeper of Harbour street company"]);
  });

  it("of units: by the leader, where they stand and how wide the widest gap is", () => {
    const unit = { id: 9, leader: 2, members: [1, 2, 3] } as Unit;
    const said = spreadOf([unit], [body(1, 0, 9), body(2, 2000, 9), body(3, 5500, 9)], (places, gap) => `${places.length} ${gap}`);
    expect([...said]).toEqual([[2, "3 2500"]]);
  });
});
