// Dice and symbols that a text counts, so that they can be drawn beside their words: "2 advantages", "3 proficiency and
// 1 challenge dice".

import type { DieInfo, DieSymbol } from "../protocol.gen";

/** A piece of a text: words, or a number of dice or symbols with the words that count them. */
export interface Part {
  words: string;
  count: number;
  die?: DieInfo;
  symbol?: DieSymbol;
}

const POOL = /^(?:\d+ [\w-]+(?:, | and |, and )?)+ (?:dice|die)$/;
const DRAWN = 9; // more than these are not drawn one by one

/** The parts of a text, in its order. */
export function partsOf(text: string, kinds: readonly DieInfo[]): Part[] {
  if (kinds.length === 0) return [{ words: text, count: 0 }];
  const found: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(counting(kinds))) {
    const count = Number(match[1]);
    if (count < 1 || count > DRAWN) continue;
    if (match.index > from) found.push({ words: text.slice(from, match.index), count: 0 });
    from = match.index + match[0].length;
    const die = kinds.find((kind) => kind.name === match[2]);
    const symbol = die === undefined ? kinds.flatMap((kind) => kind.symbols).find((each) => each.name === match[2]) : undefined;
    found.push({ words: match[0], count, die, symbol });
  }
  if (from < text.length) found.push({ words: text.slice(from), count: 0 });
  return found;
}

/** The dice of a text that names a pool and nothing else; none where it says something else, too. */
export function poolOf(text: string, kinds: readonly DieInfo[]): DieInfo[] {
  if (!POOL.test(text)) return [];
  return partsOf(text, kinds).flatMap(({ count, die }) => (die === undefined ? [] : Array<DieInfo>(count).fill(die)));
}

/** A number before the name of a die or a symbol, or before its plural. */
function counting(kinds: readonly DieInfo[]): RegExp {
  const dice = kinds.map((kind) => kind.name);
  const symbols = kinds.flatMap((kind) => kind.symbols.map((symbol) => symbol.name));
  const either = (names: readonly string[]): string => [...new Set(names)].map((name) => name.replace(/[^\w ]/g, "\\$&")).join("|");
  return new RegExp(`\\b(\\d+) (?:(${either([...symbols, ...dice])})(?:es|s)?)\\b`, "g");
}
