// The line to the server: one WebSocket, opened again whenever it breaks, and questions that know their answers.

import type { Client, Fault, Server } from "../protocol.gen";
import { Pace } from "./pace";
import { parseMessage } from "./wire";

/** How a line stands: being opened for the first time, up, broken and being opened again, or given up. */
export type Line = "opening" | "up" | "broken" | "closed";

/** What a client says, but for its number. */
export type OutgoingMessage = Client extends infer M ? (M extends { type: string } ? Omit<M, "n"> : never) : never;

/** Nobody answered: the line broke or time ran out.  Where it was `sent`, the next position tells whether it was done. */
export class Unanswered extends Error {
  constructor(
    why: string,
    readonly sent = false,
  ) {
    super(why);
  }
}

/** The server says that something is wrong with what was asked. */
export class Faulty extends Error {
  constructor(readonly fault: Fault) {
    super(fault.words);
  }
}

interface Waiting {
  resolve(message: Server): void;
  reject(why: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

const PATIENCE = 12_000; // ms for an answer
const SILENCE = 45_000; // ms without a word, after which somebody is asked whether the line still holds
const PROBING = 5_000; // ms for the answer to that
const OPENING = 5_000; // ms for the line to open
const PAUSES = [60, 150, 300]; // ms between tries, give or take a quarter; the last one repeats
const HOPEFUL = 200; // tries, about a minute: a server that is only started again is back by then
const RARELY = 5_000; // ms between the tries after those: a page may stay open for days without a server
const RATE = 14; // messages a second; the server takes 20
const BURST = 40; // messages at once; the server takes 80
const PATIENT: readonly Client["type"][] = ["check", "route", "region", "suggest", "odds", "card", "aims", "past"];
const FOR_GOOD: readonly Fault["code"][] = ["version", "no-game", "token", "full", "message", "too-large"];
/** How long (in ms) to wait where the server itself closed the line, and would do so again at once. */
const RESTS: Partial<Record<Fault["code"], number>> = { "too-fast": 20_000, broken: 3_000, slow: 1_000 };

export class Connection {
  line = $state<Line>("opening");
  /** What the server said was wrong last, if it closed the line for it. */
  fault = $state.raw<Fault | null>(null);

  #address: string;
  #greet: () => OutgoingMessage;
  #listen: (message: Server) => void;
  #socket: WebSocket | null = null;
  #number = 0;
  #pace = new Pace(RATE, BURST);
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #knocks = 0; // counts what ends or begins a try, so that a knock that is answered late opens nothing
  #silent: ReturnType<typeof setTimeout> | undefined;
  #probe: () => OutgoingMessage;
  #home: () => Promise<boolean>;
  #awake = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.line === "broken") this.#open();
    else if (this.line === "up") this.#hush(0);
  };

  /** `greet` gives the first message of each line; `listen` hears all that is told; `probe` gives a question that costs
   * the server little, to see whether it is there; `home` says whether somebody is there at all, without a socket. */
  constructor(
    address: string,
    greet: () => OutgoingMessage,
    listen: (message: Server) => void,
    probe: () => OutgoingMessage,
    home: () => Promise<boolean>,
  ) {
    this.#address = address;
    this.#greet = greet;
    this.#listen = listen;
    this.#probe = probe;
    this.#home = home;
    window.addEventListener("online", this.#awake);
    document.addEventListener("visibilitychange", this.#awake);
    this.#open();
  }

  /** Say something that is answered.  Rejects with `Unanswered` or `Faulty`.  Looking waits where much was said;
   * deciding does not. */
  async ask(message: OutgoingMessage, patience = PATIENCE): Promise<Server> {
    const socket = this.#socket;
    for (let pause = this.#pace.wait(); pause > 0 && PATIENT.includes(message.type); pause = this.#pace.wait()) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#socket !== socket) throw new Unanswered("the line broke");
    }
    return new Promise((resolve, reject) => {
      if (this.line !== "up") {
        reject(new Unanswered("the line is broken"));
        return;
      }
      const n = this.#send(message);
      const timer = setTimeout(() => {
        this.#waiting.delete(n);
        reject(new Unanswered("no answer came", true));
      }, patience);
      this.#waiting.set(n, { resolve, reject, timer });
    });
  }

  /** Open another line in the place of one on which no answer comes, so that the server tells how things stand. */
  renew(): void {
    if (this.line === "up") this.#broken();
  }

  /** Try to open a line that was given up. */
  retry(): void {
    this.fault = null;
    this.#tries = 0;
    this.line = "broken";
    this.#open();
  }

  close(): void {
    window.removeEventListener("online", this.#awake);
    document.removeEventListener("visibilitychange", this.#awake);
    this.#end("closed");
  }

  /** Open the line when somebody is at home.  A socket that is opened in vain again and again is held back by the
   * browser, in the end for seconds; a request is not. */
  async #knock(): Promise<void> {
    const knock = ++this.#knocks;
    const home = await this.#home();
    if (knock !== this.#knocks) return;
    if (home) this.#open();
    else this.#broken();
  }

  #open(): void {
    this.#knocks++;
    clearTimeout(this.#retryTimer);
    this.#drop();
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    const timeout = setTimeout(() => socket.close(), OPENING);
    socket.onopen = () => {
      clearTimeout(timeout);
      this.#pace = new Pace(RATE, BURST);
      this.#send(this.#greet());
      this.#hush();
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(event.data);
    socket.onclose = () => {
      clearTimeout(timeout);
      if (this.#socket === socket) this.#broken();
    };
  }

  #send(message: OutgoingMessage): number {
    const n = ++this.#number;
    this.#pace.take();
    this.#socket?.send(JSON.stringify({ ...message, n }));
    return n;
  }

  #hear(text: string): void {
    this.#hush();
    const message = parseMessage(text);
    if (message.type === "welcome") {
      this.line = "up";
      this.#tries = 0;
      this.fault = null;
    }
    if (message.type === "fault" && message.last) {
      this.fault = message;
      if (FOR_GOOD.includes(message.code)) {
        this.#end("closed");
        return;
      }
    }
    const waiting = this.#waiting.get(message.re);
    if (waiting !== undefined) {
      this.#waiting.delete(message.re);
      clearTimeout(waiting.timer);
      if (message.type === "fault") waiting.reject(new Faulty(message));
      else waiting.resolve(message);
    }
    this.#listen(message);
  }

  #broken(): void {
    this.#end(this.line === "opening" ? "opening" : "broken");
    const usual = this.#tries < HOPEFUL ? (PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 300) : RARELY;
    this.#tries++;
    const pause = usual * (0.75 + Math.random() / 2);
    const rest = this.fault === null ? 0 : (RESTS[this.fault.code] ?? 0);
    this.#retryTimer = setTimeout(() => void this.#knock(), Math.max(pause, rest));
    if (this.#tries > 3) this.line = "broken";
  }

  #end(line: Line): void {
    this.#knocks++;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silent);
    this.#drop();
    this.line = line;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Unanswered("the line broke", true));
    }
    this.#waiting.clear();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** After a while of silence (in ms), see whether the line still holds: a network that is gone does not say so. */
  #hush(silence = SILENCE): void {
    clearTimeout(this.#silent);
    const socket = this.#socket;
    this.#silent = setTimeout(async () => {
      if (this.line !== "up") return;
      try {
        await this.ask(this.#probe(), PROBING);
      } catch (why) {
        if (why instanceof Unanswered && this.#socket === socket) this.#broken();
      }
    }, silence);
  }
}
