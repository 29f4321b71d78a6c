import { describe, expect, it } from "vitest";
import type { Asked, Checked } from "../protocol.gen";
import type { Leg, Referee } from "./draft.svelte";
import { forUnit, UnitDraft } from "./unit-draft.svelte";

const MEMBERS = [1, 2, 3].map((id) => ({ id, origin: [1000 * id, 0, 0] as [number, number, number], radius: 500, height: 1250, allowance: 6000 }));
const ASKED = { kind: "march", facing: false, members: MEMBERS, origin: [1000, 0, 0], seat: 0, unit: "" } as unknown as Asked & { kind: "march" };

function told(answer: unknown, wrong: Record<number, string> = {}): Checked {
  const parts = MEMBERS.map(({ id }) => ({ who: id, against: wrong[id] ? [wrong[id]!] : [], length: 1000, legs: [] }));
  const against = Object.entries(wrong).map(([id, reason]) => `Trooper ${id}: ${reason}`);
  return { type: "checked", re: 0, answer, against, legs: [], length: -1, notes: [], outline: null, touched: [], parts, ends: [] };
}

/** A referee with whom all go as far as whoever leads; number 3 may not go east of 9 inches. */
class Fair implements Referee {
  asked: unknown[] = [];
  broken = false;

  async check(answer: unknown): Promise<Checked> {
    this.asked.push(["check", answer]);
    return told(answer);
  }

  async route(_legs: Leg[], to: number[], who = 1, answer: unknown = null): Promise<Checked> {
    if (this.broken) throw new Error("no answer came");
    this.asked.push(["route", to, who, answer]);
    const from = MEMBERS.find((member) => member.id === who)!.origin;
    const go = (x: number, y: number): Leg[] => [[x, y, 0, 0]];
    const parts = MEMBERS.map(({ id, origin }, n) => {
      if (answer !== null && id !== who) return (answer as Leg[][])[n]!;
      return go(origin[0] + to[0]! - from[0], origin[1] + to[1]! - from[1]);
    });
    const east = parts[2]![0]?.[0] ?? 0;
    return told(parts, east > 9000 ? { 3: "That is a wall." } : {});
  }
}

const settled = () => new Promise((go) => setTimeout(go));
const draw = (referee = new Fair(), kind: "march" | "muster" = "march", members = 3) =>
  new UnitDraft(referee, { ...ASKED, kind, members: MEMBERS.slice(0, members) }, new Map(), (id) => `Trooper ${id}`);

describe("a unit's march", () => {
  it("is that all stay until something is drawn", async () => {
    const draft = draw();
    await settled();
    expect([draft.started, draft.ready, draft.answer]).toEqual([false, true, [[], [], []]]);
    expect(forUnit(ASKED) && !forUnit({ ...ASKED, kind: "path" } as unknown as Asked)).toBe(true);
  });

  it("takes the whole unit along with its first member", async () => {
    const referee = new Fair();
    const draft = draw(referee);
    await draft.point(3000, 4000, 0);
    expect(referee.asked.at(-1)).toEqual(["route", [3000, 4000, 0], 1, null]);
    expect(draft.ends.map((end) => end.at)).toEqual([[3000, 4000, 0], [4000, 4000, 0], [5000, 4000, 0]]);
    expect([draft.ready, draft.follows, draft.end]).toEqual([true, false, [3000, 4000, 0]]);
  });

  it("follows another member that is taken up, and places one by itself", async () => {
    const referee = new Fair();
    const draft = draw(referee);
    draft.take(2, false);
    await draft.point(4000, 4000, 0);
    expect(draft.ends.map((end) => end.at[0])).toEqual([3000, 4000, 5000]);
    draft.take(3, true);
    expect([draft.held, draft.end, draft.follows]).toEqual([3, [5000, 4000, 0], true]);
    const before = draft.answer;
    await draft.point(6000, 2000, 0);
    expect(referee.asked.at(-1)).toEqual(["route", [6000, 2000, 0], 3, before]);
    expect(draft.ends.map((end) => end.at)).toEqual([[3000, 4000, 0], [4000, 4000, 0], [6000, 2000, 0]]);
    expect(draft.held).toBe(-1);
  });

  it("keeps a proposal in which only others are wrong, and says who", async () => {
    const draft = draw();
    await draft.point(8000, 0, 0);
    expect(draft.ends.map((end) => end.against)).toEqual([[], [], ["That is a wall."]]);
    expect([draft.started, draft.ready, draft.reasons]).toEqual([true, false, ["Trooper 3: That is a wall."]]);
  });

  it("shows a way that cannot be gone, and leaves what was drawn", async () => {
    const draft = draw();
    await draft.point(3000, 4000, 0);
    draft.take(3, true);
    await draft.point(9500, 0, 0);
    expect(draft.hover?.checked.against).toEqual(["Trooper 3: That is a wall."]);
    expect(draft.ends[2]!.at).toEqual([5000, 4000, 0]);
  });

  it("is taken back step by step, and cleared", async () => {
    const draft = draw();
    await draft.point(3000, 4000, 0);
    draft.take(3, true);
    await draft.point(6000, 2000, 0);
    draft.undo();
    expect(draft.ends[2]!.at).toEqual([5000, 4000, 0]);
    draft.clear();
    await settled();
    expect([draft.started, draft.ready]).toEqual([false, true]);
  });

  it("goes from member to member by the keyboard", () => {
    const draft = draw();
    const held = [1, 1, 1, 1, -1].map((steps) => (draft.holdNext(steps), draft.held));
    expect(held).toEqual([1, 2, 3, -1, 3]);
    expect(draft.hint).toContain("Trooper 3");
  });

  it("speaks of a unit of one model as of a model", async () => {
    const muster = draw(new Fair(), "muster", 1);
    expect([muster.hint, muster.spoken]).toEqual(["Point to where it is placed.", "place"]);
    const march = draw(new Fair(), "march", 1);
    expect([march.hint, march.spoken]).toEqual(["Point to where it goes.", "march"]);
    await march.point(3000, 4000, 0);
    expect(march.hint).toBe("Move it, or confirm.");
  });

  it("asks again what nobody answered", async () => {
    const referee = new Fair();
    const draft = draw(referee);
    await settled();
    referee.broken = true;
    await draft.point(3000, 4000, 0);
    expect([draft.lost, draft.started, draft.ready]).toEqual([true, false, false]);
    referee.broken = false;
    await draft.retry();
    expect([draft.lost, draft.ready, draft.ends[0]!.at]).toEqual([false, true, [3000, 4000, 0]]);
  });
});

