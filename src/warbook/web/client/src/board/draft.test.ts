import { describe, expect, it } from "vitest";
import type { Asked, Checked } from "../protocol.gen";
import { Draft, drawnAs, type Leg, type Referee } from "./draft.svelte";

const ASKED: Asked = {
  at: [3, 1],
  people: [],
  allowance: 5000,
  bounds: null,
  facing: true,
  height: 1250,
  key: "move.path",
  kind: "path",
  looks: [],
  members: [],
  unit: "",
  more: true,
  most: [],
  mover: 4,
  options: [],
  origin: [1000, 1000, 0],
  prompt: "Where to?",
  radius: 500,
  refused: [],
  seat: 0,
  secret: false,
  total: 0,
  trail: [],
  window: "",
  covers: "", actor: -1, weapon: "",
};

function told(answer: unknown, more: Partial<Checked> = {}): Checked {
  return { type: "checked", re: 0, answer, against: [], legs: [], length: -1, notes: [], outline: null, touched: [], parts: [], ends: [], ...more };
}

/** A referee with whom every way is straight, as long as it is not west of 0. */
class Fair implements Referee {
  asked: unknown[] = [];
  held: (() => void)[] | null = null;
  broken = false; // whether nobody can tell

  async check(answer: unknown): Promise<Checked> {
    this.asked.push(answer);
    await this.turn();
    return told(answer, { length: 1 });
  }

  async route(legs: Leg[], to: number[]): Promise<Checked> {
    this.asked.push([legs, to]);
    await this.turn();
    const way = [...legs, [to[0]!, to[1]!, to[2] ?? 0, 0]];
    const against = to[0]! < 0 ? ["That is a wall."] : [];
    return told([...way, [0, 1]], { against, legs: way.map((_, n) => (against.length && n === way.length - 1 ? against[0]! : "walk")) });
  }

  private turn(): Promise<void> {
    if (this.broken) return Promise.reject(new Error("no answer came"));
    return this.held ? new Promise((go) => this.held!.push(go)) : Promise.resolve();
  }
}

const settled = () => new Promise((go) => setTimeout(go));

