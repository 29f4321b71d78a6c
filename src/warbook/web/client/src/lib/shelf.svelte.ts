// The battles of this browser: which there are, and the tokens of the seats.  Nobody else has them.

import type { Link } from "../protocol.gen";

/** A battle that this browser knows.  `mine` are the tokens of the seats that are played here, `links` all that can be
 * given away: those that were handed out when it was opened. */
export interface Kept {
  id: string;
  title: string;
  ruleset: string;
  scenario: string;
  sides: string[];
  mine: string[];
  links: Link[];
  /** This browser's share of the dice (see share.ts). */
  share?: string;
  touched: number;
  over: boolean;
  /** What was the state when it was last looked at: whose turn. */
  turn: "yours" | "theirs" | "";
}

const KEY = "warbook.battles";
const MOST = 200;

function stored(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const kept = value as Partial<Kept>;
  return typeof kept.id === "string" && Array.isArray(kept.mine) && Array.isArray(kept.links) && Array.isArray(kept.sides);
}

class Shelf {
  battles = $state.raw<readonly Kept[]>(stored());

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.battles = stored();
    });
  }

  find(id: string): Kept | undefined {
    return this.battles.find((battle) => battle.id === id);
  }

  /** Keep what is new about a battle. */
  keep(id: string, news: Partial<Kept>): void {
    const usual: Kept = {
      id, title: "", ruleset: "", scenario: "", sides: [], mine: [], links: [], touched: Date.now(), over: false, turn: "",
    };
    const before = this.find(id) ?? usual;
    const after = { ...before, ...news };
    if (same(before, after) && this.find(id) !== undefined) return;
    const others = stored().filter((battle) => battle.id !== id);
    this.#store([after, ...others].sort((a, b) => b.touched - a.touched).slice(0, MOST));
  }

  /** A token for a seat that somebody was given. */
  take(id: string, token: string): void {
    const mine = this.find(id)?.mine ?? [];
    this.keep(id, { mine: mine.includes(token) ? mine : [...mine, token], touched: Date.now() });
  }

  forget(id: string): void {
    this.#store(stored().filter((battle) => battle.id !== id));
  }

  #store(battles: Kept[]): void {
    this.battles = battles;
    try {
      localStorage.setItem(KEY, JSON.stringify(battles));
    } catch {
      // A browser that keeps nothing: the battles are known until the page is closed.
    }
  }
}

function same(one: Kept, other: Kept): boolean {
  return JSON.stringify({ ...one, touched: 0 }) === JSON.stringify({ ...other, touched: 0 }) && one.touched === other.touched;
}

export const shelf = new Shelf();
