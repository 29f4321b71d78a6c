// The table: what all parts of the page share about one battle.  It says what the referee told and asks what the person
// at the screen does; it knows no rule.

import { SvelteMap } from "svelte/reactivity";
import type {
  Aim,
  Asked,
  Body,
  Card,
  Checked,
  Entry,
  Fault,
  OddsTold,
  Opened,
  AnswerOption,
  Order,
  Outline,
  PastTold,
  Position,
  Refused,
  SeatInfo,
  Server,
  Service,
  Spoken,
  Tableau,
  Welcome,
} from "../protocol.gen";
import type { Outcome } from "./outcome";
import { Chance } from "./chance.svelte";
import { Connection, Faulty, Unanswered, type Said } from "./connection.svelte";
import { atHome } from "./house";
import * as kept from "./kept";
import { t } from "./texts";

/** What is being drawn on the board for a question about a path, a place or a facing.  The board makes it; the decision
 * bar shows how it stands and commits it. */
export interface Draft {
  /** The answer as drawn so far; null while there is none. */
  readonly answer: unknown;
  /** What the referee said of it; null while it has not. */
  readonly checked: Checked | null;
  /** Whether it is legal and whole, so that it can be given. */
  readonly ready: boolean;
  /** What to do next, in a few words. */
  readonly hint: string;
  /** Whether there is something to take back. */
  readonly started: boolean;
  /** Whether it has a facing. */
  readonly turns: boolean;
  /** Go on to a point of the board (in thousandths), or put it there. */
  point(x: number, y: number, z: number): unknown;
  /** Turn it by sixteenths of a circle, counter-clockwise. */
  turn(steps: number): unknown;
  /** Take back the last leg, or the turn. */
  undo(): void;
  /** Begin anew. */
  clear(): void;
  /** Whether the last question about it was not answered. */
  readonly lost: boolean;
  /** Ask that once more. */
  again(): unknown;
}

const SETTLING = 120; // ms after which a position is taken to stay for a while: a bot's choices come one after another

/** An answer that somebody gave, to which question, and how much had been taken back by then. */
interface Given {
  asked: Asked;
  answer: unknown;
  taken: number;
}

/** One that waits for the line, and whether it was perhaps sent before. */
type Kept = Given & { sent: boolean };

/** Where a battle stands: so many finished steps, and so many answers of the next. */
export type At = [number, number];

/** Who speaks in the chat for the referee. */
export const REFEREE = -2;

/** An answer as a key. */
export const keyOf = (answer: unknown): string => JSON.stringify(answer);

/** An answer to a question whose odds somebody wants to know, and how much had been taken back by then. */
interface Weighed {
  asked: Asked;
  answer: unknown;
  taken: number | undefined;
}

/** The question was another by then; the position that shows it is on its way. */
class Stale extends Unanswered {}

export class Table {
  readonly game: string;
  readonly connection: Connection;

  welcome = $state.raw<Welcome | null>(null);
  position = $state.raw<Position | null>(null);
  /** Shown instead of the position while somebody looks back. */
  past = $state.raw<PastTold | null>(null);
  seats = $state.raw<readonly SeatInfo[]>([]);
  watching = $state(0);
  chat = $state.raw<readonly Spoken[]>([]);
  log = $state.raw<readonly Entry[]>([]);
  /** How the server itself is: what it is busy with, or what it cannot do. */
  service = $state.raw<Service | null>(null);
  /** The latest thing that went wrong and closed nothing. */
  fault = $state.raw<Fault | null>(null);

  selected = $state(-1);
  hovered = $state(-1);
  card = $state.raw<Card | null>(null);
  /** Why there is no card of the selected model; nothing while it is on its way. */
  cardless = $state("");
  /** Why nobody knows whom the selected model could aim at. */
  aimless = $state("");
  aims = $state.raw<readonly Aim[]>([]);
  /** What is being drawn for a question about a path, a place or a facing; the board makes it. */
  draft = $state.raw<Draft | null>(null);
  /** The answer at which somebody points or that is about to be given; the board lights whom it names. */
  pointed = $state.raw<unknown>(undefined);
  /** While an answer is on its way. */
  busy = $state(false);
  /** An answer that could not be sent, or that nobody confirmed: it is sent when the line is back, if the question is
   * still the same. */
  kept = $state.raw<Kept | null>(null);
  /** Why the last thing that was done here was not, or what became of an answer that was kept. */
  told = $state.raw<readonly string[]>([]);
  /** Whether that is why something cannot be drawn, which can be asked `again`. */
  undrawn = $state(false);
  /** Counts how often everything is asked again that was not answered. */
  rounds = $state(0);
  /** What somebody is about to say in the chat. */
  saying = $state("");
  readonly odds = new SvelteMap<string, OddsTold>();
  /** Why the odds of an answer are not known, where they were asked for and could not be told. */
  readonly oddless = new SvelteMap<string, string>();
  /** Answers by lot what somebody does not care to decide. */
  readonly chance = new Chance(this);

