import { describe, expect, it } from "vitest";
import { sidesOf } from "./dice";
import { apart, clock, counted, countedOf, inCells, inches, percent } from "./numbers";

describe("numbers as people read them", () => {
  it("are cells of a grid", () => {
    expect(inCells(7000, { cell: 1000, shape: "square" })).toBe("7 squares");
    expect(inCells(1500, { cell: 1500, shape: "hex" })).toBe("1 hex");
  });

  it("are inches", () => {
    expect(inches(4250)).toBe('4.25"');
    expect(inches(6000)).toBe('6"');
    expect(inches(3333)).toBe('3.33"');
    expect([counted(4250, ""), counted(4, "squares"), countedOf(4250, ""), countedOf(4, "squares")]).toEqual(['4.25"', "4 squares", '4.25"', "4"]);
  });

  it("are chances: what is possible is never 0, what is not certain never 100", () => {
    expect(percent(0)).toBe("0 %");
    expect(percent(0.0001)).toBe("< 0.1 %");
    expect(percent(0.0278)).toBe("2.8 %");
    expect(percent(0.5)).toBe("50 %");
    expect(percent(0.9722)).toBe("97.2 %");
    expect(percent(0.9999)).toBe("> 99.9 %");
    expect(percent(1)).toBe("100 %");
  });

  it("are times", () => {
    expect(clock(59.2)).toBe("1:00");
    expect(clock(75)).toBe("1:15");
    expect(clock(3725)).toBe("1:02:05");
    expect(clock(7 * 86400)).toBe("7 d");
    expect(clock(-3)).toBe("0:00");
  });

  it("are distances from rim to rim, and over the floors' heights", () => {
    const here = { x: 0, y: 0, z: 0, radius: 500, height: 1000 };
    expect(apart(here, { ...here, x: 900 }, false)).toBe(0);
    expect(apart(here, { ...here, x: 5000 }, false)).toBe(4000);
    expect(apart(here, { ...here, x: 4000, z: 4000 }, false)).toBe(5000);
  });

  it("are distances from the top of the lower body to the foot of the higher", () => {
    const [here, up] = [{ x: 0, y: 0, z: 0, radius: 500, height: 1000 }, { x: 4000, y: 0, z: 5000, radius: 500, height: 9000 }];
    expect([apart(here, up, true), apart(up, here, true)]).toEqual([5000, 5000]);
    expect(apart(here, { ...up, z: 900 }, true)).toBe(3000);
  });

  it("tell how many sides a pool's dice have", () => {
    expect(sidesOf("3D6 on 4+")).toBe(6);
    expect(sidesOf("D10")).toBe(10);
    expect(sidesOf("2d20")).toBe(20);
    expect(sidesOf("Injury die")).toBe(0);
  });
});
