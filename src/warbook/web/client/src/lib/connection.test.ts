import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Server } from "../protocol.gen";
import { Connection, Faulty, Unanswered } from "./connection.svelte";

/** A socket without a net: what is sent is kept, and the test speaks for the server. */
class Socket {
  static all: Socket[] = [];
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
  sent: { type: string; n: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; n: number });
  }
  close(): void {}
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  up(): void {
    this.onopen?.();
    this.tell({ type: "welcome", warbook: "1", game: { id: "g", title: "", ruleset: "", game: "", scenario: "" }, seats: [], re: 1 });
  }
}

let told: Server[];
let home: boolean;
let line: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", { addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal("document", { addEventListener: vi.fn(), removeEventListener: vi.fn(), visibilityState: "visible" });
  Socket.all = [];
  told = [];
  home = true;
  line = new Connection(
    "ws://table",
    () => ({ type: "hello", protocol: 1, game: "g" }),
    (message) => told.push(message),
    () => ({ type: "card", who: 0 }),
    () => Promise.resolve(home),
  );
  Socket.last.up();
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to the server", () => {
  it("greets, and is up when it is welcomed", () => {
    expect(Socket.last.sent[0]).toMatchObject({ type: "hello", n: 1 });
    expect(line.line).toBe("up");
    expect(told.map((message) => message.type)).toEqual(["welcome"]);
  });

  it("knows which answer belongs to which question", async () => {
    const first = line.ask({ type: "card", who: 1 });
    const second = line.ask({ type: "card", who: 2 });
    await vi.advanceTimersByTimeAsync(0);
    const [, one, two] = Socket.last.sent;
    Socket.last.tell({ type: "refused", reasons: ["no"], re: two!.n });
    Socket.last.tell({ type: "done", re: one!.n });
    expect((await first).type).toBe("done");
    expect((await second).type).toBe("refused");
  });

  it("tells a fault from an answer, and silence from both", async () => {
    const faulty = expect(line.ask({ type: "card", who: 1 })).rejects.toBeInstanceOf(Faulty);
    await vi.advanceTimersByTimeAsync(0);
    Socket.last.tell({ type: "fault", code: "broken", words: "It stumbled.", re: Socket.last.sent.at(-1)!.n });
    await faulty;
    const silent = expect(line.ask({ type: "card", who: 1 })).rejects.toBeInstanceOf(Unanswered);
    await vi.advanceTimersByTimeAsync(15_000);
    await silent;
  });

  it("opens itself again within a second, as long as it takes", async () => {
    const asked = expect(line.ask({ type: "card", who: 1 })).rejects.toBeInstanceOf(Unanswered);
    await vi.advanceTimersByTimeAsync(0);
    Socket.last.onclose?.();
    await asked;
    expect(line.line).toBe("broken");
    for (let tries = 0; tries < 20; tries++) {
      const before = Socket.all.length;
      await vi.advanceTimersByTimeAsync(1000);
      expect(Socket.all.length).toBe(before + 1);
      Socket.last.onclose?.();
    }
    await vi.advanceTimersByTimeAsync(1000);
    Socket.last.up();
    expect(line.line).toBe("up");
  });

  it("asks rarely for a server that does not come back, and still finds it", async () => {
    let asked = 0;
    home = false;
    line.close();
    line = new Connection(
      "ws://table",
      () => ({ type: "hello", protocol: 1, game: "g" }),
      () => {},
      () => ({ type: "card", who: 0 }),
      () => Promise.resolve((asked++, home)),
    );
    Socket.last.onclose?.();
    await vi.advanceTimersByTimeAsync(90_000);
    asked = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(20);
    home = true;
    await vi.advanceTimersByTimeAsync(7_000);
    Socket.last.up();
    expect(line.line).toBe("up");
  });

  it("opens no socket in vain while nobody is at home: a browser would hold the next ones back", async () => {
    home = false;
    Socket.last.onclose?.();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(line.line).toBe("broken");
    expect(Socket.all.length).toBe(1);
    home = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(Socket.all.length).toBe(2);
  });

  it("gives up where the server says that it is of no use", async () => {
    Socket.last.tell({ type: "fault", code: "token", words: "This link opens no seat here.", last: true });
    Socket.last.onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(line.line).toBe("closed");
    expect(line.fault?.code).toBe("token");
    expect(Socket.all.length).toBe(1);
    line.retry();
    expect(Socket.all.length).toBe(2);
  });

  it("does not hurry where it was told to wait", async () => {
    Socket.last.tell({ type: "fault", code: "too-fast", words: "Wait a minute.", last: true });
    Socket.last.onclose?.();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(Socket.all.length).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(Socket.all.length).toBe(2);
  });

  it("finds out that a silent line is dead, and lets a living one be", async () => {
    await vi.advanceTimersByTimeAsync(46_000);
    expect(Socket.last.sent.at(-1)).toMatchObject({ type: "card" });
    Socket.last.tell({ type: "refused", reasons: [], re: Socket.last.sent.at(-1)!.n });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(line.line).toBe("up");
    await vi.advanceTimersByTimeAsync(41_000);
    expect(Socket.all.length).toBeGreaterThan(1);
    expect(line.line).toBe("broken");
  });

  it("lets looking wait where much was said, but no decision", async () => {
    for (let n = 0; n < 60; n++) line.ask({ type: "card", who: n }).catch(() => undefined);
    line.ask({ type: "undo", seat: 0 }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    const { sent } = Socket.last;
    expect(sent.length).toBeLessThan(45);
    expect(sent.at(-1)).toMatchObject({ type: "undo" });
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.filter((said) => said.type === "card").length).toBe(60);
  });
});
