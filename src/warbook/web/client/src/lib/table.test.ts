import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Client } from "../protocol.gen";
import { labelOf } from "./answers";
import { Table } from "./table.svelte";

/** A server that keeps what it was told, and answers as the test has it. */
class Socket {
  static last: Socket;
  sent: (Client & { n: number })[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: string) {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Client & { n: number });
  }
  close(): void {}
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  async said<T extends Client["type"]>(type: T): Promise<Extract<Client, { type: T }> & { n: number }> {
    await vi.advanceTimersByTimeAsync(0);
    return this.sent.findLast((message) => message.type === type) as Extract<Client, { type: T }> & { n: number };
  }
}

const ASKED = { seat: 1, key: "act", kind: "choose", prompt: "What now?", at: [2, 0], options: [{ answer: "go", label: "Go" }] };

function position(more: object): object {
  const tableau = { heading: "", sides: [{ seat: 0, name: "Red" }, { seat: 1, name: "Blue" }], bodies: [] };
  return { type: "position", at: [2, 0], eyes: 0, tableau, since: 0, log: [], ...more };
}

const entry = (step: number, words: string): object => ({ step, event: 0, words });

let table: Table;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", { addEventListener: vi.fn(), removeEventListener: vi.fn() });
  const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("document", { ...listening, visibilityState: "visible", baseURI: "https://club.example/tables/#/table/g" });
  table = new Table("g", ["secret"], "Ada");
  Socket.last.onopen?.();
  const game = { id: "g", title: "", ruleset: "", game: "", scenario: "" };
  Socket.last.tell({ type: "welcome", warbook: "1", game, seats: [], yours: [0, 1], re: 1 });
});

afterEach(() => {
  table.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("goes to the server that the page came from, and shows its tokens in the first message alone", () => {
  expect(Socket.last.address).toBe("wss://club.example/tables/api/games/g/socket");
  expect(Socket.last.sent[0]).toMatchObject({ type: "hello", tokens: ["secret"], name: "Ada", heard: 0, taken: 0 });
});

it("replaces the end of the log by what is told", () => {
  Socket.last.tell(position({ log: [entry(0, "a"), entry(1, "b"), entry(2, "c")] }));
  Socket.last.tell(position({ since: 2, log: [entry(2, "d"), entry(3, "e")] }));
  expect(table.log.map((each) => each.words)).toEqual(["a", "b", "d", "e"]);
  Socket.last.tell(position({ since: 1, log: [], taken: 1 }));
  expect(table.log.map((each) => each.words)).toEqual(["a"]);
});

it("answers the question that is shown, for the seat that is asked", async () => {
  Socket.last.tell(position({ asked: [ASKED], taken: 3 }));
  expect(table.hand).toBe(1);
  const given = table.answer("go");
  const said = await Socket.last.said("choose");
  expect(said).toMatchObject({ seat: 1, at: [2, 0], taken: 3, answer: "go" });
  Socket.last.tell({ type: "refused", reasons: ["The question is another by now."], stale: true, re: said.n });
  expect(await given).toEqual({ accepted: false, reasons: ["The question is another by now."], stale: true });
});

it("gives no second answer while the first is on its way", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  void table.answer("go");
  expect(await table.answer("go")).toMatchObject({ accepted: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(Socket.last.sent.filter((said) => said.type === "choose").length).toBe(1);
});

it("answers nothing while it shows the past", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const looked = table.showPast(0, 1);
  const said = await Socket.last.said("past");
  Socket.last.tell({ type: "past", step: 0, event: 1, tableau: { heading: "then", sides: [], bodies: [] }, re: said.n });
  await looked;
  expect(table.tableau?.heading).toBe("then");
  expect(table.asked).toBeNull();
  expect(await table.answer("go")).toMatchObject({ accepted: false });
  table.showPresent();
  expect(table.asked?.prompt).toBe("What now?");
});

it("takes back the choice of the seat that chose last at this screen", async () => {
  Socket.last.tell(position({ asked: [ASKED], undo: [0, 1] }));
  const given = table.answer("go");
  Socket.last.tell({ type: "done", re: (await Socket.last.said("choose")).n });
  await given;
  Socket.last.tell(position({ at: [3, 0], asked: [{ ...ASKED, seat: 0 }], undo: [0, 1] }));
  void table.undo();
  expect(await Socket.last.said("undo")).toMatchObject({ seat: 1 });
});

it("forgets odds with the question that they were of", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const asked = table.odds.ask("go");
  Socket.last.tell({ type: "odds", answer: "go", chances: [], re: (await Socket.last.said("odds")).n });
  await asked;
  expect(table.odds.of("go")?.chances).toEqual([]);
  Socket.last.tell(position({ at: [2, 1], asked: [{ ...ASKED, at: [2, 1] }] }));
  expect(table.odds.known.size).toBe(0);
  const late = table.odds.ask("go");
  const { n } = await Socket.last.said("odds");
  Socket.last.tell(position({ at: [3, 0] }));
  Socket.last.tell({ type: "odds", answer: "go", chances: [], re: n });
  await late;
  expect(table.odds.known.size).toBe(0);
});

it("draws no region of a question that is another by then", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const region = table.referee.region();
  Socket.last.tell({ type: "refused", reasons: ["The battle is over."], stale: true, re: (await Socket.last.said("region")).n });
  expect(await region).toBeNull();
});

