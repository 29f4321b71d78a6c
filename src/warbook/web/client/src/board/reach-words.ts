/** Reach in words: how far the open question lets a model go, and towards what, for those who do not see the board. */

import { inCells, inches } from "../lib/numbers";
import { t } from "../lib/texts";
import type { Asked, BoardGrid, Body, Outline, Tableau } from "../protocol.gen";
import { standing } from "./bodies";
import { holds, ROUND, type Point, type XY } from "./geometry";
import { groundWords, placeWords } from "./places";
import { words } from "./texts";

/** Something on the board that one may want to get to. */
export interface Goal {
  name: string;
  at: { x: number; y: number; radius: number };
}

const STEP = 500; // thousandths of an inch between the points that are looked at on a way
const FINE = 100;
const NEAR = 2000; // from base to base: what one comes as near to is named
const BESIDE = 0.75; // cells, on a grid: that of a neighbour, also aslant
const MOST = 6; // names
const EIGHT = 8; // directions

const { reach } = words;

/** Who goes: from where, with what base, and at most how far; -1 where nothing limits that. */
export interface Goer {
  from: Point;
  radius: number;
  most: number;
}

/** What is said of where the answer to a question may lead: of what can be reached, if that is known, or of where
 * something may be put. */
export function wayWordsOf(asked: Asked, region: Outline | null, tableau: Tableau | null, mover: Body | null): string {
  const grid = tableau?.grid ?? null;
  if (asked.bounds) return boundsWords(asked.bounds, grid);
  const first = asked.members[0] ?? asked;
  if (region === null || tableau === null) return "";
  const goer = { from: first.origin, radius: mover?.at.radius ?? asked.radius, most: first.allowance };
  const things = tableau.things.map(({ name, at: [x, y], radius }) => ({ name, at: { x, y, radius } }));
  return reachWords(region, goer, grid, [...things, ...standing(tableau).filter((body) => body.owner !== (mover?.owner ?? asked.seat))]);
}

/** How far it can go in eight directions, onto which floors, and as near as what. */
export function reachWords(region: Outline, { from, radius, most }: Goer, grid: BoardGrid | null, goals: readonly Goal[]): string {
  const floors = [...new Set([...region.rings.map(([z]) => z), ...region.circles.map(([, , z]) => z)])].sort((a, b) => a - b);
  const isIn = (x: number, y: number) => floors.some((z) => holds(region, x, y, z));
  const far = extent(region, from);
  const measure = (length: number, wind: XY) => {
    if (grid) return inCells(Math.floor((length * aslant(wind, grid)) / grid.cell) * grid.cell, grid);
    const about = Math.round(length / STEP) * STEP; // the region is known as exactly as that
    return inches(most < 0 ? about : Math.min(about, most), 1);
  };
  const ways = ROUND.flatMap((wind, n) => {
    const length = n % 2 === 0 ? lengthOf(wind, from, far, isIn) : 0;
    return length > 0 ? [{ wind: t.list.winds[n]!, far: measure(length, wind) }] : [];
  });
  const others = floors.filter((z) => z !== from[2]).map((z) => inches(z));
  const near = nearGoals(region, from, grid ? 0 : radius, far, grid, goals, isIn).map(({ goal, gap }) => (gap < FINE || grid ? reach.to(goal.name) : reach.short(goal.name, inches(gap, 1))));
  return [
    reach.goes(waysInWords(ways)),
    ...(others.length ? [reach.floors(others)] : []),
    ...(near.length ? [reach.marks(near)] : []),
  ].join(" ");
}

/** How far along its rows or columns a length leads on a grid: squares are counted so. */
function aslant([x, y]: XY, { shape }: BoardGrid): number {
  return shape === "square" ? Math.max(Math.abs(x), Math.abs(y)) / Math.hypot(x, y) : 1;
}

function waysInWords(ways: readonly { wind: string; far: string }[]): string[] {
  if (ways.length === EIGHT && ways.every(({ far }) => far === ways[0]!.far)) return [reach.everyWay(ways[0]!.far)];
  return ways.map(({ wind, far }) => reach.way(far, wind));
}

/** Where something may be put: the ground of each ring, and about each point. */
export function boundsWords(bounds: Outline, grid: BoardGrid | null): string {
  const grounds = bounds.rings.map(([z, polygon]) => groundWords(grid, polygon) + (z > 0 ? `, ${words.body.up(inches(z))}` : ""));
  const rounds = bounds.circles.map(([x, y, , far]) => reach.about(inches(far), placeWords(grid, x, y)));
  return reach.within([...new Set([...grounds, ...rounds])].slice(0, MOST));
}

/** How far the farthest corner of a region is. */
function extent(region: Outline, [x, y]: Point): number {
  const corners = region.rings.flatMap(([, polygon]) => polygon.map(([px, py]) => Math.hypot(px - x, py - y)));
  return Math.max(0, ...corners, ...region.circles.map(([px, py, , radius]) => Math.hypot(px - x, py - y) + radius));
}

/** How far one can get straight in a direction, past what is in the way if there is a way about it. */
function lengthOf([wx, wy]: XY, [x, y]: Point, far: number, isIn: (x: number, y: number) => boolean): number {
  const size = Math.hypot(wx, wy);
  const holdsAt = (length: number) => isIn(x + (wx / size) * length, y + (wy / size) * length);
  for (let length = Math.ceil(far / STEP) * STEP; length > 0; length -= STEP) {
    if (!holdsAt(length)) continue;
    let most = length;
    while (holdsAt(most + FINE)) most += FINE;
    return most;
  }
  return 0;
}

/** The goals that one can get near to, the nearest first, and what is left between the bases then. */
function nearGoals(region: Outline, [x, y]: Point, radius: number, far: number, grid: BoardGrid | null, goals: readonly Goal[], isIn: (x: number, y: number) => boolean): { goal: Goal; gap: number }[] {
  const near = grid ? BESIDE * grid.cell : NEAR;
  const room = (goal: Goal) => (grid ? 0 : radius + goal.at.radius);
  const away = (goal: Goal) => Math.hypot(goal.at.x - x, goal.at.y - y);
  return goals
    .filter((goal) => away(goal) - room(goal) <= far + near)
    .map((goal) => ({ goal, gap: isIn(goal.at.x, goal.at.y) ? 0 : Math.max(0, toRegion(region, goal.at) - room(goal)) }))
    .filter(({ gap }) => gap <= near)
    .sort((a, b) => a.gap - b.gap || away(a.goal) - away(b.goal))
    .slice(0, MOST);
}

/** How far a point outside a region is from it. */
function toRegion(region: Outline, { x, y }: { x: number; y: number }): number {
  const edges = region.rings.flatMap(([, polygon]) => polygon.map((a, n) => toEdge(x, y, a, polygon[(n + 1) % polygon.length]!)));
  return Math.min(...edges, ...region.circles.map(([px, py, , radius]) => Math.hypot(px - x, py - y) - radius));
}

function toEdge(x: number, y: number, [ax, ay]: XY, [bx, by]: XY): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}
