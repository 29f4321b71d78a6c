/** Bodies: how models are told apart on the board, and which of them is meant. */

import type { Asked, Badge, Body, Tableau, Unit } from "../protocol.gen";
import { outside } from "./footprint";
import { actorOf, bodyOf } from "./units";
import { contains, middle, type XY } from "./geometry";
import type { BoardData } from "./terrain";

export const AWAY = 0;
export const HELPLESS = 1;
export const DOWN = 2;
export const UP = 3;

/** The models that are on the table, the lowest first, so that the higher ones lie over them. */
export function standing(tableau: Tableau | null): Body[] {
  const here = tableau?.bodies.filter((body) => body.stands === "here" && body.at.posture !== AWAY) ?? [];
  return here.sort((a, b) => a.at.z - b.at.z || a.id - b.id);
}

/** Whether a floor that is shown lies over a body. */
export function covered(board: BoardData, body: Body, upTo: number): boolean {
  const { x, y, z } = body.at;
  return board.platforms.some((each) => each.z > z && each.z <= upTo && contains(each.polygon, x, y));
}

/** Something on the board that can be pointed at: a model, or a thing that has a record. */
export interface Mark {
  id: number;
  at: { x: number; y: number; z: number; radius: number } & Partial<Pick<Body["at"], "fx" | "fy" | "shape">>;
}

/** What is nearest to a point, among that whose base is at most `slack` away from it. */
export function markAt<M extends Mark>(marks: readonly M[], x: number, y: number, slack: number): M | null {
  let best: M | null = null;
  let least = Infinity;
  for (const body of marks) {
    const far = Math.hypot(body.at.x - x, body.at.y - y);
    // of two that lie one over the other, the higher one: it is drawn over the lower
    if (outside(body.at, x, y) <= slack && far - body.at.z / 1e6 < least) [best, least] = [body, far - body.at.z / 1e6];
  }
  return best;
}

type Ring = Body["rings"][number];

/** Whether a ring is no distance about a body but the place of another whom it stands for. */
export const isMember = (ring: Ring): boolean => ring.reach === 0 && ring.corners.length > 0;

/** Where the others of a group are for which a body stands. */
export function members(body: Body): XY[] {
  return body.rings.filter(isMember).map((ring) => middle(ring.corners));
}

/** The body one of whose group is at a point, give or take `slack`. */
export function memberAt(bodies: readonly Body[], x: number, y: number, slack: number): Body | null {
  const hit = (body: Body) => members(body).some(([mx, my]) => Math.hypot(mx - x, my - y) <= body.at.radius + slack);
  return bodies.find(hit) ?? null;
}

/** The kinds of question whose options are answers as they stand; of the others they are parts, or proposals. */
export const LISTED: readonly Asked["kind"][] = ["choose", "window", "confirm"];

/** The models that the options of an open question name, so that one of them is an answer; of a unit that is named, all
 * its members. */
export function choosable(asked: Asked | null, units: ReadonlyMap<number, Unit> = new Map()): Set<number> {
  const listed = asked !== null && LISTED.includes(asked.kind);
  const named = listed ? asked.options.filter((option) => option.who >= 0).map((option) => option.who) : [];
  return new Set(named.flatMap((id) => units.get(id)?.members ?? [id]));
}

/** The model that an open question is about, as far as it can be told: whoever moves, else whoever acts. */
export function subject(asked: Asked, tableau: Tableau | null): Body | null {
  return asked.mover >= 0 ? bodyOf(tableau, asked.mover) : actorOf(tableau);
}

// ---- what a base looks like ------------------------------------------------------------------------------------------

/** The spots on the rim of a base, by its owner: how many, and how much of the rim they take.  They tell sides apart
 * without colour, as the edge of a chip does. */
const SPOTS: readonly (readonly [number, number])[] = [
  [0, 0], // the first side: a plain thin ring
  [8, 0.5],
  [4, 0.42],
  [16, 0.5],
  [2, 0.5], // from the fifth side on colours come a second time: the rims differ
  [6, 0.7],
  [12, 0.35],
  [3, 0.5],
];
const NOBODYS = [24, 0.25] as const;

