import { describe, expect, it } from "vitest";
import { inkOn, inWords, marksOf, sidesOf, signOf } from "./dice";

const star = { name: "success", sign: "S", shape: "M12 3 21 21H3z" };
const green = { name: "green", sides: 8, colour: "#3c9b46", symbols: [star] };

describe("dice", () => {
  it("have the sides that the name of their pool says", () => {
    expect(["3D6", "D10 hits", "2 green dice", "D3"].map(sidesOf)).toEqual([6, 10, 0, 3]);
  });

  it("with symbols show each where there is room, with its drawing if there is one", () => {
    expect(marksOf([], green)).toEqual([]);
    expect(marksOf(["success", "edge"], green).map((mark) => mark.symbol.shape)).toEqual([star.shape, ""]);
    expect(marksOf(["success"], undefined)[0]!.symbol).toEqual({ name: "success", sign: "", shape: "" });
    expect(marksOf(Array<string>(6).fill("success"), green)).toHaveLength(4);
    for (const count of [1, 2, 3, 4]) {
      for (const { x, y, scale } of marksOf(Array<string>(count).fill("success"), green)) {
        expect(Math.min(x, y)).toBeGreaterThan(0);
        expect(Math.max(x, y) + 24 * scale).toBeLessThan(24);
      }
    }
  });

  it("are read out in words, blank ones too", () => {
    expect(inWords([["green", "success", "edge"], ["purple"]], "blank")).toBe("green: success, edge; purple: blank");
    expect(signOf(star)).toBe("S");
    expect(signOf({ name: "edge", sign: "", shape: "" })).toBe("E");
  });

  it("have ink that can be read on their colour", () => {
    expect(["#ffffff", "#f0d732", "#222222", "#6e4696", "green"].map(inkOn)).toEqual(["#000000", "#000000", "#ffffff", "#ffffff", ""]);
  });
});