describe("a path", () => {
  it("stays where the mover is, until something is drawn", async () => {
    const draft = new Draft(new Fair(), ASKED, [1, 0]);
    await settled();
    expect(draft.answer).toEqual([[1, 0]]);
    expect(draft.ready).toBe(true);
    expect(draft.started).toBe(false);
    expect(draft.end).toEqual([1000, 1000, 0]);
  });

  it("grows by a stretch with every click, and takes the facing that the referee proposes", async () => {
    const draft = new Draft(new Fair(), ASKED);
    await draft.point(2000, 1000, 0);
    await draft.point(2000, 3000, 0);
    expect(draft.answer).toEqual([[2000, 1000, 0, 0], [2000, 3000, 0, 0], [0, 1]]);
    expect(draft.ready).toBe(true);
    draft.undo();
    await settled();
    expect(draft.answer).toEqual([[2000, 1000, 0, 0], [0, 1]]);
  });

  it("goes on from the click before, even if that is not answered yet", async () => {
    const referee = new Fair();
    referee.held = [];
    const draft = new Draft(referee, ASKED);
    void draft.point(2000, 1000, 0);
    const last = draft.point(3000, 1000, 0);
    expect(draft.ready).toBe(false);
    for (let round = 0; round < 6; round++) {
      referee.held.splice(0).forEach((go) => go());
      await settled();
    }
    await last;
    expect(referee.asked.at(-1)).toEqual([[[2000, 1000, 0, 0]], [3000, 1000, 0]]);
    expect(draft.legs).toEqual([
      [2000, 1000, 0, 0],
      [3000, 1000, 0, 0],
    ]);
    expect(draft.ready).toBe(true);
  });

  it("does not grow where there is no way, and shows why", async () => {
    const draft = new Draft(new Fair(), ASKED);
    await draft.point(2000, 1000, 0);
    await draft.point(-1000, 1000, 0);
    expect(draft.legs).toEqual([[2000, 1000, 0, 0]]);
    expect(draft.hover?.checked.against).toEqual(["That is a wall."]);
    expect(draft.ready).toBe(true);
  });

  it("has its last stretch drawn anew where the figure is taken up and put down elsewhere", async () => {
    const draft = new Draft(new Fair(), ASKED);
    await draft.point(2000, 1000, 0);
    await draft.point(3000, 1000, 0);
    draft.lift(false);
    expect(draft.legs).toEqual([[2000, 1000, 0, 0]]);
    await draft.drop(2000, 3000, 0);
    expect(draft.legs).toEqual([[2000, 1000, 0, 0], [2000, 3000, 0, 0]]);
    draft.lift(true); // from where the mover stands
    await draft.drop(1000, 2000, 0);
    expect(draft.legs).toEqual([[1000, 2000, 0, 0]]);
    expect(draft.ready).toBe(true);
  });

  it("stays as it was where the figure cannot be put down, and says why; and where nobody puts it down", async () => {
    const draft = new Draft(new Fair(), ASKED);
    await draft.point(2000, 1000, 0);
    await draft.point(3000, 1000, 0);
    draft.lift(false);
    await draft.drop(-1000, 1000, 0);
    await settled();
    expect(draft.legs).toEqual([[2000, 1000, 0, 0], [3000, 1000, 0, 0]]);
    expect(draft.hover?.checked.against).toEqual(["That is a wall."]);
    draft.lift(true);
    draft.unlift();
    await settled();
    expect(draft.legs).toEqual([[2000, 1000, 0, 0], [3000, 1000, 0, 0]]);
    expect(draft.ready).toBe(true);
  });

  it("does not grow beyond what the mover has", async () => {
    const referee = new Fair();
    referee.route = async (legs, to) =>
      told([...legs, [to[0]!, to[1]!, 0, 0], [0, 1]], { against: ["That is too far."], legs: ["walk"], length: 5001 });
    const draft = new Draft(referee, ASKED);
    await draft.point(2000, 1000, 0);
    expect(draft.legs).toEqual([]);
    expect(draft.hover?.checked.against).toEqual(["That is too far."]);
  });

  it("goes on over a place where the mover may pass and not stop, but is not ready there", async () => {
    const referee = new Fair();
    referee.route = async (legs, to) => told([...legs, [to[0]!, to[1]!, 0, 0], [0, 1]], { against: ["It must end in contact."], legs: ["walk"] });
    const draft = new Draft(referee, ASKED);
    await draft.point(2000, 1000, 0);
    expect(draft.legs).toHaveLength(1);
    expect(draft.reasons).toEqual(["It must end in contact."]);
    expect(draft.ready).toBe(false);
  });

  it("forgets a click that is answered after it was taken back", async () => {
    const referee = new Fair();
    referee.held = [];
    const draft = new Draft(referee, ASKED);
    const click = draft.point(2000, 1000, 0);
    await settled();
    expect(referee.asked.at(-1)).toEqual([[], [2000, 1000, 0]]);
    draft.clear();
    for (let round = 0; round < 4; round++) {
      referee.held.splice(0).forEach((go) => go());
      await settled();
    }
    await click;
    expect(draft.legs).toEqual([]);
    expect(draft.started).toBe(false);
  });

  it("keeps a facing that was chosen, and asks about it", async () => {
    const referee = new Fair();
    const draft = new Draft(referee, ASKED);
    await draft.point(2000, 1000, 0);
    await draft.lookAt(2000, 500);
    expect(draft.answer).toEqual([[2000, 1000, 0, 0], [0, -500]]);
    await draft.turn(4);
    expect(draft.facing).toEqual([1, 0]);
    await draft.point(2500, 1000, 0);
    expect(draft.facing).toEqual([1, 0]);
    expect(referee.asked.at(-1)).toEqual([[2000, 1000, 0, 0], [2500, 1000, 0, 0], [1, 0]]);
  });

  it("previews the latest point only, while the referee thinks", async () => {
    const referee = new Fair();
    const draft = new Draft(referee, ASKED);
    await settled();
    referee.asked = [];
    for (let x = 1; x < 9; x++) draft.preview(x * 100, 0, 0);
    for (let round = 0; round < 4; round++) await settled();
    expect(referee.asked).toHaveLength(2);
    expect(draft.hover?.to).toEqual([800, 0, 0]);
    draft.leave();
    expect(draft.hover).toBeNull();
  });

  it("says that a click was lost, keeps what stood, and asks for the way once more where somebody wants that", async () => {
    const referee = new Fair();
    const draft = new Draft(referee, ASKED);
    await draft.point(2000, 1000, 0);
    referee.broken = true;
    await draft.point(3000, 1000, 0);
    expect([draft.lost, draft.busy, draft.ready]).toEqual([true, false, true]);
    expect(draft.legs).toEqual([[2000, 1000, 0, 0]]);
    referee.broken = false;
    await draft.retry();
    expect([draft.lost, draft.ready]).toEqual([false, true]);
    expect(draft.legs).toEqual([[2000, 1000, 0, 0], [3000, 1000, 0, 0]]);
  });

  it("is judged where it stands, though a click that leads nowhere came before that was answered", async () => {
    const referee = new Fair();
    referee.held = [];
    const draft = new Draft(referee, ASKED);
    const click = draft.point(-1000, 1000, 0);
    for (let round = 0; round < 6; round++) {
      await settled();
      referee.held.splice(0).forEach((go) => go());
    }
    await click;
    expect(draft.legs).toEqual([]);
    expect(draft.ready).toBe(true);
  });

  it("is ready with a facing only when that was judged at the end of the way", async () => {
    const referee = new Fair();
    const draft = new Draft(referee, ASKED);
    await settled();
    referee.held = [];
    const click = draft.point(2000, 1000, 0);
    await settled();
    void draft.face([1, 0]);
    await settled();
    referee.held.splice(0).forEach((go) => go());
    await settled();
    expect(draft.ready).toBe(false);
    referee.held.splice(0).forEach((go) => go());
    await click;
    expect(referee.asked.at(-1)).toEqual([[2000, 1000, 0, 0], [1, 0]]);
    expect(draft.ready).toBe(true);
  });

  it("has no facing where the question wants none", async () => {
    const referee = new Fair();
    referee.route = async (legs, to) => told([...legs, [to[0]!, to[1]!, 0, 0]], { legs: ["walk"], length: 3000 });
    const draft = new Draft(referee, { ...ASKED, facing: false });
    expect(draft.answer).toEqual([]);
    await draft.point(4000, 1000, 0);
    expect(draft.answer).toEqual([[4000, 1000, 0, 0]]);
  });
});