/** The dash array of a rim of this radius. */
export function spots(owner: number, radius: number): string {
  const [count, share] = SPOTS[owner] ?? NOBODYS;
  const each = (2 * Math.PI * radius) / (count || 1);
  return count ? `${(each * share).toFixed(1)} ${(each * (1 - share)).toFixed(1)}` : "none";
}

/** The tip and the flanks of the wedge that shows the front of a base that looks to the right. */
export function wedge(radius: number): string {
  const flank = radius * Math.SQRT1_2;
  return `M${radius + 340} 0L${flank} ${flank}A${radius} ${radius} 0 0 0 ${flank} ${-flank}Z`;
}

/** The shape of a badge by its tone, `width` wide and two high about the origin: the ends differ. */
export function plate(tone: string, width: number): string {
  const [w, h] = [width / 2, 1];
  switch (tone) {
    case "ill": // pointed
      return `M${-w - 0.35} 0L${-w + 0.35} ${-h}H${w - 0.35}L${w + 0.35} 0L${w - 0.35} ${h}H${-w + 0.35}Z`;
    case "held": // cut corners
      return `M${-w} -0.5L${-w + 0.5} ${-h}H${w - 0.5}L${w} -0.5V0.5L${w - 0.5} ${h}H${-w + 0.5}L${-w} 0.5Z`;
    case "mark": // a flag
      return `M${-w} ${-h}H${w + 0.3}L${w - 0.3} 0L${w + 0.3} ${h}H${-w}Z`;
    case "good":
    case "ready": // round
      return `M${-w + 0.6} ${-h}H${w - 0.6}A1 1 0 0 1 ${w - 0.6} ${h}H${-w + 0.6}A1 1 0 0 1 ${-w + 0.6} ${-h}Z`;
    default: // square
      return `M${-w} ${-h}H${w}V${h}H${-w}Z`;
  }
}

/** How wide the badge of a sign is, in halves of its height. */
export function breadth(sign: string): number {
  return Math.max(1.9, 0.9 + [...sign].length * 0.95);
}

export interface Placed {
  badge: Badge;
  /** In halves of a badge's height: how wide it is, and where its middle is from the beginning of the row. */
  width: number;
  x: number;
}

const BETWEEN = 0.35;

/** Badges side by side. */
export function badgeRow(badges: readonly Badge[]): Placed[] {
  let end = 0;
  return badges.map((badge) => {
    const width = breadth(badge.sign);
    const x = end + width / 2;
    end += width + BETWEEN;
    return { badge, width, x };
  });
}

/** Half of a badge's height, before it is scaled, and where a row of them begins, in radii of the base (right, down). */
export const BADGE = { half: 235, right: 0.5, down: -0.86 } as const;

/** Small marks in a row about the origin, the first `have` of `of`: discs for what is to be spent, squares for what is
 * held. */
export function pips(from: number, to: number, of: number, use: string): string {
  let found = "";
  for (let place = from; place < to; place++) {
    const x = (place - (of - 1) / 2) * 2.6;
    found += use === "held" ? `M${x - 0.9} -0.9h1.8v1.8h-1.8Z` : `M${x - 1} 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z`;
  }
  return found;
}

/** A ring of corners around a place, for a shape with so many corners. */
export function brackets(radius: number): string {
  const [far, arm] = [radius, radius * 0.45];
  return [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ]
    .map(([x, y]) => `M${x! * (far - arm)} ${y! * far}H${x! * far}V${y! * (far - arm)}`)
    .join("");
}

/** What a reader of the screen is told of a model. */
export function described(body: Body, side: string, extra: readonly string[]): string {
  const counters = body.counters.map((each) => `${each.title} ${each.of ? `${each.have} of ${each.of}` : each.have}`);
  const badges = body.badges.map((badge) => badge.title);
  const words = [...new Set([...body.words, ...badges, ...counters, ...extra])];
  return [`${body.name}, ${body.kind}, ${side}`, ...words].join("; ");
}

