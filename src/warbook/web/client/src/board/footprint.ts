/** Footprints: the outlines of bases and hulls as the data of a path about their middle, on the page. */

import type { Body } from "../protocol.gen";
import { circle } from "./geometry";

type At = Body["at"];
/** A place with as much of a body's as is known of it: a thing has no shape and looks nowhere. */
type Place = { x: number; y: number; radius: number } & Partial<Pick<At, "fx" | "fy" | "shape">>;

/** Whether a body stands on something else than a round base. */
export function shaped(at: At): boolean {
  return typeof at.shape === "object";
}

/** The outline of a body, `more` thousandths wider on every side, as it lies if it faces to the right. */
export function footprint(at: Pick<At, "radius" | "shape">, more = 0): string {
  const { shape, radius } = at;
  if (typeof shape !== "object") return circle(0, 0, radius + more);
  const [l, w] = [shape.length / 2 + more, shape.width / 2 + more];
  if (shape.type === "hull") return `M${-l} ${-w}H${l}V${w}H${-l}Z`;
  const straight = l - w; // two half discs as wide as the base, joined by straight sides
  return `M${-straight} ${-w}H${straight}A${w} ${w} 0 0 1 ${straight} ${w}H${-straight}A${w} ${w} 0 0 1 ${-straight} ${-w}Z`;
}

/** How far a point is outside of a body's outline; 0 within it. */
export function outside(at: Place, x: number, y: number): number {
  const [dx, dy] = [x - at.x, y - at.y];
  const { shape } = at;
  if (typeof shape !== "object") return Math.max(0, Math.hypot(dx, dy) - at.radius);
  const [fx, fy] = [at.fx ?? 0, at.fy ?? 1];
  const size = Math.hypot(fx, fy) || 1;
  const along = Math.abs((dx * fx + dy * fy) / size);
  const across = Math.abs((dy * fx - dx * fy) / size);
  const [l, w] = [shape.length / 2, shape.width / 2];
  if (shape.type === "hull") return Math.hypot(Math.max(0, along - l), Math.max(0, across - w));
  return Math.max(0, Math.hypot(Math.max(0, along - (l - w)), across) - w);
}

/** The half of what is narrowest of a body: what is written on it is no larger. */
export function room(at: Pick<At, "radius" | "shape">): number {
  return typeof at.shape === "object" ? Math.min(at.shape.length, at.shape.width) / 2 : at.radius;
}