it("has odds counted with more care that were only estimated at once", async () => {
  const chances = (exact: boolean) => [{ title: "falls", probability: 0.5, low: 0.5, high: 0.5, exact }];
  Socket.last.tell(position({ asked: [ASKED] }));
  const asked = table.odds.ask("go");
  const first = await Socket.last.said("odds");
  Socket.last.tell({ type: "odds", answer: "go", chances: chances(false), re: first.n });
  await asked;
  const second = await Socket.last.said("odds");
  expect([first.thorough, second.thorough]).toEqual([false, true]);
  Socket.last.tell({ type: "odds", answer: "go", chances: chances(true), re: second.n });
  await expect.poll(() => table.odds.of("go")?.chances[0]?.exact).toBe(true);
});

it("tells why there is no card instead of waiting for one", async () => {
  Socket.last.tell(position({}));
  table.select(3);
  expect(table.selection.whyNoCard).toBe("");
  Socket.last.tell({ type: "refused", reasons: ["Toy lane has no cards of its models."], re: (await Socket.last.said("card")).n });
  Socket.last.tell({ type: "aims", who: 3, aims: [], re: (await Socket.last.said("aims")).n });
  await expect.poll(() => table.selection.whyNoCard).toBe("Toy lane has no cards of its models.");
  table.select(4);
  expect(table.selection.whyNoCard).toBe("");
});

it("shows the lines of the attack that is asked about, and all of any other model", async () => {
  const aims = ["Lasgun", "Frag grenades"].map((weapon) => ({ target: 9, weapon, eye: [0, 0, 0], mark: [1, 1, 0], distance: 1 }));
  const looked = async (who: number): Promise<string[]> => {
    table.select(who);
    Socket.last.tell({ type: "card", card: { id: who, name: "", kind: "", side: "" }, re: (await Socket.last.said("card")).n });
    Socket.last.tell({ type: "aims", who, aims, re: (await Socket.last.said("aims")).n });
    await expect.poll(() => table.selection.aims.length).toBeGreaterThan(0);
    return table.selection.aims.map((aim) => aim.weapon);
  };
  Socket.last.tell(position({ asked: [{ ...ASKED, actor: 3, weapon: "Lasgun" }] }));
  expect(await looked(3)).toEqual(["Lasgun"]);
  expect(await looked(4)).toEqual(["Lasgun", "Frag grenades"]);
  Socket.last.tell(position({ tableau: { bodies: [{ id: 4, unit: 9 }] }, asked: [{ ...ASKED, at: [2, 0], actor: 9, weapon: "Lasgun" }] }));
  table.select(3);
  expect(await looked(4)).toEqual(["Lasgun"]); // of a unit that attacks
});

it("shows nothing to one seat's eyes that was shown to another's", () => {
  const past = { type: "past", re: 0, step: 0, event: 0, tableau: { bodies: [] }, words: [] };
  const shown = () => [table.past, table.selection.card, table.selection.aims.length];
  Socket.last.tell(position({}));
  Object.assign(table, { past });
  Object.assign(table.selection, { card: { id: 1 }, aims: [{ target: 1 }] });
  Socket.last.tell(position({ at: [2, 1] }));
  expect(shown()).toEqual([past, { id: 1 }, 1]);
  Socket.last.tell(position({ at: [2, 2], eyes: 1 }));
  expect(shown()).toEqual([null, null, 0]);
});

