/** The names of units: which are written, and where: above the highest base of their models as the board is turned. */

import type { Body, Unit } from "../protocol.gen";
import { middle } from "./geometry";
import { scaleOf } from "./labels";
import { onPage, type Box } from "./ring-words";
import type { Detail } from "./view.svelte";

export interface UnitName {
  unit: Unit;
  /** The middle of its models on the board, and how far above it on the page the name stands. */
  x: number;
  y: number;
  high: number;
  /** What it covers of the page. */
  box: Box;
}

const AWAY = 330; // from the highest base to a name
const LETTER = 118; // half of a letter's width, and
const LINE = 520; // the height of a line, before they are scaled

/** The names that have room: those of the units that are looked at, then the others unless one is written there already. */
export function unitNames(units: Iterable<Unit>, bodies: readonly Body[], kin: ReadonlySet<number>, detail: Detail, pixel: number, quarters: number): UnitName[] {
  const scale = scaleOf(pixel, 2.1);
  const found = [...units].flatMap((unit): UnitName[] => {
    const places = bodies.filter((body) => body.unit === unit.id).map((body) => body.at);
    if (places.length < 2) return [];
    const [x, y] = middle(places.map((at) => [at.x, at.y]));
    const [right, down] = onPage([x, y], quarters);
    const high = Math.max(...places.map((at) => down - onPage([at.x, at.y], quarters)[1] + at.radius)) + AWAY;
    return [{ unit, x, y, high, box: { at: [right, down - high], half: [unit.name.length * LETTER * scale, (LINE / 2) * scale] } }];
  });
  const order = found.sort((a, b) => Number(kin.has(b.unit.id)) - Number(kin.has(a.unit.id)));
  const written: UnitName[] = [];
  for (const name of order) {
    const free = detail !== "far" && written.every(({ box }) => [0, 1].some((axis) => Math.abs(box.at[axis]! - name.box.at[axis]!) > box.half[axis]! + name.box.half[axis]!));
    if (free || kin.has(name.unit.id)) written.push(name);
  }
  return written;
}
