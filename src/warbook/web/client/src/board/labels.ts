/** Labels: where the names of models stand so that none covers another name or a base. */

import type { Body } from "../protocol.gen";
import type { Mark } from "./bodies";

export type Side = "below" | "above" | "right" | "left";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A name about the origin, in pixels: half of its width, its height, and how far it stands from the base. */
const LETTER = 6.3;
const HEIGHT = 13;
const AWAY = 4;
const SIDES: readonly Side[] = ["below", "right", "left", "above"];

/** The side of each model on which its name has room; models whose name has none are left out.  `pixel` is how many
 * thousandths a pixel shows, `first` are those whose name is wanted before all others, `under` how many pixels are taken
 * below a base by what is counted there, `things` lie about and have no names. */
export function placed(
  bodies: readonly Body[],
  pixel: number,
  quarters: number,
  first: ReadonlySet<number>,
  under: (body: Body) => number,
  things: readonly Mark[] = [],
): Map<number, Side> {
  const found = new Map<number, Side>();
  const bases = bodies.map((body) => base(body, pixel, quarters));
  const taken = things.map((thing) => base(thing, pixel, quarters));
  const order = bodies.map((_, place) => place);
  order.sort((a, b) => Number(first.has(bodies[b]!.id)) - Number(first.has(bodies[a]!.id)) || a - b);
  for (const place of order) {
    const body = bodies[place]!;
    const options = SIDES.map((side) => ({ side, box: name(body, bases[place]!, side, under(body)) }));
    const free = options.find(
      ({ box }) =>
        !taken.some((other) => meets(box, other)) && !bases.some((other, at) => at !== place && meets(box, other)),
    );
    const chosen = free ?? (first.has(body.id) ? options[0] : undefined);
    if (!chosen) continue;
    found.set(body.id, chosen.side);
    taken.push(chosen.box);
  }
  return found;
}

function base(body: Mark, pixel: number, quarters: number): Box {
  const { x, y, radius } = body.at;
  const [px, py] = [
    [x, -y],
    [y, x],
    [-x, y],
    [-y, -x],
  ][quarters]!.map((value) => value / pixel) as [number, number];
  const r = radius / pixel;
  return { left: px - r, right: px + r, top: py - r, bottom: py + r };
}

function name(body: Body, base: Box, side: Side, under: number): Box {
  const wide = body.name.length * LETTER;
  const [x, y] = [(base.left + base.right) / 2, (base.top + base.bottom) / 2];
  switch (side) {
    case "below":
      return { left: x - wide / 2, right: x + wide / 2, top: base.bottom + under, bottom: base.bottom + under + HEIGHT };
    case "above":
      return { left: x - wide / 2, right: x + wide / 2, top: base.top - AWAY - HEIGHT, bottom: base.top - AWAY };
    case "right":
      return { left: base.right + AWAY, right: base.right + AWAY + wide, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
    case "left":
      return { left: base.left - AWAY - wide, right: base.left - AWAY, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
  }
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
