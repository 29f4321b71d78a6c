// Chance: answers open questions by lot, with one of the answers that the referee suggests.

import type { Asked, AnswerOption } from "../protocol.gen";
import type { Outcome } from "./outcome";
import { t } from "./texts";

/** What chance needs of a table. */
export interface Asker {
  readonly asked: Asked | null;
  suggestions(): Promise<readonly AnswerOption[]>;
  answer(answer: unknown): Promise<Outcome>;
}

const GONE: Outcome = { accepted: false, reasons: [], stale: true };

export class Chance {
  /** The questions that it goes on answering: those of this key, to this seat. */
  going = $state.raw<{ seat: number; key: string } | null>(null);
  /** Why it stopped, if it was refused something. */
  whyStopped = $state.raw<readonly string[]>([]);

  #busy = false;

  constructor(
    private readonly table: Asker,
    private readonly draw: () => number = Math.random,
  ) {}

  /** Answer the open question, and nothing more. */
  async one(): Promise<Outcome> {
    const { asked } = this.table;
    if (asked === null) return GONE;
    const options = await this.table.suggestions().catch(() => null);
    if (options === null) return { accepted: false, reasons: same(asked, this.table.asked) ? [t.decide.noLot] : [], stale: true };
    const option = options[Math.floor(this.draw() * options.length)];
    if (option === undefined || !same(asked, this.table.asked)) return GONE;
    return this.table.answer(option.answer);
  }

  /** Answer the open question and those like it that follow, until something else is asked or somebody stops it. */
  async rest(): Promise<void> {
    const { asked } = this.table;
    if (asked === null) return;
    this.going = { seat: asked.seat, key: asked.key };
    this.whyStopped = [];
    await this.goOn();
  }

  stop(): void {
    this.going = null;
  }

  /** The position is another: answer what is asked now, if it is still of the kind.  Where another seat decides between
   * two of these questions, it is waited for. */
  async goOn(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#wanted()) {
        const outcome = await this.one();
        if (outcome.accepted) continue;
        if (outcome.stale && outcome.reasons.length === 0) break; // the next position calls again
        this.whyStopped = outcome.reasons;
        this.stop();
      }
    } finally {
      this.#busy = false;
    }
  }

  /** Whether the open question is one of those; where it is of another kind, it is over. */
  #wanted(): boolean {
    const { asked } = this.table;
    if (this.going === null || asked === null) return false;
    if (asked.key !== this.going.key) this.stop();
    return this.going !== null && asked.seat === this.going.seat;
  }
}

function same(one: Asked, other: Asked | null): boolean {
  return other !== null && one.seat === other.seat && one.at[0] === other.at[0] && one.at[1] === other.at[1];
}
