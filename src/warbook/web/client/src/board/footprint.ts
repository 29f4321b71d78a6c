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

/** Where the label of a body stands: behind the middle of a short hull, whose bow is drawn before it. */
export function written(at: At): [number, number] {
  const { shape, fx, fy } = at;
  if (typeof shape !== "object") return [0, 0];
  const size = room(at);
  const back = Math.max(0, 1.45 * size - shape.length / 2) * 0.45;
  const far = Math.hypot(fx, fy) || 1;
  return [(-fx * back) / far, (fy * back) / far];
}

/** The corner of a body up and to the left of it on a page that is turned by so many quarters; of a base the rim there. */
export function corner(at: At, quarters: number): [number, number] {
  const { shape, radius } = at;
  if (typeof shape !== "object") return [-0.74 * radius, -0.74 * radius];
  const turn = Math.atan2(-at.fy, at.fx) + (quarters * Math.PI) / 2;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const ends = [1, -1].flatMap((along) => [1, -1].map((across) => [(along * shape.length) / 2, (across * shape.width) / 2] as const));
  const turned = ends.map(([x, y]): [number, number] => [x * cos - y * sin, x * sin + y * cos]);
  return turned.reduce((best, each) => (each[0] + each[1] < best[0] + best[1] ? each : best));
}

/** The half of what is narrowest of a body: what is written on it is no larger. */
export function room(at: Pick<At, "radius" | "shape">): number {
  return typeof at.shape === "object" ? Math.min(at.shape.length, at.shape.width) / 2 : at.radius;
}