it("knows whose question it is while somebody looks back, and lets nobody answer it then", () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  Object.assign(table, { past: { tableau: { bodies: [] } } });
  expect([table.question?.prompt, table.asked]).toEqual(["What now?", null]);
});

it("knows which words are news, also when it comes back to the last hundred of them", async () => {
  const said = (when: number): object => ({ seat: 0, name: "", words: `${when}`, when });
  const game = { id: "g", title: "", ruleset: "", game: "", scenario: "" };
  for (let when = 1; when <= 130; when++) Socket.last.tell({ type: "chat", said: said(when) });
  const heard = table.lastSaid;
  expect(table.saidSince(heard)).toEqual([]);
  const chat = Array.from({ length: 100 }, (_, n) => said(n + 33));
  Socket.last.tell({ type: "welcome", warbook: "1", game, seats: [], yours: [0, 1], re: 1, chat });
  expect(table.saidSince(heard).map((each) => each.words)).toEqual(["131", "132"]);
});

// ---- while the line is broken ---------------------------------------------------------------------------------------

const ASKED_BY_NOW = { ...ASKED, at: [3, 0] };

/** The line breaks, and a while later there is another. */
async function breaks(): Promise<void> {
  Socket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(0);
}

async function isBack(shown: object): Promise<void> {
  vi.stubGlobal("fetch", async () => ({ ok: true, status: 200, json: async () => ({}) }));
  const before = Socket.last;
  await vi.advanceTimersByTimeAsync(2000);
  expect(Socket.last).not.toBe(before);
  Socket.last.onopen?.();
  const game = { id: "g", title: "", ruleset: "", game: "", scenario: "" };
  Socket.last.tell({ type: "welcome", warbook: "1", game, seats: [], yours: [0, 1], re: 1 });
  Socket.last.tell(position(shown));
  await vi.advanceTimersByTimeAsync(0);
}

const chosen = (): Client[] => Socket.last.sent.filter((message) => message.type === "choose");

it("keeps an answer that is given while the line is broken, and sends it once when it is back", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  await breaks();
  expect(await table.answer("go")).toEqual({ accepted: false, reasons: [], stale: false });
  expect(labelOf(table.keptAnswer!)).toBe("Go");
  await isBack({ asked: [ASKED] });
  expect(chosen()).toMatchObject([{ seat: 1, at: [2, 0], taken: 0, answer: "go" }]);
  expect(table.keptAnswer).toBeNull();
  Socket.last.tell({ type: "done", re: (chosen()[0] as { n: number }).n });
  Socket.last.tell(position({ at: [3, 0], asked: [ASKED_BY_NOW] }));
  await vi.advanceTimersByTimeAsync(0);
  await breaks();
  await isBack({ at: [3, 0], asked: [ASKED_BY_NOW] });
  expect([chosen(), table.reasonsShown]).toEqual([[], []]);
});

it("does not send what was kept where the question is another by then, or something was taken back, and says so", async () => {
  for (const by of [{ at: [3, 0], asked: [ASKED_BY_NOW] }, { asked: [ASKED], taken: 1 }, { asked: [] }]) {
    Socket.last.tell(position({ asked: [ASKED] }));
    await breaks();
    await table.answer("go");
    await isBack(by);
    expect(chosen()).toEqual([]);
    expect(table.keptAnswer).toBeNull();
    expect(table.reasonsShown.join()).toContain("was not sent");
  }
});

it("gives once more what was on its way when the line broke, unless the battle has gone on", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const given = table.answer("go");
  await Socket.last.said("choose");
  await breaks();
  expect(await given).toEqual({ accepted: false, reasons: [], stale: false });
  await isBack({ asked: [ASKED] });
  expect(chosen().length).toBe(1);
  await breaks();
  await isBack({ at: [3, 0], asked: [ASKED_BY_NOW] });
  expect(chosen()).toEqual([]);
  expect(table.reasonsShown.join()).toContain("The log shows whether the answer was accepted: Go");
});

it("does not forget an answer that it keeps where another seat at this screen answers too", async () => {
  Socket.last.tell(position({ asked: [ASKED, { ...ASKED, seat: 0 }] }));
  table.seatAtScreen = 1;
  await breaks();
  await table.answer("go");
  table.seatAtScreen = 0;
  expect((await table.answer("go")).accepted).toBe(false);
  expect(table.reasonsShown.join()).toContain("an answer for Blue waits");
  await isBack({ asked: [ASKED, { ...ASKED, seat: 0 }] });
  expect(chosen()).toMatchObject([{ seat: 1, answer: "go" }]);
});

