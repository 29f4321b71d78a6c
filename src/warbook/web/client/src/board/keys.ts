/** Keys that change how the board is looked at; what is drawn, and going from model to model, are in `keyboard.ts`. */

import type { View } from "./view.svelte";

const NEARER = 1.4;

const middle = (view: View, factor: number): void =>
  view.glide((camera) => camera.zoomAt(camera.screen.width / 2, camera.screen.height / 2, factor));

type ChangeOfView = (view: View, levels: readonly number[], shift: boolean) => void;

export const closer = (view: View): void => middle(view, NEARER);
export const farther = (view: View): void => middle(view, 1 / NEARER);

const VIEW_KEYS: Readonly<Record<string, ChangeOfView>> = {
  "+": closer,
  "=": closer,
  "-": farther,
  "0": (view) => view.fit(),
  r: (view, _, shift) => view.rotate(shift ? -1 : 1),
  g: (view) => (view.grid = !view.grid),
  m: (view) => view.measure(),
  t: (view) => view.moreRings(),
  s: (view) => (view.aims = !view.aims),
  l: (view) => (view.legend = !view.legend),
  pageup: (view, levels) => view.climb(levels, 1),
  pagedown: (view, levels) => view.climb(levels, -1),
};

/** Change the view as a key says; whether it says anything. */
export function changeView(view: View, levels: readonly number[], key: string, shift: boolean): boolean {
  const change = VIEW_KEYS[key.toLowerCase()];
  change?.(view, levels, shift);
  return change !== undefined;
}
