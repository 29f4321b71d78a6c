// The model that is selected: its card, and whom it could aim at.

import type { Aim, Asked, Card, Position } from "../protocol.gen";
import { askFor, isNoReply, Stale } from "./ask";
import type { Connection } from "./connection.svelte";

/** What the selection needs of a table. */
export interface Battle {
  readonly connection: Connection;
  readonly position: Position | null;
  readonly asked: Asked | null;
}

const SETTLING = 120; // ms after which a position is taken to stay for a while: a bot's choices come one after another

export class Selection {
  /** The body that is selected; -1: none. */
  id = $state(-1);
  card = $state.raw<Card | null>(null);
  /** Why there is no card of it; nothing while it is on its way. */
  whyNoCard = $state("");
  aims = $state.raw<readonly Aim[]>([]);
  /** Why nobody knows whom it could aim at. */
  whyNoAims = $state("");

  #requests = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly battle: Battle) {}

  /** Whether something about it was asked and not answered. */
  get incomplete(): boolean {
    return this.whyNoCard !== "" || this.whyNoAims !== "";
  }

  /** Select a body; its card and aims follow. */
  select(id: number): void {
    if (id === this.id) return;
    this.id = id;
    this.card = null;
    this.whyNoCard = this.whyNoAims = "";
    this.aims = [];
    void this.fetch();
  }

  /** Ask for the card and the aims, once the position stays for a while. */
  fetchSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.fetch(), SETTLING);
  }

  /** What was shown to somebody else's eyes is not shown to these. */
  hide(): void {
    this.card = null;
    this.aims = [];
  }

  stop(): void {
    clearTimeout(this.#settling);
  }

  async fetch(): Promise<void> {
    clearTimeout(this.#settling);
    const who = this.id;
    if (who < 0) return;
    const request = ++this.#requests;
    const seat = this.battle.position?.eyes ?? -1;
    const [card, aims] = await Promise.all([this.#fetchCard(seat, who), this.#fetchAims(seat, who)]);
    if (request !== this.#requests || who !== this.id) return;
    this.card = typeof card === "string" ? null : card;
    this.whyNoCard = typeof card === "string" ? card : "";
    this.aims = typeof aims === "string" ? [] : this.#ofAttack(who, aims);
    this.whyNoAims = typeof aims === "string" ? aims : "";
  }

  /** The card of a model, or why there is none. */
  async #fetchCard(seat: number, who: number): Promise<Card | string> {
    try {
      return (await askFor(this.battle.connection, "card", { type: "card", seat, who })).card;
    } catch (why) {
      if (isNoReply(why)) return why.message;
      throw why;
    }
  }

  /** Whom a model could aim at, or why nobody knows. */
  async #fetchAims(seat: number, who: number): Promise<readonly Aim[] | string> {
    try {
      return (await askFor(this.battle.connection, "aims", { type: "aims", seat, who })).aims;
    } catch (why) {
      if (why instanceof Stale) return []; // the next position asks again
      if (isNoReply(why)) return why.message;
      throw why;
    }
  }

  /** The lines of the attack that the open question is about, where it is one of this model's; else all of them. */
  #ofAttack(who: number, aims: readonly Aim[]): readonly Aim[] {
    const { asked, position } = this.battle;
    const unit = position?.tableau.bodies.find((body) => body.id === who)?.unit ?? -1;
    if (asked === null || asked.actor < 0 || ![who, unit].includes(asked.actor) || asked.weapon === "") return aims;
    const those = aims.filter((aim) => aim.weapon === asked.weapon);
    return those.length > 0 ? those : aims;
  }
}