/** A referee who looks nowhere but east of its own accord, and takes all. */
class Eastward implements Referee {
  async check(answer: unknown): Promise<Checked> {
    return told(answer);
  }

  async route(_legs: Leg[], [x, y]: number[], who = 1, answer: unknown = null): Promise<Checked> {
    const lone = (id: number, n: number) => (answer !== null && id !== who ? (answer as number[][])[n] : [x! + 1000 * n, y!, 0, 1, 0]);
    return told(MEMBERS.map(({ id }, n) => lone(id, n)));
  }
}

describe("a muster of those who look somewhere", () => {
  const put = async () => {
    const draft = new UnitDraft(new Eastward(), { ...ASKED, kind: "muster", facing: true } as unknown as Asked & { kind: "muster" });
    await draft.point(3000, 4000, 0);
    return draft;
  };
  const facings = (draft: UnitDraft) => draft.ends.map((end) => end.facing);

  it("turns them where they stand, one or all, and so they stay wherever they are put after", async () => {
    const draft = await put();
    expect([draft.turns, facings(draft)]).toEqual([true, [[1, 0], [1, 0], [1, 0]]]);
    draft.hold(2);
    await draft.turn(4);
    const [first, second, third] = facings(draft);
    expect([first, third]).toEqual([[1, 0], [1, 0]]);
    expect([second![0], second![1] > 0]).toEqual([0, true]);
    draft.hold(-1);
    await draft.point(5000, 6000, 0);
    await settled();
    expect([draft.ends[0]!.at, facings(draft)[1], draft.ready]).toEqual([[5000, 6000, 0], second, true]);
    await draft.turn(-4);
    expect(facings(draft).map((facing) => Math.sign(facing![1]))).toEqual([-1, 0, -1]);
  });

  it("takes a turn back as it does a place", async () => {
    const draft = await put();
    await draft.turn(4);
    draft.undo();
    expect(facings(draft)).toEqual([[1, 0], [1, 0], [1, 0]]);
    await draft.point(5000, 6000, 0);
    expect(facings(draft)).toEqual([[1, 0], [1, 0], [1, 0]]);
  });
});

describe("a muster", () => {
  it("has no answer before somebody is put somewhere", async () => {
    const referee = new Fair();
    const draft = new UnitDraft(referee, { ...ASKED, kind: "muster" } as unknown as Asked & { kind: "muster" });
    expect([draft.answer, draft.ready, draft.started]).toEqual([null, false, false]);
    draft.hold(2);
    expect(draft.held).toBe(-1); // none can be placed by itself yet
    await settled();
    expect(referee.asked).toEqual([]);
  });
});
