// What the board asks the referee about the open question: what can be reached, what is legal, what would be good.
// Where nobody can tell, the page says why, until somebody can.

import type { AnswerOption, Asked, Checked, Outline, Position, Server } from "../protocol.gen";
import { sameAt } from "./answers";
import { askFor, isNoReply, Stale, type Reply } from "./ask";
import { Unanswered, type Connection, type OutgoingMessage } from "./connection.svelte";
import { t } from "./texts";

/** What questions to the referee need of a table. */
export interface Battle {
  readonly connection: Connection;
  readonly position: Position | null;
  /** The position in which something was done last at this screen. */
  readonly actedIn: Position | null;
  readonly question: Asked | null;
  readonly asked: Asked | null;
  reasonsShown: readonly string[];
  reasonsStay: boolean;
}

export class Referee {
  /** Whether something could not be told, so that it can be asked once more; the reasons shown say why. */
  failed = $state(false);

  constructor(private readonly battle: Battle) {}

  /** Everywhere that an open path or place can lead; null where the question is another by then, or nobody answers. */
  async region(): Promise<Outline | null> {
    const { asked } = this.battle;
    if (asked === null) return null;
    try {
      return (await this.#ask("region", { type: "region", seat: asked.seat, at: asked.at })).outline;
    } catch (why) {
      if (isNoReply(why)) return null;
      throw why;
    }
  }

  /** Some good answers, also where they are not a list.  This and the next two reject where nobody answers. */
  async suggestions(): Promise<readonly AnswerOption[]> {
    const { seat, at } = this.#open();
    return (await this.#ask("suggested", { type: "suggest", seat, at })).options;
  }

  /** What the referee says of an answer. */
  async check(answer: unknown): Promise<Checked> {
    const { seat, at } = this.#open();
    return this.#ask("checked", { type: "check", seat, at, answer });
  }

  /** The shortest legal way on from these legs to a point (x, y and perhaps z); of a unit, that of a member whom the rest
   * follow, or who goes alone in an answer. */
  async route(legs: [number, number, number, number][], to: number[], who = -1, answer: unknown = null): Promise<Checked> {
    const { seat, at } = this.#open();
    return this.#ask("checked", { type: "route", seat, at, legs, to, who, answer });
  }

  #open(): Asked {
    const { asked } = this.battle;
    if (asked === null) throw new Unanswered("no question is open");
    return asked;
  }

  async #ask<T extends Server["type"]>(wanted: T, message: OutgoingMessage): Promise<Reply<T>> {
    const { battle } = this;
    const { question, position } = battle;
    const outdated = (): boolean => !sameAt(question?.at, battle.question?.at) || position?.taken !== battle.position?.taken;
    try {
      const reply = await askFor(battle.connection, wanted, message);
      if (outdated()) this.#showTooLate(position);
      if (this.failed) battle.reasonsShown = [];
      this.failed = false;
      return reply;
    } catch (why) {
      if (!isNoReply(why)) throw why;
      if (outdated() || why instanceof Stale) this.#showTooLate(position);
      else {
        battle.reasonsShown = [t.decide.undrawn(why.message)];
        this.failed = true;
      }
      throw why;
    }
  }

  /** Say that what was asked about a position came too late, unless something was done in it at this screen. */
  #showTooLate(position: Position | null): void {
    const { battle } = this;
    if (position === null || position === battle.actedIn || battle.reasonsShown.length > 0) return;
    battle.reasonsShown = [t.decide.late];
    battle.reasonsStay = true; // the position that made it late may still be on its way
  }
}
