import { describe, expect, it } from "vitest";
import { partsOf, poolOf } from "./signs";

const gain = { name: "gain", sign: "G", shape: "" };
const loss = { name: "loss", sign: "L", shape: "" };
const green = { name: "green", sides: 8, colour: "#3c9b46", symbols: [gain] };
const purple = { name: "purple", sides: 8, colour: "#5b2a86", symbols: [loss] };
const KINDS = [green, purple];

describe("signs", () => {
  it("are the symbols and dice that a text counts", () => {
    expect(partsOf("For 2 gains: 1 loss less", KINDS)).toEqual([
      { words: "For ", count: 0 },
      { words: "2 gains", count: 2, die: undefined, symbol: gain },
      { words: ": ", count: 0 },
      { words: "1 loss", count: 1, die: undefined, symbol: loss },
      { words: " less", count: 0 },
    ]);
    expect(partsOf("2 losses", KINDS)[0]!.symbol).toBe(loss);
    expect(partsOf("1 green", KINDS)[0]!.die).toBe(green);
  });

  it("are none where nothing is counted, where too many are, or where the game has no such dice", () => {
    for (const text of ["0 gains", "12 gains", "2 gainsayers", "gains", ""]) {
      expect(partsOf(text, KINDS).filter((part) => part.count > 0)).toEqual([]);
    }
    expect(partsOf("2 gains", [])).toEqual([{ words: "2 gains", count: 0 }]);
  });

  it("make a pool where a text is nothing else", () => {
    expect(poolOf("2 green and 1 purple dice", KINDS)).toEqual([green, green, purple]);
    expect(poolOf("1 green die", KINDS)).toEqual([green]);
    expect(poolOf("4+", KINDS)).toEqual([]);
    expect(poolOf("a boost for 2 green dice", KINDS)).toEqual([]);
  });
});
