/** The ruler: what lies between two bases, two points, or one of each. */

import { inches } from "../lib/numbers";
import type { Body } from "../protocol.gen";
import { gap, rimTowards, type Disc, type XY } from "./geometry";
import { words } from "./texts";

/** An end of the ruler: a base, or a point (a disc without width). */
export type End = Disc;

export interface Measured {
  from: XY;
  to: XY;
  length: number;
  words: string;
}

export function endOf(body: Body): End {
  const { x, y, z, radius } = body.at;
  return { x, y, z, radius };
}

/** From edge to edge in plan, and how much higher one end is than the other. */
export function measured(a: End, b: End): Measured {
  const length = gap(a, b);
  const rise = Math.abs(a.z - b.z);
  return {
    from: rimTowards(a, b.x, b.y),
    to: rimTowards(b, a.x, a.y),
    length,
    words: inches(length, 1) + (rise ? words.ruler.rise(inches(rise, 1)) : ""),
  };
}
