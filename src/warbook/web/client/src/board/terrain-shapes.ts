/** Shapes of ladders, stairs, ramps, doors and railings, as the data of paths. */

import { INCH, line, ring, type Point, type XY } from "./geometry";
import { LADDER, RAMP, type Door, type Link, type Platform } from "./terrain";

/** A vector of a length in the direction of another. */
function stretched(dx: number, dy: number, length: number): XY {
  const far = Math.hypot(dx, dy) || 1;
  return [(dx * length) / far, (dy * length) / far];
}

export interface LinkShape {
  /** The ground that it covers. */
  body: string;
  /** Its sides, rungs, steps or arrows. */
  lines: string;
  /** An arrow that points up. */
  arrow: string;
}

/** A ladder has rungs, stairs have steps, a ramp has arrows that point up. */
export function linkShape(link: Link): LinkShape {
  const [foot, top] = footprint(link);
  const [dx, dy] = [top[0] - foot[0], top[1] - foot[1]];
  const half = link.kind === LADDER ? 260 : link.width / 2;
  const [sx, sy] = stretched(-dy, dx, half);
  const corners: XY[] = [
    [foot[0] + sx, foot[1] + sy],
    [top[0] + sx, top[1] + sy],
    [top[0] - sx, top[1] - sy],
    [foot[0] - sx, foot[1] - sy],
  ];
  const sides = line(corners.slice(0, 2)) + line(corners.slice(2));
  return { body: ring(corners), lines: sides + steps(link, foot, dx, dy, sx, sy), arrow: arrow(foot, dx, dy) };
}

/** A line up the middle of a slope, with a head. */
function arrow(foot: Point, dx: number, dy: number): string {
  const at = (share: number, aside = 0): XY => {
    const [ox, oy] = stretched(-dy, dx, aside);
    return [foot[0] + dx * share + ox, foot[1] + dy * share + oy];
  };
  const far = Math.hypot(dx, dy) || 1;
  const [tip, head] = [0.78, 0.78 - 380 / far];
  return line([at(0.22), at(tip)]) + line([at(head, 330), at(tip), at(head, -330)]);
}

/** The ends as they are drawn: a ladder stands steep, and is drawn at least an inch long. */
function footprint(link: Link): [Point, Point] {
  const { foot, top } = link;
  const [dx, dy] = [top[0] - foot[0], top[1] - foot[1]];
  if (link.kind !== LADDER || Math.hypot(dx, dy) >= INCH) return [foot, top];
  const [ux, uy] = dx || dy ? stretched(dx, dy, INCH) : [0, INCH];
  const low: Point = [top[0] - ux / 2, top[1] - uy / 2, foot[2]];
  return [low, [low[0] + ux, low[1] + uy, top[2]]];
}

function steps(link: Link, foot: Point, dx: number, dy: number, sx: number, sy: number): string {
  const count = Math.max(4, Math.round((Math.hypot(dx, dy) * (link.kind === LADDER ? 4 : 2)) / INCH));
  const arrow = link.kind === RAMP;
  let found = "";
  for (let step = 1; step < count; step++) {
    if (arrow && step % 2 === 0) continue;
    const [x, y] = [foot[0] + (dx * step) / count, foot[1] + (dy * step) / count];
    const [bx, by] = arrow ? [dx / count, dy / count] : [0, 0];
    const middle: XY[] = arrow ? [[x + bx, y + by]] : [];
    found += line([[x + sx - bx, y + sy - by], ...middle, [x - sx - bx, y - sy - by]]);
  }
  return found;
}

export interface DoorShape {
  bar: string;
  /** Where an open door has swung to, and the way it took. */
  leaf: string;
  swing: string;
  /** The middles of its bolts: one if it is locked, three if it is a vault's. */
  bolts: XY[];
}

const BOLTS: Record<string, readonly number[]> = { locked: [2], vault: [1, 2, 3] };

export function doorShape(door: Door, state: string): DoorShape {
  const [x1, y1, x2, y2] = door.line;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const open: XY = [x1 + 0.64 * dx - 0.77 * dy, y1 + 0.64 * dy + 0.77 * dx];
  const wide = Math.hypot(dx, dy);
  return {
    bar: line([
      [x1, y1],
      [x2, y2],
    ]),
    leaf: line([[x1, y1], open]),
    swing: `M${x2} ${-y2}A${wide} ${wide} 0 0 0 ${open[0]} ${-open[1]}`,
    bolts: (BOLTS[state] ?? []).map((quarter) => [x1 + (dx * quarter) / 4, y1 + (dy * quarter) / 4]),
  };
}

/** The edges of a platform that have a railing. */
export function rails(platform: Platform): string {
  const ends = platform.polygon;
  return platform.rails.map((edge) => line([ends[edge]!, ends[(edge + 1) % ends.length]!])).join("");
}

/** How far a body of this height throws its shadow. */
export function drop(height: number): number {
  return Math.min(height, 9 * INCH) / 22;
}
