// This browser's share of the dice of a battle: drawn here, given with the greeting, and kept so that it can be found in
// the record when the battle is over.

import { shelf } from "./shelf.svelte";

/** The share for a battle, 256 random bits in hexadecimal: the one that was given before, or a new one. */
export function shareOf(game: string): string {
  const kept = shelf.find(game)?.share ?? "";
  if (/^[0-9a-f]{64}$/.test(kept)) return kept;
  const share = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (shelf.find(game) !== undefined) shelf.keep(game, { share });
  return share;
}
