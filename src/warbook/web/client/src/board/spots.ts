/** Spots: the options of an open question that stand for places on the board, and which of them is meant. */

import type { AnswerOption, Asked, BoardGrid, Refusal } from "../protocol.gen";
import { LISTED } from "./bodies";
import { circle, neighbour, ring } from "./geometry";
import { cornersAbout } from "./grid";

/** A place that may be chosen, or that is not offered, with what stands for it. */
export interface Spot {
  x: number;
  y: number;
  z: number;
  option: AnswerOption | null;
  refusal: Refusal | null;
}

const RADIUS = 420; // of the mark for a place where there is no grid

/** The places that an open question names: those that may be chosen, then those that may not. */
export function spotsOf(asked: Asked | null): Spot[] {
  if (asked === null || !LISTED.includes(asked.kind)) return [];
  const place = (spot: readonly [number, number, number]) => ({ x: spot[0], y: spot[1], z: spot[2] });
  return [
    ...asked.options.flatMap((option) => (option.spot ? [{ ...place(option.spot), option, refusal: null }] : [])),
    ...asked.refused.flatMap((refusal) => (refusal.spot ? [{ ...place(refusal.spot), option: null, refusal }] : [])),
  ];
}

/** The outline of a place: of its cell, or a disc. */
export function spotPath(spot: Spot, grid: BoardGrid | null): string {
  return grid ? ring(cornersAbout(grid, [spot.x, spot.y])) : circle(spot.x, spot.y, RADIUS);
}

/** The place at a point: the nearest, if the point is in its cell or at most `slack` from its mark.  Of two that lie one
 * over the other, the higher one. */
export function spotAt(spots: readonly Spot[], x: number, y: number, grid: BoardGrid | null, slack: number): Spot | null {
  const most = grid ? grid.cell * 0.58 : RADIUS + slack;
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const far = Math.hypot(spot.x - x, spot.y - y) - spot.z / 1e6;
    if (far <= most && far < least) [best, least] = [spot, far];
  }
  return best;
}

/** The place that an arrow key leads to from another, or from a point. */
export function spotBeyond(spots: readonly Spot[], from: { x: number; y: number }, dx: number, dy: number): Spot | null {
  return neighbour<{ x: number; y: number }>(from, spots, dx, dy) as Spot | null;
}

/** The place that is nearest to a point. */
export function nearestSpot(spots: readonly Spot[], x: number, y: number): Spot | null {
  return spotAt(spots, x, y, null, Infinity);
}
