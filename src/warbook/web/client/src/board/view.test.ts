import { beforeEach, expect, it, vi } from "vitest";
import { View } from "./view.svelte";

vi.mock("../lib/settings.svelte", () => ({ moving: () => false }));
vi.stubGlobal("requestAnimationFrame", (draw: () => void) => (draw(), 1));

const BOARD = { width: 48000, depth: 48000 };
const SERGEANT = [3500, 45000] as const; // in a corner of the board

let view: View;

beforeEach(() => {
  view = new View();
  view.attach({ setAttribute: () => undefined, style: { setProperty: () => undefined } } as unknown as SVGGElement);
  view.resize({ width: 390, height: 700 }, BOARD); // a telephone
  view.approach(...SERGEANT);
});

it("keeps whom a question is about in sight when the bar below takes more room", () => {
  view.resize({ width: 390, height: 470 }, BOARD);
  const [px, py] = view.camera.toScreen(...SERGEANT);
  expect([px > 20, px < 370, py > 20, py < 450]).toEqual([true, true, true, true]);
});

it("keeps what is in the middle there once somebody has moved the board", () => {
  view.move((camera) => camera.panBy(-200, -600));
  const middle = view.camera.toBoard(195, 350);
  view.resize({ width: 390, height: 470 }, BOARD);
  const [x, y] = view.camera.toBoard(195, 235);
  expect([Math.abs(x - middle[0]) < 50, Math.abs(y - middle[1]) < 50]).toEqual([true, true]);
});
