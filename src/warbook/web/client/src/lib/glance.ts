// A short look at one's battles, without sitting down: whose turn it is.

import { turns } from "./house";
import type { Kept } from "./shelf.svelte";

export const MOST = 50; // battles that are asked about at once

/** What is new about some battles, by their ids; those of which the server says nothing are left out. */
export async function glance(battles: readonly Kept[]): Promise<Map<string, Partial<Kept>>> {
  if (battles.length === 0) return new Map();
  const found = await turns(battles.slice(0, MOST).map((battle) => ({ game: battle.id, tokens: battle.mine.slice(0, 8) })));
  return new Map(
    found.map(({ game, title, yours, over }) => [game, { title, over, turn: over ? "" : yours ? "yours" : "theirs" }]),
  );
}