  readonly tableau: Tableau | null = $derived(this.past?.tableau ?? this.position?.tableau ?? null);
  /** Whether the position is shown as it is now. */
  readonly live: boolean = $derived(this.past === null);
  readonly yours: readonly number[] = $derived(this.welcome?.yours ?? []);
  /** The seat that takes the screen where several are asked at once; -1: the first of them. */
  taken = $state(-1);
  /** The question to the person at the screen, also while they look back. */
  readonly question: Asked | null = $derived(
    this.position?.asked.find((asked) => asked.seat === this.taken) ?? this.position?.asked[0] ?? null,
  );
  /** The seat for which the person at the screen acts now, -1 for those who watch. */
  readonly hand: number = $derived(this.question?.seat ?? this.position?.eyes ?? this.yours[0] ?? -1);
  /** The question that the person at the screen can answer now. */
  readonly asked: Asked | null = $derived(this.live ? this.question : null);
  /** Whether a position shows what only its eyes may see. */
  readonly secrets: boolean = $derived(this.welcome?.game.secrets ?? false);
  readonly betweenBodies: boolean = $derived(this.welcome?.game.between_bodies ?? false);
  /** Whether there is a board to draw; a game need not have one. */
  readonly hasBoard: boolean = $derived(Number(this.welcome?.board["width"] ?? 0) > 0);
  readonly bodies: ReadonlyMap<number, Body> = $derived(new Map(this.tableau?.bodies.map((body) => [body.id, body])));

  #asking = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #counting = new Map<string, Promise<void>>();
  #rough: Weighed | null = null; // the answer whose odds are to be counted with more care
  #refining = false;
  #arrived = 0; // when the position came, in milliseconds of a clock that nobody sets
  #lasts = false; // whether what is told stays until something is done here, however the battle goes on
  #left: Position | null = null; // the position in which something was done last at this screen
  #last = -1; // the seat for which an answer was given last at this screen
  #undone = -1; // the seat whose choice was taken back last at this screen

  /** What this screen gives to the dice of its seats. */
  readonly share: string;

