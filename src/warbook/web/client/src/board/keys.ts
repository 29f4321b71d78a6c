/** Keys that change how the board is looked at; what is drawn, and going from model to model, are the board's own. */

import type { View } from "./view.svelte";

const NEARER = 1.4;

const middle = (view: View, factor: number): void =>
  view.glide((camera) => camera.zoomAt(camera.screen.width / 2, camera.screen.height / 2, factor));

type Look = (view: View, levels: readonly number[], shift: boolean) => void;

export const closer = (view: View): void => middle(view, NEARER);
export const farther = (view: View): void => middle(view, 1 / NEARER);

const LOOKS: Readonly<Record<string, Look>> = {
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

/** Look as a key says; whether it says anything. */
export function looked(view: View, levels: readonly number[], key: string, shift: boolean): boolean {
  const look = LOOKS[key.toLowerCase()];
  look?.(view, levels, shift);
  return look !== undefined;
}
