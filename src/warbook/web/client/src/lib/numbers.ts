// Numbers as people read them.

import type { BoardGrid, Placement } from "../protocol.gen";

type Ground = Pick<Placement, "x" | "y" | "z" | "radius" | "height">;

/** A length in thousandths of an inch as inches: 4250 is 4.25". */
export function inches(length: number, places = 2): string {
  return `${Number((length / 1000).toFixed(places))}"`;
}

/** How long a way is: a length, or a number of what it is counted in. */
export function counted(length: number, unit: string): string {
  return unit === "" ? inches(length) : `${length} ${unit}`;
}

/** The first of two such numbers, of which only the second names the unit. */
export function countedOf(length: number, unit: string): string {
  return unit === "" ? inches(length) : `${length}`;
}

/** A length as a number of the cells of a grid. */
export function inCells(length: number, { cell, shape }: Pick<BoardGrid, "cell" | "shape">): string {
  const count = Math.round(length / cell);
  const [one, several] = shape === "hex" ? ["hex", "hexes"] : ["square", "squares"];
  return `${count} ${count === 1 ? one : several}`;
}

/** A probability in per cent; what is possible is never 0 %, what is not certain never 100 %. */
export function percent(probability: number): string {
  if (probability <= 0) return "0 %";
  if (probability >= 1) return "100 %";
  if (probability < 0.001) return "< 0.1 %";
  if (probability > 0.999) return "> 99.9 %";
  const value = probability * 100;
  return `${value < 10 || value > 90 ? value.toFixed(1) : value.toFixed(0)} %`;
}

/** Seconds as a clock shows them. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** The distance between the edges of two bases as the referee measures it, in thousandths of an inch; 0 where they touch
 * or overlap: the gap in plan and the difference of the floors' heights, or what is free between two bodies of which one
 * is higher up. */
export function apart(one: Ground, other: Ground, betweenBodies: boolean): number {
  const flat = Math.max(0, Math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius);
  const [low, high] = one.z < other.z ? [one, other] : [other, one];
  const rise = Math.max(0, high.z - low.z - (betweenBodies ? low.height : 0));
  return Math.max(0, Math.ceil(Math.hypot(flat, rise) - 1e-9));
}
