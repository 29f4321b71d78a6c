// The table: what all parts of the page share about one battle.  It says what the referee told and asks what the person
// at the screen does; it knows no rule.

import type {
  Asked,
  Body,
  DieInfo,
  Entry,
  Fault,
  Opened,
  AnswerOption,
  Order,
  PastTold,
  Position,
  SeatInfo,
  Server,
  Service,
  Spoken,
  Tableau,
  Welcome,
} from "../protocol.gen";
import { Answering } from "./answering.svelte";
import { sameAt } from "./answers";
import { askFor, isNoReply, perform } from "./ask";
import { Chance } from "./chance.svelte";
import { Connection, type OutgoingMessage } from "./connection.svelte";
import type { Drawing } from "./drawing";
import { atHome } from "./house";
import { Odds } from "./odds.svelte";
import type { Outcome } from "./outcome";
import { Referee } from "./referee.svelte";
import { Selection } from "./selection.svelte";
import { t } from "./texts";

/** Who speaks in the chat for the referee. */
export const REFEREE = -2;

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

  hovered = $state(-1);
  /** The model that is selected. */
  readonly selection = new Selection(this);
  /** What is being drawn for a question about a path, a place or a facing; the board makes it. */
  draft = $state.raw<Drawing | null>(null);
  /** The answer at which somebody points or that is about to be given; the board lights whom it names. */
  pointed = $state.raw<unknown>(undefined);
  /** Why the last thing that was done here was not, or what became of an answer that was kept. */
  reasonsShown = $state.raw<readonly string[]>([]);
  /** Counts how often everything is asked again that was not answered. */
  retries = $state(0);
  /** What somebody is about to say in the chat. */
  saying = $state("");
  readonly odds = new Odds(this);
  /** What the board asks about the open question. */
  readonly referee = new Referee(this);
  /** Answers by lot what somebody does not care to decide. */
  readonly chance = new Chance(this);

  readonly tableau: Tableau | null = $derived(this.past?.tableau ?? this.position?.tableau ?? null);
  /** Whether the position is shown as it is now. */
  readonly live: boolean = $derived(this.past === null);
  readonly yours: readonly number[] = $derived(this.welcome?.yours ?? []);
  /** The seat that takes the screen where several are asked at once; -1: the first of them. */
  seatAtScreen = $state(-1);
  /** The question to the person at the screen, also while they look back. */
  readonly question: Asked | null = $derived(
    this.position?.asked.find((asked) => asked.seat === this.seatAtScreen) ?? this.position?.asked[0] ?? null,
  );
  /** The seat for which the person at the screen acts now, -1 for those who watch. */
  readonly hand: number = $derived(this.question?.seat ?? this.position?.eyes ?? this.yours[0] ?? -1);
  /** The question that the person at the screen can answer now. */
  readonly asked: Asked | null = $derived(this.live ? this.question : null);
  /** Whether a position shows what only its eyes may see. */
  readonly secrets: boolean = $derived(this.welcome?.game.secrets ?? false);
  readonly betweenBodies: boolean = $derived(this.welcome?.game.between_bodies ?? false);
  /** The dice of the game that bear symbols. */
  readonly dice: readonly DieInfo[] = $derived(this.welcome?.dice ?? []);
  /** Whether there is a board to draw; a game need not have one. */
  readonly hasBoard: boolean = $derived(Number(this.welcome?.board["width"] ?? 0) > 0);
  readonly bodies: ReadonlyMap<number, Body> = $derived(new Map(this.tableau?.bodies.map((body) => [body.id, body])));

  /** Whether the reasons shown stay until something is done here, however the battle goes on. */
  reasonsStay = false;
  /** The position in which something was done last at this screen. */
  actedIn: Position | null = null;

  readonly #answering: Answering;
  #arrived = 0; // when the position came, in milliseconds of a clock that nobody sets
  #undoneSeat = -1; // the seat whose choice was taken back last at this screen

  /** What this screen gives to the dice of its seats. */
  readonly share: string;

  constructor(game: string, tokens: readonly string[], name: string, share = "") {
    this.game = game;
    this.share = tokens.length > 0 ? share : "";
    this.#answering = new Answering(this);
    const address = new URL(`api/games/${encodeURIComponent(game)}/socket`, document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    this.connection = new Connection(
      address.href,
      () => ({
        type: "hello", protocol: 1, game, tokens: [...tokens], name, share: this.share,
        heard: this.log.length, taken: this.position?.taken ?? 0,
      }),
      (message) => this.#receive(message),
      () => ({ type: "card", seat: this.position?.eyes ?? -1, who: 0 }),
      atHome,
    );
  }

  leave(): void {
    this.chance.stop();
    this.selection.stop();
    this.connection.close();
  }

  // ---- looking ---------------------------------------------------------------------------------------------------

  get selected(): number {
    return this.selection.id;
  }

  /** Select a body (-1: none); its card and aims follow. */
  select(id: number): void {
    this.selection.select(id);
  }

  /** Ask again what was not answered: about what is drawn, the region, the proposals, the model that is selected. */
  retry(): void {
    if (this.referee.failed) this.reasonsShown = [];
    this.referee.failed = false;
    this.retries++;
    void this.draft?.retry();
    if (this.selection.incomplete) void this.selection.fetch();
  }

  /** Show the position as it was after an event. */
  async showPast(step: number, event: number): Promise<void> {
    try {
      this.past = await askFor(this.connection, "past", { type: "past", seat: this.position?.eyes ?? -1, step, event });
    } catch (why) {
      if (!isNoReply(why)) throw why;
      this.reasonsShown = [t.time.unseen(why.message)];
    }
  }

  showPresent(): void {
    this.past = null;
  }

  // ---- deciding --------------------------------------------------------------------------------------------------

  /** While an answer is on its way. */
  get busy(): boolean {
    return this.#answering.busy;
  }

  /** The answer that waits for the line. */
  get keptAnswer(): Answering["kept"] {
    return this.#answering.kept;
  }

  /** Answer the open question. */
  answer(answer: unknown): Promise<Outcome> {
    return this.#answering.answer(answer);
  }

  /** Do not send what was kept. */
  discardKept(): void {
    this.#answering.discard();
  }

  /** Some good answers to the open question; rejects where nobody answers. */
  suggestions(): Promise<readonly AnswerOption[]> {
    return this.referee.suggestions();
  }

  /** Have the page say what became of something that was done at it. */
  showOutcome(outcome: Outcome): Outcome {
    if (outcome.accepted) this.reasonsShown = [];
    else this.reasonsShown = outcome.stale && outcome.reasons.length === 0 ? [t.decide.stale] : outcome.reasons;
    this.reasonsStay = false;
    return outcome;
  }

  /** Have the page say something that the next position does not wipe off: it may be a bot's choice. */
  showReasons(reasons: readonly string[]): void {
    this.reasonsShown = reasons;
    this.reasonsStay = true;
  }

  undo(): Promise<Outcome> {
    const able = this.position?.undo ?? [];
    const seat = [this.#answering.lastSeat, this.hand].find((each) => able.includes(each)) ?? able[0] ?? this.hand;
    this.#undoneSeat = seat;
    return this.#act({ type: "undo", seat });
  }

  /** Begin without the shares of those who have not come. */
  begin(): Promise<Outcome> {
    return this.#act({ type: "begin", seat: this.yours[0] ?? -1 });
  }

  redo(): Promise<Outcome> {
    return this.#act({ type: "redo", seat: this.#undoneSeat >= 0 ? this.#undoneSeat : this.hand });
  }

  consent(seat: number, agree: boolean): Promise<Outcome> {
    return this.#act({ type: "consent", seat, agree });
  }

  stand(seat: number, order: Order): Promise<Outcome> {
    return this.#act({ type: "stand", seat, order });
  }

  /** Take a standing order back, for the seat that gave it. */
  drop(order: Order): Promise<Outcome> {
    return this.#act({ type: "drop", seat: order.seat, order: order.id });
  }

  /** Play on from a point as a battle of its own. */
  branch(step: number, answers: number, players: string[]): Promise<Opened> {
    return askFor(this.connection, "opened", { type: "branch", step, answers, players });
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
    return perform(this.connection, { type: "say", seat: this.hand, words });
  }

  // ---- hearing ---------------------------------------------------------------------------------------------------

  #receive(message: Server): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.service = null; // who is welcomed is told anew
        this.seats = message.seats;
        this.chat = message.chat;
        break;
      case "position":
        this.#showPosition(message);
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

  #showPosition(position: Position): void {
    this.#arrived = performance.now();
    const before = this.position;
    this.log = [...this.log.slice(0, position.since), ...position.log];
    this.position = position;
    if (before !== null && before.eyes !== position.eyes) this.#hideSecrets();
    if (!sameAt(before?.at, position.at) || before?.taken !== position.taken) {
      this.#answering.busy = false; // a new question may be answered before the last answer is confirmed
      this.odds.clear();
      this.pointed = undefined;
      if (!this.reasonsStay) this.reasonsShown = []; // what was said of the last question says nothing of the next
      this.referee.failed = false;
      this.selection.fetchSoon();
      void this.chance.goOn();
    } else if (this.referee.failed || this.draft?.lost || this.selection.incomplete) this.retry(); // the line is back
    this.#answering.sendKept();
  }

  /** What was shown to somebody else's eyes is not shown to these. */
  #hideSecrets(): void {
    this.past = null;
    this.selection.hide();
  }

  async #act(message: OutgoingMessage): Promise<Outcome> {
    this.actedIn = this.position;
    return this.showOutcome(await perform(this.connection, message));
  }
}
