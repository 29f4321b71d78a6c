/** Things: what lies or stands about on a board. */

import type { Tableau } from "../protocol.gen";
import type { Point } from "./geometry";
import type { BoardData } from "./terrain";

export interface Lying {
  key: string;
  /** The id of its record, -1 for a mark that has none. */
  id: number;
  kind: string;
  name: string;
  at: Point;
  radius: number;
  words: readonly string[];
}

/** What the board draws as a piece of its own: a thing of this kind needs no sign beside it. */
const PIECES = new Set(["door", "lift", "ductway"]);

export const isPiece = (kind: string): boolean => PIECES.has(kind);

/** The things of a position; those that the board begins with where there is no position yet. */
export function thingsOf(board: BoardData, tableau: Tableau | null): Lying[] {
  if (!tableau) {
    return board.markers.map((marker) => ({
      key: marker.id,
      id: -1,
      kind: marker.kind,
      name: marker.id,
      at: marker.at,
      radius: 0,
      words: [],
    }));
  }
  return tableau.things.map((thing, place) => ({ ...thing, key: thing.id >= 0 ? `${thing.id}` : `mark ${place}` }));
}

/** A letter for each kind: the first of its name that no other kind has. */
export function letters(kinds: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const kind of [...new Set(kinds)].sort()) {
    const taken = [...found.values()];
    const free = [...kind.toUpperCase()].find((letter) => /\p{L}/u.test(letter) && !taken.includes(letter));
    found.set(kind, free ?? kind.slice(0, 1).toUpperCase());
  }
  return found;
}
