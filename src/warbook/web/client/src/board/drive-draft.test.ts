import { describe, expect, it } from "vitest";
import type { Asked, Checked } from "../protocol.gen";
import { drawnAs, type Referee } from "./draft.svelte";
import { DriveDraft } from "./drive-draft.svelte";

const ASKED = {
  at: [0, 0], allowance: 9000, facing: true, key: "drive", kind: "drive", looks: [], members: [], mover: 0, options: [],
  origin: [5000, 5000, 0], prompt: "Where to?", radius: 2000, seat: 0, unit: "",
} as unknown as Asked;

/** A referee with whom everything drives north, and nothing gets beyond 9". */
const referee: Referee = {
  async check(answer: unknown): Promise<Checked> {
    let [y, way] = [5000, [0, 1] as [number, number]];
    const ends = (answer as [number, number, number][]).map(([far, fx, fy]) => {
      [y, way] = [Math.min(9000, y + far), [fx, fy]];
      return [5000, y, 0, ...way] as [number, number, number, number, number];
    });
    return { type: "checked", re: 0, answer, against: [], legs: ends.map(() => "ahead"), length: 1, notes: [], outline: null, touched: [], parts: [], ends };
  },
  async route(legs: unknown[], to: number[]): Promise<Checked> {
    return (await this.check([...legs, [to[1]! - 5000, 0, 1]]))!;
  },
};

const drafted = () => new DriveDraft(referee, ASKED, [0, 1], [5000, 5000, 0]);

describe("a drive", () => {
  it("is drawn on the board", () => expect(drawnAs(ASKED)).toBe("path"));

  it("goes to points, and ends where the referee says it is stopped", async () => {
    const draft = drafted();
    await draft.point(5000, 8000, 0);
    expect(draft.answer).toEqual([[3000, 0, 1]]);
    expect([draft.end, draft.facing]).toEqual([[5000, 8000, 0], [0, 1]]);
    await draft.point(5000, 12_000, 0);
    expect(draft.answer).toEqual([[3000, 0, 1], [7000, 0, 1]]);
    expect(draft.end).toEqual([5000, 9000, 0]);
    expect(draft.ready).toBe(true);
  });

  it("has a turn as a leg of its own, which stays where it goes on", async () => {
    const draft = drafted();
    await draft.face([1, 0]);
    expect(draft.answer).toEqual([[0, 1, 0]]);
    draft.preview(5000, 6000, 0);
    await new Promise((soon) => setTimeout(soon));
    expect(draft.hover?.legs).toEqual([[0, 1, 0], [1000, 0, 1]]);
    await draft.point(5000, 6000, 0);
    expect(draft.answer).toEqual([[0, 1, 0], [1000, 0, 1]]);
    await draft.face([1, 1]);
    expect([draft.answer, draft.facing]).toEqual([[[0, 1, 0], [1000, 0, 1], [0, 1, 1]], [1, 1]]);
    draft.undo();
    expect([draft.answer, draft.facing]).toEqual([[[0, 1, 0], [1000, 0, 1]], [0, 1]]);
    draft.undo();
    expect([draft.answer, draft.facing, draft.end]).toEqual([[[0, 1, 0]], [1, 0], [5000, 5000, 0]]);
    draft.undo();
    expect([draft.answer, draft.facing, draft.started]).toEqual([[], [0, 1], false]);
  });

  it("turns where a way leads that is still being looked for, before what is clicked after that", async () => {
    const draft = drafted();
    void draft.point(5000, 8000, 0);
    void draft.turn(-2);
    void draft.turn(-2);
    await draft.point(5000, 6000, 0);
    expect(draft.answer).toEqual([[3000, 0, 1], [0, 1, 0], [1000, 0, 1]]);
  });

  it("forgets a turn where no way leads any more", async () => {
    const draft = drafted();
    const click = draft.point(5000, 8000, 0);
    const turn = draft.turn(-4);
    draft.clear();
    await Promise.all([click, turn]);
    expect([draft.answer, draft.started]).toEqual([[], false]);
  });

  it("knows where it turns, and from which way to which", async () => {
    const draft = drafted();
    await draft.face([1, 0]);
    await draft.point(5000, 6000, 0); // where everything drives north
    expect(draft.pivotsOf(draft.checked!)).toEqual([
      { leg: 0, at: [5000, 5000, 0], turn: -90, before: [0, 1], facing: [1, 0] },
      { leg: 1, at: [5000, 5000, 0], turn: 90, before: [1, 0], facing: [0, 1] },
    ]);
    draft.clear();
    await draft.point(5000, 8000, 0);
    expect(draft.pivotsOf(draft.checked!)).toEqual([]);
  });

  it("is begun anew", async () => {
    const draft = drafted();
    await draft.point(5000, 8000, 0);
    draft.clear();
    expect([draft.answer, draft.started, draft.end]).toEqual([[], false, [5000, 5000, 0]]);
  });

  it("shows where an answer that is pointed at in a list would lead, until something is drawn", async () => {
    const draft = drafted();
    const answer = [[1000, 0, 1], [9000, 0, 1]];
    draft.consider(answer);
    await new Promise((soon) => setTimeout(soon));
    expect([draft.hover?.to, draft.answer]).toEqual([[5000, 9000, 0], []]);
    draft.consider(null);
    expect(draft.hover).toBeNull();
    await draft.point(5000, 8000, 0);
    draft.consider(answer);
    await new Promise((soon) => setTimeout(soon));
    expect(draft.hover).toBeNull();
  });
});
