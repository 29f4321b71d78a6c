/** Lines of sight: whom the selected model could aim at, and what is said of that on the board. */

import { poolOf } from "../lib/signs";
import type { Aim, DieInfo } from "../protocol.gen";
import type { Mark } from "./bodies";

export interface Sight {
  /** The target. */
  mark: Mark;
  /** The best that can be aimed at it. */
  aim: Aim;
  /** What is needed to hit it, with the first weapons that could; nothing where none can. */
  needs: string;
  /** The dice of what is needed, where it is a pool: they are drawn in its place. */
  pool: readonly DieInfo[];
}

const MOST = 2; // weapons whose numbers a chip has room for

/** The size of a chip, before it is scaled; that of a die on it. */
export const CHIP = {
  height: 460,
  die: 380,
  width: ({ needs, pool }: Pick<Sight, "needs" | "pool">): number => (pool.length > 0 ? 160 + CHIP.die * pool.length : 320 + 250 * needs.length),
} as const;

/** One line for each target that has a place on the board. */
export function sightsOf(aims: readonly Aim[], marks: ReadonlyMap<number, Mark>, kinds: readonly DieInfo[] = []): Sight[] {
  const found = new Map<number, Aim[]>();
  for (const aim of aims) found.set(aim.target, [...(found.get(aim.target) ?? []), aim]);
  return [...found].flatMap(([target, list]) => {
    const mark = marks.get(target);
    const open = list.filter((aim) => !aim.against.length);
    const best = open[0] ?? list[0];
    if (!mark || !best) return [];
    const needs = [...new Set(open.filter((aim) => aim.needs).map((aim) => aim.needs))];
    return [{ mark, aim: best, needs: needs.slice(0, MOST).join(" · "), pool: poolOf(needs[0] ?? "", kinds) }];
  });
}