it("says that an answer was not sent until something is done here, however the battle goes on", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  await breaks();
  await table.answer("go");
  await isBack({ at: [3, 0], asked: [] });
  Socket.last.tell(position({ at: [4, 0], asked: [{ ...ASKED, at: [4, 0] }] }));
  expect(table.reasonsShown.join()).toContain("was not sent");
  const given = table.answer("go");
  Socket.last.tell({ type: "done", re: (await Socket.last.said("choose")).n });
  await given;
  expect(table.reasonsShown).toEqual([]);
});

it("opens another line where no answer comes to an answer", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  void table.answer("go");
  await Socket.last.said("choose");
  await vi.advanceTimersByTimeAsync(12_000);
  expect([table.connection.line, table.keptAnswer?.sent]).toEqual(["broken", true]);
});

it("sends nothing that was thought better of", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  await breaks();
  await table.answer("go");
  table.discardKept();
  await isBack({ asked: [ASKED] });
  expect([chosen(), table.reasonsShown]).toEqual([[], []]);
});

it("says that what is done while the line is broken is not sent", async () => {
  Socket.last.tell(position({ asked: [ASKED], undo: [1] }));
  await breaks();
  await table.undo();
  expect(table.reasonsShown.join()).toContain("this was not sent");
});

it("says why an answer was refused, wherever it was given, until the battle goes on", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const given = table.answer("go");
  Socket.last.tell({ type: "refused", reasons: ["Too far."], re: (await Socket.last.said("choose")).n });
  await given;
  expect(table.reasonsShown).toEqual(["Too far."]);
  Socket.last.tell(position({ at: [3, 0], asked: [ASKED_BY_NOW] }));
  expect(table.reasonsShown).toEqual([]);
});

it("says why the board shows nothing, until it can show something again", async () => {
  Socket.last.tell(position({ asked: [{ ...ASKED, kind: "path" }] }));
  const region = table.referee.region();
  const asked = await Socket.last.said("region");
  Socket.last.tell({ type: "refused", reasons: ["the region broke down: no answer within 30 seconds"], re: asked.n });
  expect(await region).toBeNull();
  expect(table.reasonsShown.join()).toContain("no answer within 30 seconds");

  const way = table.referee.route([], [1, 2]);
  Socket.last.tell({ type: "checked", re: (await Socket.last.said("route")).n });
  await way;
  expect(table.reasonsShown).toEqual([]);
});

it.each([
  ["route", () => table.referee.route([], [1, 2])],
  ["check", () => table.referee.check([1, 2, 0])],
  ["suggest", () => table.suggestions()],
] as const)("says that nobody answered where a %s was asked for", async (type, ask) => {
  Socket.last.tell(position({ asked: [{ ...ASKED, kind: "path" }] }));
  const lost = ask().catch(() => "lost");
  await Socket.last.said(type);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await lost).toBe("lost");
  expect(table.reasonsShown.join()).toContain("no answer came");
});

it.each([true, false])("says that what was asked about a question came too late (known before: %s)", async (before) => {
  Socket.last.tell(position({ asked: [{ ...ASKED, kind: "path" }] }));
  const lost = table.referee.route([], [1, 2]).catch(() => "lost");
  const asked = await Socket.last.said("route");
  const next = position({ at: [3, 0], asked: [ASKED_BY_NOW] });
  if (before) Socket.last.tell(next);
  Socket.last.tell({ type: "refused", reasons: ["The position is another by now."], stale: true, re: asked.n });
  expect(await lost).toBe("lost");
  if (!before) Socket.last.tell(next);
  expect(table.reasonsShown.join()).toContain("too late");
});

it("says nothing of what came too late where this screen went on itself", async () => {
  Socket.last.tell(position({ asked: [{ ...ASKED, kind: "path" }] }));
  const lost = table.referee.route([], [1, 2]).catch(() => "lost");
  const asked = await Socket.last.said("route");
  const given = table.answer("go");
  const chose = await Socket.last.said("choose");
  Socket.last.tell(position({ at: [3, 0], asked: [ASKED_BY_NOW] }));
  Socket.last.tell({ type: "done", re: chose.n });
  Socket.last.tell({ type: "refused", reasons: ["The position is another by now."], stale: true, re: asked.n });
  await given;
  expect([await lost, table.reasonsShown]).toEqual(["lost", []]);
});