  constructor(game: string, tokens: readonly string[], name: string, share = "") {
    this.game = game;
    this.share = tokens.length > 0 ? share : "";
    this.kept = kept.find<NonNullable<Table["kept"]>>(game);
    const address = new URL(`api/games/${encodeURIComponent(game)}/socket`, document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    this.connection = new Connection(
      address.href,
      () => ({
        type: "hello", protocol: 1, game, tokens: [...tokens], name, share: this.share,
        heard: this.log.length, taken: this.position?.taken ?? 0,
      }),
      (message) => this.#heard(message),
      () => ({ type: "card", seat: this.#eyes(), who: 0 }),
      atHome,
    );
  }

  leave(): void {
    this.chance.stop();
    clearTimeout(this.#later);
    this.connection.close();
  }

  // ---- looking ---------------------------------------------------------------------------------------------------

  /** Select a body (-1: none); its card and aims follow. */
  select(id: number): void {
    if (id === this.selected) return;
    this.selected = id;
    this.card = null;
    this.cardless = this.aimless = "";
    this.aims = [];
    void this.#look();
  }

  /** Ask again what was not answered: about what is drawn, the region, the proposals, the model that is selected. */
  again(): void {
    if (this.undrawn) this.told = [];
    this.undrawn = false;
    this.rounds++;
    void this.draft?.again();
    if (this.cardless !== "" || this.aimless !== "") void this.#look();
  }

  /** The position as it was after an event; null for now. */
  async look(step: number, event: number): Promise<void> {
    try {
      this.past = await this.#told("past", { type: "past", seat: this.#eyes(), step, event });
    } catch (why) {
      if (!(why instanceof Unanswered || why instanceof Faulty)) throw why;
      this.told = [t.time.unseen(why.message)];
    }
  }

  now(): void {
    this.past = null;
  }

  /** Everywhere that an open path or place can lead; null where the question is another by then, or nobody answers. */
  async region(): Promise<Outline | null> {
    const asked = this.asked;
    if (asked === null) return null;
    try {
      return (await this.#drawn("region", { type: "region", seat: asked.seat, at: asked.at })).outline;
    } catch (why) {
      if (why instanceof Unanswered || why instanceof Faulty) return null;
      throw why;
    }
  }

  /** Some good answers, also where they are not a list.  This and the next two reject where nobody answers. */
  async suggestions(): Promise<readonly AnswerOption[]> {
    const { seat, at } = this.#open();
    return (await this.#drawn("suggested", { type: "suggest", seat, at })).options;
  }

  /** What the referee says of an answer. */
  async check(answer: unknown): Promise<Checked> {
    const { seat, at } = this.#open();
    return this.#drawn("checked", { type: "check", seat, at, answer });
  }

  /** The shortest legal way on from these legs to a point (x, y and perhaps z). */
  async route(legs: [number, number, number, number][], to: number[]): Promise<Checked> {
    const { seat, at } = this.#open();
    return this.#drawn("checked", { type: "route", seat, at, legs, to });
  }

  /** Ask for the odds of an answer; they are in `odds` when this is done, unless nobody knows them.  What could only be
   * estimated at once is counted with more care afterwards. */
  askOdds(answer: unknown): Promise<void> {
    const asked = this.asked;
    const key = keyOf(answer);
    if (asked === null || this.odds.has(key)) return Promise.resolve();
    const counting = this.#counting.get(key) ?? this.#count({ asked, answer, taken: this.position?.taken });
    this.#counting.set(key, counting);
    return counting;
  }

  async #count(weighed: Weighed): Promise<void> {
    const told = await this.#weigh(weighed, false);
    this.#counting.delete(keyOf(weighed.answer));
    if (told?.chances.some((chance) => !chance.exact)) void this.#refine(weighed);
  }

  /** One answer at a time, and next the last that somebody looked at. */
  async #refine(weighed: Weighed): Promise<void> {
    this.#rough = weighed;
    if (this.#refining) return;
    this.#refining = true;
    while (this.#rough !== null) {
      const next = this.#rough;
      this.#rough = null;
      await this.#weigh(next, true);
    }
    this.#refining = false;
  }

  /** The odds of an answer; null where they are not told, or the question is another by then. */
  async #weigh({ asked, answer, taken }: Weighed, thorough: boolean): Promise<OddsTold | null> {
    const same = (): boolean => sameAt(asked.at, this.position?.at) && taken === this.position?.taken;
    try {
      const told = await this.#told("odds", { type: "odds", seat: asked.seat, at: asked.at, answer, thorough });
      if (!same()) return null;
      this.odds.set(keyOf(answer), told);
      this.oddless.delete(keyOf(answer));
      return told;
    } catch (why) {
      if (!(why instanceof Unanswered || why instanceof Faulty)) throw why;
      if (same() && !(why instanceof Stale)) this.oddless.set(keyOf(answer), why.message);
      return null;
    }
  }

  // ---- deciding --------------------------------------------------------------------------------------------------

  /** Answer the open question. */
  async answer(answer: unknown): Promise<Outcome> {
    const asked = this.asked;
    if (asked === null || this.busy) return { done: false, reasons: [], stale: true };
    if (this.kept !== null && this.kept.asked.seat !== asked.seat) {
      return this.#tell({ done: false, reasons: [t.line.oneKept(this.side(this.kept.asked.seat))], stale: false });
    }
    return this.#tell(await this.#give({ asked, answer, taken: this.position?.taken ?? 0 }));
  }

  /** Send an answer, or keep it until that can be done. */
  async #give(given: Given): Promise<Outcome> {
    const { seat, at } = given.asked;
    this.busy = true;
    this.#left = this.position;
    this.#last = seat;
    this.#keep(null);
    try {
      return outcome(await this.connection.ask({ type: "choose", seat, at, taken: given.taken, answer: given.answer }));
    } catch (why) {
      if (!(why instanceof Unanswered) || !this.#stillAsked(given)) return unanswered(why);
      this.#keep({ ...given, sent: why.sent });
      this.connection.renew();
      return { done: false, reasons: [], stale: false };
    } finally {
      this.busy = false;
    }
  }

  /** The line is back: send what was kept, once, if the question is the same; else say that it was not, or perhaps. */
  #sendKept(): void {
    const { kept } = this;
    if (kept === null) return;
    this.#keep(null);
    if (this.#stillAsked(kept)) {
      void this.#give(kept).then((found) => this.#tell(found));
      return;
    }
    this.told = [kept.sent ? t.line.perhaps(labelOf(kept)) : t.line.notSent(labelOf(kept))];
    this.#lasts = true; // a bot's next choice must not wipe it off
  }

  /** Do not send what was kept. */
  discard(): void {
    this.#keep(null);
  }

  /** Keep an answer, also where the page is loaded again meanwhile; null: nothing is kept any more. */
  #keep(answer: Kept | null): void {
    this.kept = answer;
    kept.put(this.game, answer);
  }

  #stillAsked({ asked, taken }: Given): boolean {
    const { position } = this;
    const now = position?.asked.find((each) => each.seat === asked.seat);
    return sameAt(asked.at, now?.at) && asked.key === now?.key && taken === position?.taken;
  }

  /** Have the page say what became of something that was done at it. */
  #tell(found: Outcome): Outcome {
    this.told = found.done ? [] : found.stale && found.reasons.length === 0 ? [t.decide.stale] : found.reasons;
    this.#lasts = false;
    return found;
  }

