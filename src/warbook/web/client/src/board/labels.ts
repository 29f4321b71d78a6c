/** Labels: where the names of models, and the numbers needed to hit them, stand so that none covers another or a base.
 * All is counted in pixels of an upright page. */

import type { Body } from "../protocol.gen";
import { BADGE, badgeRow, type Mark } from "./bodies";
import type { XY } from "./geometry";
import { CHIP, type Sight } from "./sights";

export type Side = "below" | "above" | "right" | "left";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What is to be labelled. */
export interface LabelScene {
  /** All models in sight; none of them is covered where it can be helped. */
  bodies: readonly Body[];
  /** What a model is called here; its name where this says nothing. */
  called?: (body: Body) => string;
  /** What lies about: it has no names. */
  things?: readonly Mark[];
  /** Whose names are shown where there is room, and whose in any case. */
  named: ReadonlySet<number>;
  first: ReadonlySet<number>;
  /** Whose targets have a chip each. */
  sights?: readonly Sight[];
  /** What else is written on the page, in thousandths. */
  written?: readonly { at: XY; half: XY }[];
  /** Whose badges are shown. */
  badged?: (body: Body) => boolean;
  /** How many pixels are taken below a base by what is counted there. */
  under: (body: Body) => number;
  /** How large the board is: what stands beyond its border may be beyond the screen's too. */
  board?: { width: number; depth: number };
  /** Thousandths of an inch to a pixel. */
  pixel: number;
  quarters: number;
}

export interface Laid {
  names: Map<number, Side>;
  /** Where the chip of each target stands, in thousandths from the middle of its base (right, down). */
  chips: Map<number, XY>;
}

/** How large what is laid over the board is drawn: its own units to a thousandth, so that it keeps its size in pixels
 * where the board is neither very near nor very far.  The same is written in `board.css`. */
const PLAIN = 34;
export const scaleOf = (pixel: number, most: number): number => Math.min(most, Math.max(0.44, pixel / PLAIN));

const LETTER = 214; // units
const LINE = 442;
const RISE = 4; // letters for how high somebody stands
const AWAY = 4; // pixels between a base and a label
const MARGIN = 10; // pixels around the board that a telephone shows too
const SIDES: readonly Side[] = ["below", "right", "left", "above"];
const ALONG: readonly number[] = [1.4, 2.8, 4.2, 5.6]; // chips on the line of sight, in heights of a chip from the base

export function layLabels(scene: LabelScene): Laid {
  const { bodies, things = [], named, first, sights = [], written = [], under, pixel } = scene;
  const ground = scene.board && spanned([onPage(0, 0, scene), onPage(scene.board.width, scene.board.depth, scene)]);
  const bases = new Map([...things, ...bodies].map((mark) => [mark.id, base(mark, scene)]));
  const rows = bodies.filter((body) => body.badges.length > 0 && scene.badged?.(body)).map((body) => badges(body, scene));
  const names = written.map(({ at: [x, y], half: [wide, high] }) => around([x / pixel, y / pixel], (2 * wide) / pixel, (2 * high) / pixel));
  const taken = [...bases.values(), ...rows, ...names];
  const chips = new Map<number, XY>();
  for (const sight of sights.filter((each) => each.needs)) {
    const from = base(sight.mark, scene);
    const places = chipPlaces(sight, from, scene);
    const { box } = best(places, taken, ground);
    taken.push(box);
    const [[cx, cy], [bx, by]] = [centre(box), centre(from)];
    chips.set(sight.mark.id, [(cx - bx) * pixel, (cy - by) * pixel]);
  }
  const sides = new Map<number, Side>();
  const order = [...bodies].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  for (const body of order.filter((each) => named.has(each.id) || first.has(each.id))) {
    const places = SIDES.map((side) => ({ side, box: name(body, bases.get(body.id)!, side, under(body), scene) }));
    const chosen = best(places, taken, ground);
    if (chosen.covers > 0 && !first.has(body.id)) continue;
    sides.set(body.id, chosen.place.side);
    taken.push(chosen.box);
  }
  return { names: sides, chips };
}

