/** Places: where something is, and which way it looks, in words. */

import { inches } from "../lib/numbers";
import { t } from "../lib/texts";
import type { Body, BoardGrid } from "../protocol.gen";
import { members } from "./bodies";
import { nearestWind, type XY } from "./geometry";
import { cellOf } from "./grid";

/** Where a point is: in which cell of a grid, or how far east and north; and how high. */
export function placeWords(grid: BoardGrid | null, x: number, y: number, z = 0): string {
  const cell = grid ? cellOf(grid, x, y) : null;
  const place = cell ? t.list.cell(...cell) : t.list.at(inches(x), inches(y));
  return z > 0 ? `${place}, ${t.onBoard.body.up(inches(z))}` : place;
}

/** Where a body is, and where the others are for which it stands. */
export function whereWords(grid: BoardGrid | null, body: Body, z = 0): string[] {
  const others = members(body).map(([x, y]) => placeWords(grid, x, y));
  return [placeWords(grid, body.at.x, body.at.y, z), ...(others.length ? [t.onBoard.body.others(others)] : [])];
}

/** The least rectangle about some ground, in words: its cells, or how far east and north. */
export function groundWords(grid: BoardGrid | null, polygon: readonly XY[]): string {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
  const [x, y, east, north] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const [first, last] = grid ? [cellOf(grid, x + 1, y + 1), cellOf(grid, east - 1, north - 1)] : [null, null];
  if (first && last) return t.onBoard.ground.cells([first[0], last[0]], [first[1], last[1]]);
  return t.onBoard.ground.between([inches(x), inches(east)], [inches(y), inches(north)]);
}

/** Which way something looks; empty where it looks nowhere. */
export function facingWords(fx: number, fy: number): string {
  return fx || fy ? t.onBoard.body.faces(t.list.winds[nearestWind(fx, fy)]!) : "";
}