  undo(): Promise<Outcome> {
    const able = this.position?.undo ?? [];
    const seat = [this.#last, this.hand].find((each) => able.includes(each)) ?? able[0] ?? this.hand;
    this.#undone = seat;
    return this.#do({ type: "undo", seat });
  }

  /** Begin without the shares of those who have not come. */
  begin(): Promise<Outcome> {
    return this.#do({ type: "begin", seat: this.yours[0] ?? -1 });
  }

  redo(): Promise<Outcome> {
    return this.#do({ type: "redo", seat: this.#undone >= 0 ? this.#undone : this.hand });
  }

  consent(seat: number, agree: boolean): Promise<Outcome> {
    return this.#do({ type: "consent", seat, agree });
  }

  stand(seat: number, order: Order): Promise<Outcome> {
    return this.#do({ type: "stand", seat, order });
  }

  /** Take a standing order back, for the seat that gave it. */
  drop(order: Order): Promise<Outcome> {
    return this.#do({ type: "drop", seat: order.seat, order: order.id });
  }

  /** Play on from a point as a battle of its own. */
  branch(step: number, answers: number, players: string[]): Promise<Opened> {
    return this.#told("opened", { type: "branch", step, answers, players });
  }

  /** The name of a side, as the battle has it. */
  side(seat: number): string {
    return this.tableau?.sides.find((side) => side.seat === seat)?.name ?? this.seats[seat]?.name ?? "";
  }

  /** When the last words of the chat were said.  Of a long chat a line that comes back has only the end, so that words
   * are told apart by their time and not by their number. */
  get lastSaid(): number {
    return this.chat.at(-1)?.when ?? 0;
  }

  saidSince(when: number): readonly Spoken[] {
    return this.chat.filter((said) => said.when > when);
  }

  /** Say something in the chat, which says itself where that failed. */
  say(words: string): Promise<Outcome> {
    return this.#done({ type: "say", seat: this.hand, words });
  }

  // ---- hearing ---------------------------------------------------------------------------------------------------

  #heard(message: Server): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.service = null; // who is welcomed is told anew
        this.seats = message.seats;
        this.chat = message.chat;
        break;
      case "position":
        this.#placed(message);
        break;
      case "presence":
        this.seats = message.seats;
        this.watching = message.watching;
        break;
      case "chat":
        this.chat = [...this.chat, message.said];
        break;
      case "service":
        this.service = message.words ? message : null;
        break;
      case "fault":
        this.fault = message;
        break;
    }
  }

  /** The server's time now, in seconds since 1970, whatever the clock of this machine says. */
  serverTime(): number {
    return (this.position?.now ?? 0) + (performance.now() - this.#arrived) / 1000;
  }

  #placed(position: Position): void {
    this.#arrived = performance.now();
    const before = this.position;
    this.log = [...this.log.slice(0, position.since), ...position.log];
    this.position = position;
    if (before !== null && before.eyes !== position.eyes) this.#forget();
    if (!sameAt(before?.at, position.at) || before?.taken !== position.taken) {
      this.busy = false; // a new question may be answered before the last answer is confirmed
      this.odds.clear();
      this.oddless.clear();
      this.#counting.clear();
      this.pointed = undefined;
      if (!this.#lasts) this.told = []; // what was said of the last question says nothing of the next
      this.undrawn = false;
      clearTimeout(this.#later);
      this.#later = setTimeout(() => void this.#look(), SETTLING);
      void this.chance.goOn();
    } else if (this.undrawn || this.draft?.lost || this.cardless !== "" || this.aimless !== "") this.again(); // the line is back
    this.#sendKept();
  }

  /** What was shown to somebody else's eyes is not shown to these. */
  #forget(): void {
    this.past = null;
    this.card = null;
    this.aims = [];
  }

  #open(): Asked {
    const asked = this.asked;
    if (asked === null) throw new Unanswered("no question is open");
    return asked;
  }

  async #look(): Promise<void> {
    clearTimeout(this.#later);
    const who = this.selected;
    if (who < 0) return;
    const asking = ++this.#asking;
    const seat = this.#eyes();
    const [card, aims] = await Promise.all([
      this.#card(seat, who),
      this.#aims(seat, who),
    ]);
    if (asking !== this.#asking || who !== this.selected) return;
    this.card = typeof card === "string" ? null : card;
    this.cardless = typeof card === "string" ? card : "";
    this.aims = typeof aims === "string" ? [] : this.#ofAttack(who, aims);
    this.aimless = typeof aims === "string" ? aims : "";
  }

  /** The lines of the attack that the open question is about, where it is one of this model's; else all of them. */
  #ofAttack(who: number, aims: readonly Aim[]): readonly Aim[] {
    const asked = this.asked;
    if (asked === null || asked.actor !== who || asked.weapon === "") return aims;
    const those = aims.filter((aim) => aim.weapon === asked.weapon);
    return those.length > 0 ? those : aims;
  }

  /** The card of a model, or why there is none. */
  async #card(seat: number, who: number): Promise<Card | string> {
    try {
      return (await this.#told("card", { type: "card", seat, who })).card;
    } catch (why) {
      if (why instanceof Unanswered || why instanceof Faulty) return why.message;
      throw why;
    }
  }

  /** Whom a model could aim at, or why nobody knows. */
  async #aims(seat: number, who: number): Promise<readonly Aim[] | string> {
    try {
      return (await this.#told("aims", { type: "aims", seat, who })).aims;
    } catch (why) {
      if (why instanceof Stale) return []; // the next position asks again
      if (why instanceof Unanswered || why instanceof Faulty) return why.message;
      throw why;
    }
  }

  #eyes(): number {
    return this.position?.eyes ?? -1;
  }

  /** An answer of the type that was wanted, or a rejection. */
  async #told<T extends Server["type"]>(wanted: T, message: Said): Promise<Extract<Server, { type: T }>> {
    const told = await this.connection.ask(message);
    if (told.type === wanted) return told as Extract<Server, { type: T }>;
    if (told.type === "refused" && told.stale) throw new Stale(told.reasons.join("; "));
    throw new Unanswered(told.type === "refused" ? told.reasons.join("; ") : "another answer came");
  }

  /** The same of what is drawn on the board: where nobody can tell, the page says why, until somebody can. */
  async #drawn<T extends Server["type"]>(wanted: T, message: Said): Promise<Extract<Server, { type: T }>> {
    const { question, position } = this;
    const over = (): boolean => !sameAt(question?.at, this.question?.at) || position?.taken !== this.position?.taken;
    try {
      const told = await this.#told(wanted, message);
      if (over()) this.#late(position);
      if (this.undrawn) this.told = [];
      this.undrawn = false;
      return told;
    } catch (why) {
      if (!(why instanceof Unanswered || why instanceof Faulty)) throw why;
      if (over() || why instanceof Stale) this.#late(position);
      else {
        this.told = [t.decide.undrawn(why.message)];
        this.undrawn = true;
      }
      throw why;
    }
  }

  /** Say that what was asked about a position came too late, unless it was left by what was done at this screen. */
  #late(position: Position | null): void {
    if (position === null || position === this.#left || this.told.length > 0) return;
    this.told = [t.decide.late];
    this.#lasts = true; // the position that made it late may still be on its way
  }

  async #do(message: Said): Promise<Outcome> {
    this.#left = this.position;
    return this.#tell(await this.#done(message));
  }

  async #done(message: Said): Promise<Outcome> {
    try {
      return outcome(await this.connection.ask(message));
    } catch (why) {
      return unanswered(why);
    }
  }
}

function sameAt(one: At | undefined, other: At | undefined): boolean {
  return one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
}

function outcome(told: Server): Outcome {
  if (told.type === "refused") return { done: false, reasons: (told satisfies Refused).reasons, stale: told.stale };
  return { done: true };
}

function unanswered(why: unknown): Outcome {
  if (why instanceof Faulty) return { done: false, reasons: [why.message, why.fault.todo].filter(Boolean), stale: false };
  if (why instanceof Unanswered) return { done: false, reasons: [why.sent ? t.line.silent : t.line.offline], stale: false };
  throw why;
}

/** An answer in words: a secret one, or one that was drawn, by its question. */
export function labelOf({ asked, answer }: Pick<Given, "asked" | "answer">): string {
  if (asked.secret) return asked.prompt;
  return asked.options.find((option) => keyOf(option.answer) === keyOf(answer))?.label ?? asked.prompt;
}
