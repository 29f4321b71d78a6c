// The odds of answers to the open question, asked for when somebody looks at an answer.

import { SvelteMap } from "svelte/reactivity";
import type { Asked, OddsTold, Position } from "../protocol.gen";
import { keyOf, sameAt, type Answer } from "./answers";
import { askFor, isNoReply, Stale } from "./ask";
import type { Connection } from "./connection.svelte";

/** What the odds need of a table. */
export interface Battle {
  readonly connection: Connection;
  readonly position: Position | null;
  readonly asked: Asked | null;
}

export class Odds {
  /** By the keys of the answers. */
  readonly known = new SvelteMap<string, OddsTold>();
  /** Why the odds of an answer are not known, where they were asked for and could not be told. */
  readonly unknown = new SvelteMap<string, string>();

  #asked = new Map<string, Promise<void>>();
  #estimated: Answer | null = null; // the answer whose odds are to be counted with more care
  #refining = false;

  constructor(private readonly battle: Battle) {}

  of(answer: unknown): OddsTold | undefined {
    return this.known.get(keyOf(answer));
  }

  whyUnknown(answer: unknown): string | undefined {
    return this.unknown.get(keyOf(answer));
  }

  /** Ask for the odds of an answer; they are known when this is done, unless nobody can tell them.  What could only be
   * estimated at once is counted with more care afterwards. */
  ask(answer: unknown): Promise<void> {
    const { asked, position } = this.battle;
    const key = keyOf(answer);
    if (asked === null || this.known.has(key)) return Promise.resolve();
    const asking = this.#asked.get(key) ?? this.#estimate({ asked, answer, taken: position?.taken ?? 0 });
    this.#asked.set(key, asking);
    return asking;
  }

  /** The question is another. */
  clear(): void {
    this.known.clear();
    this.unknown.clear();
    this.#asked.clear();
  }

  async #estimate(answer: Answer): Promise<void> {
    const odds = await this.#fetch(answer, false);
    this.#asked.delete(keyOf(answer.answer));
    if (odds?.chances.some((chance) => !chance.exact)) void this.#refine(answer);
  }

  /** One answer at a time, and next the last that somebody looked at. */
  async #refine(answer: Answer): Promise<void> {
    this.#estimated = answer;
    if (this.#refining) return;
    this.#refining = true;
    while (this.#estimated !== null) {
      const next = this.#estimated;
      this.#estimated = null;
      await this.#fetch(next, true);
    }
    this.#refining = false;
  }

  /** The odds of an answer; null where they are not told, or the question is another by then. */
  async #fetch({ asked, answer, taken }: Answer, thorough: boolean): Promise<OddsTold | null> {
    const { battle } = this;
    const stillOpen = (): boolean => sameAt(asked.at, battle.position?.at) && taken === battle.position?.taken;
    try {
      const odds = await askFor(battle.connection, "odds", { type: "odds", seat: asked.seat, at: asked.at, answer, thorough });
      if (!stillOpen()) return null;
      this.known.set(keyOf(answer), odds);
      this.unknown.delete(keyOf(answer));
      return odds;
    } catch (why) {
      if (!isNoReply(why)) throw why;
      if (stillOpen() && !(why instanceof Stale)) this.unknown.set(keyOf(answer), why.message);
      return null;
    }
  }
}