describe("a place", () => {
  const placing: Asked = { ...ASKED, kind: "place" };

  it("is lost where nobody can judge it, and asks again where somebody wants that", async () => {
    const referee = new Fair();
    const draft = new Draft(referee, placing);
    referee.broken = true;
    await draft.point(5000, 5000, 0);
    expect([draft.lost, draft.busy, draft.ready]).toEqual([true, false, false]);
    await draft.retry();
    expect(draft.lost).toBe(true);
    referee.broken = false;
    await draft.retry();
    expect([draft.lost, draft.ready]).toEqual([false, true]);
    referee.broken = true;
    await draft.turn(1);
    expect(draft.lost).toBe(true);
    draft.clear();
    expect([draft.lost, draft.started]).toEqual([false, false]);
  });

  it("is nothing until somebody clicks", async () => {
    const draft = new Draft(new Fair(), placing, [0, -1]);
    expect(draft.answer).toBeNull();
    expect(draft.ready).toBe(false);
    await draft.point(5000, 5000, 3000);
    expect(draft.answer).toEqual([5000, 5000, 3000, 0, -1]);
    expect(draft.ready).toBe(true);
    await draft.turn(4);
    expect(draft.answer).toEqual([5000, 5000, 3000, 1, 0]);
    draft.undo();
    expect(draft.answer).toBeNull();
  });

  it("without facing and without a base is a point", async () => {
    const asked = { ...placing, facing: false, radius: 0, mover: -1 };
    expect(drawnAs(asked)).toBe("spot");
    const draft = new Draft(new Fair(), asked);
    await draft.point(1, 2, 3);
    expect(draft.answer).toEqual([1, 2, 3]);
  });

  it("is not ready while the referee thinks, nor if the line breaks", async () => {
    const referee = new Fair();
    referee.check = () => Promise.reject(new Error("gone"));
    const draft = new Draft(referee, placing);
    await draft.point(1, 2, 3);
    expect(draft.ready).toBe(false);
    expect(draft.busy).toBe(false);
  });
});

describe("a facing", () => {
  it("is looked for from where the mover stands", async () => {
    const draft = new Draft(new Fair(), { ...ASKED, kind: "face", mover: -1, origin: [0, 0, 0] }, [0, 1], [500, 500, 0]);
    expect(draft.answer).toBeNull();
    await draft.point(500, 900, 0);
    expect(draft.answer).toEqual([0, 400]);
    await draft.turn(-4);
    expect(draft.answer).toEqual([1, 0]);
  });

  it("shows what lies in the direction of the pointer before anything is chosen", async () => {
    const referee = new Fair();
    const draft = new Draft(referee, { ...ASKED, kind: "face", mover: -1, origin: [0, 0, 0] }, [0, 1], [500, 500, 0]);
    draft.preview(900, 500, 0);
    await settled();
    expect(referee.asked).toEqual([[400, 0]]);
    expect([draft.hover?.checked.answer, draft.answer, draft.started]).toEqual([[400, 0], null, false]);
  });
});

describe("questions", () => {
  it("that are lists are not drawn", () => {
    expect(drawnAs(null)).toBeNull();
    expect(drawnAs({ ...ASKED, kind: "choose" })).toBeNull();
    expect(drawnAs({ ...ASKED, kind: "place" })).toBe("place");
  });
});
