// How a pool of dice is called, and what its dice look like.

import type { Dice, DieInfo, DieSymbol } from "../protocol.gen";

/** How many sides the dice of a pool have, by its name such as `3D6` or `D10 hits`; 0 where the name does not say. */
export function sidesOf(pool: string): number {
  const found = /(?:^|\d|\W)[dD](\d+)/.exec(pool);
  return found === null ? 0 : Number(found[1]);
}

/** A symbol on a die: its drawing, and where it stands in a box of 24 by 24. */
export interface Mark {
  symbol: DieSymbol;
  x: number;
  y: number;
  scale: number;
}

/** Where so many symbols stand on a die, as the left upper corner of each and its size. */
const PLACES: Readonly<Record<number, readonly (readonly [number, number, number])[]>> = {
  1: [[5, 5, 0.58]],
  2: [[2.2, 7.1, 0.41], [12, 7.1, 0.41]],
  3: [[3.4, 10.6, 0.34], [12.4, 10.6, 0.34], [7.9, 3.2, 0.34]],
  4: [[4, 4, 0.33], [12.2, 4, 0.33], [4, 12.2, 0.33], [12.2, 12.2, 0.33]],
};

/** The symbols that one die shows, as far as there is room for them. */
export function marksOf(names: readonly string[], kind: DieInfo | undefined): Mark[] {
  const places = PLACES[Math.min(names.length, 4)] ?? [];
  return places.map(([x, y, scale], n) => {
    const name = names[n] ?? "";
    return { symbol: kind?.symbols.find((each) => each.name === name) ?? { name, sign: "", shape: "" }, x, y, scale };
  });
}

/** What stands for a symbol that has no drawing. */
export const signOf = (symbol: DieSymbol): string => symbol.sign || symbol.name.slice(0, 1).toUpperCase();

/** The ink that can be read on a colour (`#rrggbb`): black or white, whichever has the higher contrast. */
export function inkOn(colour: string): string {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  if (found === null) return "";
  const [red, green, blue] = found.slice(1).map((part) => {
    const light = parseInt(part, 16) / 255;
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? "#000000" : "#ffffff";
}

/** What dice with symbols show, in words: "ability: success, advantage; difficulty: blank". */
export function inWords(signs: Dice["signs"], blank: string): string {
  return signs.map(([die, ...names]) => `${die ?? ""}: ${names.join(", ") || blank}`).join("; ");
}
