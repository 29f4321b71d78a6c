// Giving answers: one at a time, and one that cannot be sent, or that nobody confirms, is kept until the line is back.

import type { Asked, Position } from "../protocol.gen";
import { labelOf, sameAt, type Answer } from "./answers";
import { outcomeOf, outcomeWithoutReply } from "./ask";
import { Unanswered, type Connection } from "./connection.svelte";
import * as storage from "./kept";
import type { Outcome } from "./outcome";
import { t } from "./texts";

/** What answering needs of a table. */
export interface Battle {
  readonly game: string;
  readonly connection: Connection;
  readonly position: Position | null;
  readonly asked: Asked | null;
  actedIn: Position | null;
  side(seat: number): string;
  showOutcome(outcome: Outcome): Outcome;
  showReasons(reasons: readonly string[]): void;
}

/** An answer that waits for the line, and whether it was perhaps sent before. */
type Kept = Answer & { sent: boolean };

export class Answering {
  /** While an answer is on its way. */
  busy = $state(false);
  /** An answer that could not be sent, or that nobody confirmed: it is sent when the line is back, if the question is
   * still the same. */
  kept = $state.raw<Kept | null>(null);
  /** The seat for which an answer was given last at this screen; -1: none. */
  lastSeat = -1;

  constructor(private readonly battle: Battle) {
    this.kept = storage.find<Kept>(battle.game);
  }

  /** Answer the open question. */
  async answer(answer: unknown): Promise<Outcome> {
    const { asked, position } = this.battle;
    if (asked === null || this.busy) return { accepted: false, reasons: [], stale: true };
    if (this.kept !== null && this.kept.asked.seat !== asked.seat) {
      const side = this.battle.side(this.kept.asked.seat);
      return this.battle.showOutcome({ accepted: false, reasons: [t.line.oneKept(side)], stale: false });
    }
    return this.battle.showOutcome(await this.#send({ asked, answer, taken: position?.taken ?? 0 }));
  }

  /** The line is back: send what was kept, once, if the question is the same; else say that it was not, or perhaps. */
  sendKept(): void {
    const { kept } = this;
    if (kept === null) return;
    this.discard();
    if (this.#isStillAsked(kept)) void this.#send(kept).then((outcome) => this.battle.showOutcome(outcome));
    else this.battle.showReasons([kept.sent ? t.line.perhaps(labelOf(kept)) : t.line.notSent(labelOf(kept))]);
  }

  /** Do not send what was kept. */
  discard(): void {
    this.#keep(null);
  }

  /** Send an answer, or keep it until that can be done. */
  async #send(answer: Answer): Promise<Outcome> {
    const { battle } = this;
    const { seat, at } = answer.asked;
    this.busy = true;
    battle.actedIn = battle.position;
    this.lastSeat = seat;
    this.discard();
    try {
      return outcomeOf(await battle.connection.ask({ type: "choose", seat, at, taken: answer.taken, answer: answer.answer }));
    } catch (why) {
      if (!(why instanceof Unanswered) || !this.#isStillAsked(answer)) return outcomeWithoutReply(why);
      this.#keep({ ...answer, sent: why.sent });
      battle.connection.renew();
      return { accepted: false, reasons: [], stale: false };
    } finally {
      this.busy = false;
    }
  }

  /** Keep an answer, also where the page is loaded again meanwhile; null: nothing is kept any more. */
  #keep(answer: Kept | null): void {
    this.kept = answer;
    storage.put(this.battle.game, answer);
  }

  #isStillAsked({ asked, taken }: Answer): boolean {
    const { position } = this.battle;
    const open = position?.asked.find((each) => each.seat === asked.seat);
    return sameAt(asked.at, open?.at) && asked.key === open?.key && taken === position?.taken;
  }
}
