// In which corner something may lie over the board: where it covers the least of what is aimed at.

import { overlaps, type Rect } from "../board/beside";

export type Corner = "top-left" | "bottom-left" | "top-right" | "bottom-right";

const CORNERS: readonly Corner[] = ["top-left", "bottom-left", "top-right", "bottom-right"];

/** Where a box of this size lies in a corner of the room. */
export function lies(corner: Corner, box: { width: number; height: number }, room: Rect): Rect {
  const left = corner.endsWith("left") ? room.left : room.right - box.width;
  const top = corner.startsWith("top") ? room.top : room.bottom - box.height;
  return { left, top, right: left + box.width, bottom: top + box.height };
}

/** The corner in which the box covers the fewest of these; of several the one that is wanted, else the first. */
export function freest(box: { width: number; height: number }, room: Rect, aimed: readonly Rect[], wanted: Corner): Corner {
  const covered = (corner: Corner): number => aimed.filter((each) => overlaps(each, lies(corner, box, room))).length;
  return [wanted, ...CORNERS].reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
}