/** The first of some places that covers nothing and is on the ground, else the one of which least does or is not. */
function best<P extends { box: Box }>(places: readonly P[], taken: readonly Box[], ground?: Box): { place: P; box: Box; covers: number } {
  let found = { place: places[0]!, box: places[0]!.box, covers: Infinity };
  for (const place of places) {
    const beyond = ground ? size(place.box) - shared(place.box, ground) : 0;
    const covers = taken.reduce((sum, other) => sum + shared(place.box, other), beyond);
    if (covers < found.covers) found = { place, box: place.box, covers };
  }
  return found;
}

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const size = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);

/** The box between two points, and a little more. */
function spanned(ends: readonly XY[]): Box {
  const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
  return { left: Math.min(...xs) - MARGIN, right: Math.max(...xs) + MARGIN, top: Math.min(...ys) - MARGIN, bottom: Math.max(...ys) + MARGIN };
}

/** A point of the board on the page. */
function onPage(x: number, y: number, { pixel, quarters }: LabelScene): XY {
  const turned = [
    [x, -y],
    [y, x],
    [-x, y],
    [-y, -x],
  ][quarters]!;
  return [turned[0]! / pixel, turned[1]! / pixel];
}

function base(mark: Mark, scene: LabelScene): Box {
  const r = mark.at.radius / scene.pixel;
  return around(onPage(mark.at.x, mark.at.y, scene), 2 * r, 2 * r);
}

/** The row of badges that begins at the upper right of a base. */
function badges(body: Body, scene: LabelScene): Box {
  const [unit, r] = [scaleOf(scene.pixel, 2.1) / scene.pixel, body.at.radius / scene.pixel];
  const [x, y] = onPage(body.at.x, body.at.y, scene);
  const last = badgeRow(body.badges).at(-1)!;
  const [left, wide] = [x + BADGE.right * r, (last.x + last.width / 2) * BADGE.half * unit];
  return around([left + wide / 2, y + BADGE.down * r], wide, 2 * BADGE.half * unit);
}

function around([x, y]: XY, wide: number, high: number): Box {
  return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
}

const centre = (box: Box): XY => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];

/** Beside a base on each side, then on the line of sight towards whoever looks. */
function chipPlaces(sight: Sight, from: Box, scene: LabelScene): { box: Box }[] {
  const unit = scaleOf(scene.pixel, 3.2) / scene.pixel;
  const [wide, high] = [CHIP.width(sight) * unit, CHIP.height * unit];
  const beside = SIDES.map((side) => box(from, side, wide, high));
  const [x, y] = centre(from);
  const [ex, ey] = onPage(sight.aim.eye[0], sight.aim.eye[1], scene);
  const far = Math.hypot(ex - x, ey - y) || 1;
  const shares = ALONG.map((step) => ((from.right - from.left) / 2 + step * high) / far).filter((share) => share < 1);
  const along = shares.map((share) => around([x + (ex - x) * share, y + (ey - y) * share], wide, high));
  return [...beside, ...along].map((box) => ({ box }));
}

/** A box of this size on a side of a base. */
function box(base: Box, side: Side, wide: number, high: number, below = AWAY): Box {
  const [x, y] = centre(base);
  switch (side) {
    case "below":
      return around([x, base.bottom + below + high / 2], wide, high);
    case "above":
      return around([x, base.top - AWAY - high / 2], wide, high);
    case "right":
      return around([base.right + AWAY + wide / 2, y], wide, high);
    case "left":
      return around([base.left - AWAY - wide / 2, y], wide, high);
  }
}

function name(body: Body, base: Box, side: Side, under: number, scene: LabelScene): Box {
  const unit = scaleOf(scene.pixel, 2.1) / scene.pixel;
  return box(base, side, ((scene.called?.(body) ?? body.name).length + (body.at.z > 0 ? RISE : 0)) * LETTER * unit, LINE * unit, under);
}