it("knows what the server is busy with, until it is not", () => {
  Socket.last.tell({ type: "service", words: "Getting faster.", re: 0 });
  expect(table.service?.words).toBe("Getting faster.");
  Socket.last.tell({ type: "service", re: 0 });
  expect(table.service).toBeNull();
});

it("counts seconds by the server's time, whatever the clock of this machine says", async () => {
  vi.setSystemTime(new Date("2001-01-01"));
  Socket.last.tell(position({ now: 1_000_000, clocks: [{ seat: 0, until: 1_000_030 }] }));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.setSystemTime(new Date("2040-01-01"));
  expect(table.serverTime()).toBe(1_000_010);
});

it("keeps an answer that waits for the line also where the page is loaded again, and sends it once", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  Socket.last.tell(position({ asked: [ASKED] }));
  Socket.last.onclose?.();
  await table.answer("go");
  expect(stored.size).toBe(1);
  table.leave();
  table = new Table("g", ["secret"], "Ada");
  expect(table.keptAnswer && labelOf(table.keptAnswer)).toBe("Go");
  Socket.last.onopen?.();
  Socket.last.tell({ type: "welcome", warbook: "1", game: { id: "g" }, seats: [], yours: [0, 1], re: 1 });
  Socket.last.tell(position({ asked: [ASKED] }));
  expect(await Socket.last.said("choose")).toMatchObject({ seat: 1, at: [2, 0], answer: "go" });
  expect(table.keptAnswer).toBeNull();
  expect(stored.size).toBe(0);
  const other = new Table("h", ["secret"], "Ada");
  expect(other.keptAnswer).toBeNull(); // it was for another battle
  other.leave();
});

it("asks what is drawn again once the line is back, or when somebody wants that", async () => {
  const retry = vi.fn();
  Socket.last.tell(position({ asked: [ASKED] }));
  const checked = table.referee.check("there").catch(() => null);
  const lost = await Socket.last.said("check");
  table.draft = { lost: true, retry } as unknown as NonNullable<Table["draft"]>;
  Socket.last.tell({ type: "refused", reasons: ["the worker died"], re: lost.n });
  await checked;
  expect(table.referee.failed).toBe(true);
  expect(table.reasonsShown.join()).toContain("the worker died");
  table.retry();
  expect(retry).toHaveBeenCalledTimes(1);
  expect([table.referee.failed, table.reasonsShown, table.retries]).toEqual([false, [], 1]);
  Socket.last.tell(position({ asked: [ASKED] })); // the same question: the line is back
  expect(retry).toHaveBeenCalledTimes(2);
});

it("says that the past cannot be shown", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const looked = table.showPast(0, 1);
  Socket.last.tell({ type: "refused", reasons: ["there is no such point"], re: (await Socket.last.said("past")).n });
  await looked;
  expect(table.live).toBe(true);
  expect(table.reasonsShown.join()).toContain("no such point");
});

it("says why there are no odds, no card and no lines of sight, and asks again", async () => {
  Socket.last.tell(position({ asked: [ASKED] }));
  const refuse = async (type: Client["type"]): Promise<void> =>
    Socket.last.tell({ type: "refused", reasons: [`no ${type}`], re: (await Socket.last.said(type)).n });
  const odds = table.odds.ask("go");
  await refuse("odds");
  await odds;
  expect(table.odds.whyUnknown("go")).toBe("no odds");
  table.select(4);
  await refuse("card");
  await refuse("aims");
  await vi.advanceTimersByTimeAsync(0);
  expect([table.selection.whyNoCard, table.selection.whyNoAims]).toEqual(["no card", "no aims"]);
  table.retry();
  Socket.last.tell({ type: "card", card: { kind: "Ogre" }, re: (await Socket.last.said("card")).n });
  Socket.last.tell({ type: "aims", who: 4, aims: [], re: (await Socket.last.said("aims")).n });
  await vi.advanceTimersByTimeAsync(0);
  expect([table.selection.whyNoCard, table.selection.whyNoAims]).toEqual(["", ""]);
  Socket.last.tell(position({ at: [2, 1], asked: [{ ...ASKED, at: [2, 1] }] }));
  expect(table.odds.unknown.size).toBe(0);
});
