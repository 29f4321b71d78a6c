import { describe, expect, it } from "vitest";

import { onPage, textBox, wordsOnRim, zoneCorner } from "./ring-words";

describe("the words of a ring", () => {
  const breach = textBox("breach", 800, [0, -6000], true);

  it("stand above it where nothing is in the way", () => {
    expect(wordsOnRim("short", 700, [0, 0], 6000, true, [])).toEqual([0, -6000]);
    expect(wordsOnRim("short", 700, [0, 9000], 6000, true, [breach])).toEqual([0, -6000]);
  });

  it("move along a side, or below, where they would cross something", () => {
    expect(wordsOnRim("short", 700, [0, 0], 6000, true, [breach])).toEqual([-1500, -6000]);
    const wide = textBox("a very wide name of a zone", 800, [-5000, -6000], true);
    expect(wordsOnRim("short", 700, [0, 0], 6000, true, [wide])).toEqual([0, 6000]);
    expect(wordsOnRim('6"', 700, [0, 0], 6000, false, [breach])).toEqual([0, 6000]);
    const below = textBox("everywhere", 9000, [0, 0], false);
    expect(wordsOnRim("short", 700, [0, 0], 6000, true, [below])).toEqual([0, -6000]);
    expect(wordsOnRim("short", 700, [0, 0], 6000, true, [below, wide])).toEqual([0, 6000]);
  });

  it("stay on the ground, where they would be cut", () => {
    const ground = { at: [13000, -13000], half: [13000, 13000] } as const;
    expect(wordsOnRim("medium, to 12 squares", 700, [2500, -2500], 12000, true, [], { at: [...ground.at], half: [...ground.half] })).toEqual([3000, -12000]);
    expect(wordsOnRim("medium, to 12 squares", 700, [24500, -2500], 12000, true, [], { at: [...ground.at], half: [...ground.half] })).toEqual([-3000, -12000]);
    expect(wordsOnRim('6"', 700, [13000, -24000], 6000, false, [], { at: [...ground.at], half: [...ground.half] })).toEqual([0, 6000]);
  });

  it("are laid on the page as it is turned", () => {
    expect([0, 1, 2, 3].map((quarters) => onPage([2, 1], quarters))).toEqual([[2, -1], [1, 2], [-2, 1], [-1, -2]]);
    expect(zoneCorner([[0, 0], [4000, 0], [4000, 4000], [0, 4000]])).toEqual([300, 3450]);
  });
});
