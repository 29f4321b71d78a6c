import { describe, expect, it } from "vitest";
import type { AnswerOption, Asked, Body, BoardGrid, Tableau } from "../protocol.gen";
import { choosable, markAt } from "./bodies";
import { corner, footprint, outside, room, written } from "./footprint";
import { cellOf, centre, gridPath } from "./grid";
import { nearestSpot, spotAt, spotBeyond, spotPath, spotsOf } from "./spots";
import { actorOf, actsNow, bodyOf, brief, optionsAbout, strength, unitsAbout, unitsOf, unitWords } from "./units";

const at = (x: number, y: number, more: Partial<Body["at"]> = {}): Body["at"] => ({ x, y, z: 0, fx: 1, fy: 0, radius: 500, height: 1000, posture: 3, ...more });
const HULL = { type: "hull", length: 4000, width: 2000, carries: false } as const;
const OVAL = { type: "oval", length: 4000, width: 2000 } as const;

describe("footprints", () => {
  it("are discs, hulls along the facing, and ovals", () => {
    expect(footprint(at(0, 0))).toContain("a500 500");
    expect(footprint(at(0, 0, { shape: HULL }))).toBe("M-2000 -1000H2000V1000H-2000Z");
    expect(footprint(at(0, 0, { shape: OVAL }), 100)).toBe("M-1000 -1100H1000A1100 1100 0 0 1 1000 1100H-1000A1100 1100 0 0 1 -1000 -1100Z");
    expect([room(at(0, 0)), room(at(0, 0, { shape: HULL }))]).toEqual([500, 1000]);
  });

  it("leave room for the bow of a short hull, and say where its corner is", () => {
    const short = at(0, 0, { shape: { ...HULL, length: 2000 } });
    expect([written(at(0, 0)), written(at(0, 0, { shape: HULL }))]).toEqual([[0, 0], [-0, 0]]);
    expect(written(short)[0]).toBeCloseTo(-202.5);
    expect(written({ ...short, fx: 0, fy: 2 })[1]).toBeCloseTo(202.5);
    expect(corner(at(0, 0), 0)).toEqual([-370, -370]);
    const near = (found: [number, number]) => found.map(Math.round);
    expect(near(corner(at(0, 0, { shape: HULL }), 0))).toEqual([-2000, -1000]);
    expect(near(corner(at(0, 0, { shape: HULL, fx: 0, fy: 1 }), 0))).toEqual([-1000, -2000]);
    expect(near(corner(at(0, 0, { shape: HULL }), 1))).toEqual([-1000, -2000]);
  });

  it("hold what lies within them, however they are turned", () => {
    const hull = at(0, 0, { shape: HULL, radius: 2237 });
    expect([outside(hull, 1900, 900), outside(hull, 2300, 0), outside(hull, 0, 1400)]).toEqual([0, 300, 400]);
    const turned = at(0, 0, { shape: HULL, fx: 0, fy: 3 });
    expect([outside(turned, 900, 1900), outside(turned, 0, 2300)]).toEqual([0, 300]);
    const oval = at(0, 0, { shape: OVAL });
    expect(outside(oval, 1000, 900)).toBe(0);
    expect(outside(oval, 1950, 950)).toBeGreaterThan(0); // a hull would hold it
    expect(markAt([{ id: 1, at: hull }], 1900, 900, 0)?.id).toBe(1);
    expect(markAt([{ id: 1, at: at(0, 0, { shape: HULL, fx: 0, fy: 1, radius: 2237 }) }], 1900, 900, 0)).toBeNull();
  });
});

const SQUARES: BoardGrid = { x: 0, y: 0, cell: 1500, columns: 4, rows: 3, shape: "square" };
const HEXES: BoardGrid = { x: 0, y: 0, cell: 1500, columns: 3, rows: 3, shape: "hex" };

describe("grids", () => {
  it("are drawn line by line, or cell by cell", () => {
    expect(gridPath(SQUARES).match(/M/g)).toHaveLength(5 + 4);
    expect(gridPath(HEXES).match(/M/g)).toHaveLength(9);
  });

  it.each([SQUARES, HEXES])("name the cell that a point lies in", (grid) => {
    for (let row = 0; row < grid.rows; row++)
      for (let column = 0; column < grid.columns; column++) expect(cellOf(grid, ...centre(grid, column, row))).toEqual([column + 1, row + 1]);
    expect(cellOf(grid, -900, -900)).toBeNull();
  });
});

const option = (answer: unknown, more: Partial<AnswerOption> = {}): AnswerOption => ({ answer, label: `${answer}`, who: -1, action: "", idle: false, cautions: [], spot: null, ...more });

