/** The words of a ring: where on its rim they stand, so that they cross neither the name of a zone nor a model. */

import { middle, type XY } from "./geometry";

/** A box on an upright page: its middle, and half of its width and height, in thousandths. */
export interface Box {
  at: XY;
  half: XY;
}

/** A point of the board on a page that is turned by so many quarters: right, down. */
export function onPage([x, y]: XY, quarters: number): XY {
  return ([[x, -y], [y, x], [-x, y], [-y, -x]] as const)[((quarters % 4) + 4) % 4] as XY;
}

/** Where the name of a zone begins: at its westernmost corner, of several the northernmost, a little inwards. */
export function zoneCorner(polygon: XY[]): XY {
  const [mx, my] = middle(polygon);
  const outer = [...polygon].sort((a, b) => a[0] - b[0] || b[1] - a[1])[0]!;
  return [outer[0] + Math.sign(mx - outer[0]) * 300, outer[1] + Math.sign(my - outer[1]) * 550];
}

/** The box of a text of this size: a bold one that begins at a point of the page, or one that has its middle there. */
export function textBox(words: string, size: number, at: XY, begins: boolean): Box {
  const half: XY = [(begins ? 0.33 : 0.27) * size * words.length, 0.65 * size];
  return { at: begins ? [at[0] + half[0], at[1]] : at, half };
}

const meet = (one: Box, other: Box): boolean => [0, 1].every((axis) => Math.abs(one.at[axis]! - other.at[axis]!) < one.half[axis]! + other.half[axis]!);

/** How much of a box is beyond another, in both directions. */
const beyond = (one: Box, other: Box): number =>
  [0, 1].reduce((sum, axis) => sum + Math.max(0, Math.abs(one.at[axis]! - other.at[axis]!) + one.half[axis]! - other.half[axis]!), 0);

/** A ring with the words that are written on it: the box about it, and whether it has long sides, as one of cells. */
export interface Rim {
  words: string;
  box: Box;
  square: boolean;
}

/** The box about points of the board on a page that is turned by so many quarters. */
export function boxAbout(points: readonly XY[], quarters: number): Box {
  const spread = [0, 1].map((axis) => {
    const along = points.map((point) => onPage(point, quarters)[axis]!);
    return [Math.min(...along), Math.max(...along)] as const;
  });
  return { at: spread.map(([low, high]) => (low + high) / 2) as XY, half: spread.map(([low, high]) => (high - low) / 2) as XY };
}

/** Where on the page the words of some rings stand: those of one keep off those of the others too. */
export function wordsOnRims(rims: readonly Rim[], size: number, taken: readonly Box[], ground?: Box): XY[] {
  const written = [...taken];
  return rims.map((rim) => {
    const at = wordsOnRim(rim, size, written, ground);
    written.push(textBox(rim.words, size, at, false));
    return at;
  });
}

/** Where on the page the words of a ring stand: on the ground, where least is in their way, above it if they can.  A ring
 * of cells has long sides, so the words may move along them. */
export function wordsOnRim({ words, box: { at, half }, square }: Rim, size: number, taken: readonly Box[], ground?: Box): XY {
  const along = square ? [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75].map((share) => share * half[0]) : [0];
  const places = [-half[1], half[1]].flatMap((down) => along.map((right): XY => [at[0] + right, at[1] + down]));
  const crossed = places.map((place) => {
    const box = textBox(words, size, place, false);
    return taken.filter((other) => meet(box, other)).length + (ground ? beyond(box, ground) : 0);
  });
  return places[crossed.indexOf(Math.min(...crossed))]!;
}
