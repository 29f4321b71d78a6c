import { describe, expect, it } from "vitest";

import { boxAbout, onPage, textBox, wordsOnRim, wordsOnRims, zoneCorner, type Box, type Rim } from "./ring-words";

function rim(words: string, at: [number, number], reach: number, square = true): Rim {
  return { words, box: { at, half: [reach, reach] }, square };
}

describe("the words of a ring", () => {
  const breach = textBox("breach", 800, [0, -6000], true);

  it("stand above it where nothing is in the way", () => {
    expect(wordsOnRim(rim("short", [0, 0], 6000), 700, [])).toEqual([0, -6000]);
    expect(wordsOnRim(rim("short", [0, 9000], 6000), 700, [breach])).toEqual([0, 3000]);
  });

  it("move along a side, or below, where they would cross something", () => {
    expect(wordsOnRim(rim("short", [0, 0], 6000), 700, [breach])).toEqual([-1500, -6000]);
    const wide = textBox("a very wide name of a zone", 800, [-5000, -6000], true);
    expect(wordsOnRim(rim("short", [0, 0], 6000), 700, [wide])).toEqual([0, 6000]);
    expect(wordsOnRim(rim('6"', [0, 0], 6000, false), 700, [breach])).toEqual([0, 6000]);
    const below = textBox("everywhere", 9000, [0, 0], false);
    expect(wordsOnRim(rim("short", [0, 0], 6000), 700, [below])).toEqual([0, -6000]);
    expect(wordsOnRim(rim("short", [0, 0], 6000), 700, [below, wide])).toEqual([0, 6000]);
  });

  it("stay on the ground, where they would be cut", () => {
    const ground: Box = { at: [13000, -13000], half: [13000, 13000] };
    const medium = "medium, to 12 squares";
    expect(wordsOnRim(rim(medium, [2500, -2500], 12000), 700, [], ground)).toEqual([5500, -14500]);
    expect(wordsOnRim(rim(medium, [24500, -2500], 12000), 700, [], ground)).toEqual([21500, -14500]);
    expect(wordsOnRim(rim('6"', [13000, -24000], 6000, false), 700, [], ground)).toEqual([13000, -18000]);
  });

  it("stand on the rim of a ring that the border cuts, and not on the words of another", () => {
    const ground: Box = { at: [14000, -13000], half: [14000, 13000] };
    const cut = (words: string, reach: number): Rim => {
      const [east, south] = [Math.min(28000, 2500 + reach), Math.max(0, 22500 - reach)];
      return { words, box: boxAbout([[0, 26000], [east, 26000], [east, south], [0, south]], 0), square: true };
    };
    const rims = [cut("short, to 6 squares", 6500), cut("medium, to 12 squares", 12500)];
    expect(wordsOnRims(rims, 700, [], ground)).toEqual([[4500, -16000], [7500, -10000]]);
    const same = wordsOnRims([rims[0]!, { ...rims[0]!, words: "far" }], 300, [], ground);
    expect(same[0]).not.toEqual(same[1]);
  });

  it("are laid on the page as it is turned", () => {
    expect([0, 1, 2, 3].map((quarters) => onPage([2, 1], quarters))).toEqual([[2, -1], [1, 2], [-2, 1], [-1, -2]]);
    expect(zoneCorner([[0, 0], [4000, 0], [4000, 4000], [0, 4000]])).toEqual([300, 3450]);
  });
});
