/** Beside: where a box stands on the board so that it covers nothing of what it is about. */

import type { Size } from "./camera";

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Pixel = readonly [number, number];

/** In which order the sides of the target are tried. */
export type Side = "below" | "above" | "right" | "left";

const EDGE = 6; // pixels to the border of the board
const NEAR = 8; // pixels about a point that is kept free
const SHOVED = 20; // so many pixels away from where it wants to stand are as bad as a point that is covered

/** The square about a point. */
export function about(px: number, py: number, away: number): Rect {
  return { left: px - away, top: py - away, right: px + away, bottom: py + away };
}

/** Whether two rectangles share more than an edge. */
export function overlaps(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The smallest rectangle about points; null where there are none. */
export function bounding(points: readonly Pixel[]): Rect | null {
  if (!points.length) return null;
  const [xs, ys] = [points.map((each) => each[0]), points.map((each) => each[1])];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The smallest rectangle about two. */
export function both(one: Rect, other: Rect | null): Rect {
  if (!other) return one;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Where a box of this size stands beside the target, as near to it as it can and over as few of the points as it can.
 * It never lies over the target as long as it has room on any side of it: see `largest`. */
export function beside(
  box: Size,
  room: Size,
  target: Rect,
  avoid: readonly Pixel[] = [],
  sides: readonly Side[] = ["below", "above", "right", "left"],
): Pixel {
  let best: Pixel = [EDGE, EDGE];
  let least = Infinity;
  sides.forEach((side, place) => {
    const [wx, wy] = wanted(side, box, target);
    const [x, y] = [within(wx, room.width - box.width), within(wy, room.height - box.height)];
    const lies = { left: x, top: y, right: x + box.width, bottom: y + box.height };
    const covered = avoid.filter(([ax, ay]) => overlaps(lies, about(ax, ay, NEAR))).length;
    const worth = (overlaps(lies, target) ? 1e6 : 0) + covered + Math.hypot(x - wx, y - wy) / SHOVED + place / 100;
    if (worth < least) [best, least] = [[x, y], worth];
  });
  return best;
}

/** How high a box of this width may be so that it has room on some side of the target. */
export function largest(width: number, room: Size, target: Rect): number {
  const aside = Math.max(room.width - target.right, target.left) >= width + EDGE;
  const most = aside ? room.height - EDGE : Math.max(target.top, room.height - target.bottom);
  return Math.max(0, Math.floor(most - EDGE - 1)); // a box is measured in whole pixels
}

function wanted(side: Side, box: Size, target: Rect): Pixel {
  const [x, y] = [(target.left + target.right - box.width) / 2, (target.top + target.bottom - box.height) / 2];
  switch (side) {
    case "below":
      return [x, target.bottom];
    case "above":
      return [x, target.top - box.height];
    case "right":
      return [target.right, y];
    case "left":
      return [target.left - box.width, y];
  }
}

const within = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most - EDGE));
