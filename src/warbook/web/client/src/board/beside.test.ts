import { describe, expect, it } from "vitest";
import { about, beside, largest, overlaps, type Rect } from "./beside";

const ROOM = { width: 400, height: 300 };
const lies = (at: readonly [number, number], box: { width: number; height: number }): Rect => ({
  left: at[0],
  top: at[1],
  right: at[0] + box.width,
  bottom: at[1] + box.height,
});

describe("a box beside what it is about", () => {
  it("never lies over it and stays on the board, wherever that is", () => {
    for (let px = 0; px <= ROOM.width; px += 20)
      for (let py = 0; py <= ROOM.height; py += 20)
        for (const width of [80, 200, 320]) {
          const target = about(px, py + 0.02, 30);
          const box = { width, height: Math.min(110, largest(width, ROOM, target)) };
          const at = lies(beside(box, ROOM, target), box);
          expect(overlaps(at, target), `${px}, ${py}, ${width}`).toBe(false);
          expect(at.left >= 0 && at.top >= 0 && at.right <= ROOM.width && at.bottom <= ROOM.height).toBe(true);
        }
  });

  it("has as much room as the widest side gives it", () => {
    expect(largest(100, ROOM, about(200, 150, 30))).toBe(287); // left or right of it, all of the height
    expect(largest(300, ROOM, about(200, 100, 30))).toBe(163); // below it: 300 - 130, less the border
    expect(largest(300, ROOM, about(200, 250, 30))).toBe(213);
  });

  it("lies over as few of the others as it can", () => {
    const box = { width: 100, height: 60 };
    const free = lies(beside(box, ROOM, about(200, 150, 20)), box);
    expect(free.top).toBe(170); // below, where nothing is in the way
    const above = lies(beside(box, ROOM, about(200, 150, 20), [[200, 200]]), box);
    expect(above.bottom).toBe(130);
  });
});
