// How a pool of dice is called, and what its dice look like.

/** How many sides the dice of a pool have, by its name such as `3D6` or `D10 hits`; 0 where the name does not say. */
export function sidesOf(pool: string): number {
  const found = /(?:^|\d|\W)[dD](\d+)/.exec(pool);
  return found === null ? 0 : Number(found[1]);
}