describe("places that may be chosen", () => {
  const options = [0, 1, 2].map((n) => option(n, { spot: [750 + 1500 * n, 750, 0] }));
  const refused = [{ answer: 3, label: "3", reasons: ["A wall."], who: -1, action: "", spot: [5250, 750, 0] as [number, number, number] }];
  const asked = { kind: "choose", options: [...options, option("pass")], refused } as unknown as Asked;
  const spots = spotsOf(asked);

  it("are those of lists, with those that are not offered", () => {
    expect(spots.map((spot) => spot.option?.answer ?? spot.refusal?.answer)).toEqual([0, 1, 2, 3]);
    expect(spotsOf({ ...asked, kind: "order" } as Asked)).toEqual([]);
    expect(spotsOf(null)).toEqual([]);
  });

  it("are found by their cell, or near their mark", () => {
    expect(spotAt(spots, 1000, 1400, SQUARES, 0)?.option?.answer).toBe(0);
    expect(spotAt(spots, 1000, 1400, null, 0)).toBeNull();
    expect(spotAt(spots, 1000, 1000, null, 0)?.option?.answer).toBe(0);
    expect(nearestSpot(spots, 90_000, 0)?.refusal?.answer).toBe(3);
    expect(spotPath(spots[0]!, SQUARES)).toBe("M0 0L1500 0L1500 -1500L0 -1500Z");
  });

  it("are gone through by arrows", () => {
    const next = spotBeyond(spots, spots[0]!, 1, 0)!;
    expect(next.option?.answer).toBe(1);
    expect(spotBeyond(spots, spots[0]!, -1, 0)).toBeNull();
  });
});

describe("units", () => {
  const body = (id: number, unit: number, stands = "here") => ({ id, unit, stands, at: at(0, 0) }) as unknown as Body;
  const bodies = new Map([body(1, 9), body(2, 9), body(3, 9, "gone"), body(4, -1)].map((each) => [each.id, each]));
  const unit = { id: 9, owner: 0, name: "Squad", kind: "", members: [1, 2, 3], leader: 1, words: ["broken"], badges: [], counters: [], ready: true };
  const units = unitsOf({ units: [unit] } as unknown as Tableau);

  it("are looked at with any of their members", () => {
    expect([...unitsAbout(units, bodies, [2, -1])]).toEqual([9]);
    expect([...unitsAbout(units, bodies, [9])]).toEqual([9]);
    expect([...unitsAbout(units, bodies, [4])]).toEqual([]);
  });

  it("are chosen by any of their members", () => {
    const asked = { kind: "choose", options: [option("a", { who: 9 }), option("b", { who: 4 })] } as unknown as Asked;
    expect([...choosable(asked, units)]).toEqual([1, 2, 3, 4]);
    expect(optionsAbout(asked, 2, bodies.get(2)).map((each) => each.answer)).toEqual(["a"]);
    expect(optionsAbout(asked, 4, bodies.get(4)).map((each) => each.answer)).toEqual(["b"]);
  });

  it("act with all of their models, of whom the leader stands for them", () => {
    const now = (actor: number, leader = 2) => ({ actor, bodies: [...bodies.values()], units: [{ ...unit, leader }] }) as unknown as Tableau;
    const acting = (tableau: Tableau) => [...bodies.values()].filter((each) => actsNow(tableau, each)).map((each) => each.id);
    expect([acting(now(9)), acting(now(4)), acting(now(-1))]).toEqual([[1, 2, 3], [4], []]);
    expect([actorOf(now(9))?.id, actorOf(now(9, -1))?.id, actorOf(now(4))?.id, actorOf(now(-1)), actorOf(null)]).toEqual([2, 1, 4, null, null]);
    expect([bodyOf(now(-1), 9)?.id, bodyOf(now(-1), 4)?.id, bodyOf(now(-1), -1), bodyOf(now(-1), 77)]).toEqual([2, 4, null, null]);
  });

  it("are counted and told of", () => {
    expect(strength(unit, bodies)).toEqual([2, 3]);
    expect(unitWords(unit, bodies, "ready")).toEqual(["2/3", "broken", "ready"]);
  });

  it("have their reasons told in brief", () => {
    const more = (count: number) => `${count} more`;
    expect(brief(["a", "b", "c", "d"], 3, more)).toEqual(["a", "b", "c", "d"]);
    expect(brief(["a", "b", "c", "d", "e"], 3, more)).toEqual(["a", "b", "c", "2 more"]);
  });
});
