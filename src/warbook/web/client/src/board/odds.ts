/** Odds: what of them there is room for beside a model; the decision bar shows them all. */

import type { Chance, OddsTold } from "../protocol.gen";

const MOST = 4;
const LEAST = 0.005; // a chance that would be read as nothing

/** The chances worth a line, in the order of the referee. */
export function likely(odds: OddsTold): Chance[] {
  return odds.chances.filter((chance) => chance.probability >= LEAST).slice(0, MOST);
}
