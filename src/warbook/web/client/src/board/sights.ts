/** Lines of sight: whom the selected model could aim at, and what is said of that on the board. */

import type { Aim } from "../protocol.gen";
import type { Mark } from "./bodies";

export interface Sight {
  /** The target. */
  mark: Mark;
  /** The best that can be aimed at it. */
  aim: Aim;
  /** What is needed to hit it, with the first weapons that could; nothing where none can. */
  needs: string;
}

const MOST = 2; // weapons whose numbers a chip has room for

/** The size of a chip, before it is scaled. */
export const CHIP = { height: 460, width: (words: string): number => 320 + 250 * words.length } as const;

/** One line for each target that has a place on the board. */
export function sightsOf(aims: readonly Aim[], marks: ReadonlyMap<number, Mark>): Sight[] {
  const found = new Map<number, Aim[]>();
  for (const aim of aims) found.set(aim.target, [...(found.get(aim.target) ?? []), aim]);
  return [...found].flatMap(([target, list]) => {
    const mark = marks.get(target);
    const open = list.filter((aim) => !aim.against.length);
    const best = open[0] ?? list[0];
    if (!mark || !best) return [];
    const needs = [...new Set(open.filter((aim) => aim.needs).map((aim) => aim.needs))];
    return [{ mark, aim: best, needs: needs.slice(0, MOST).join(" · ") }];
  });
}
