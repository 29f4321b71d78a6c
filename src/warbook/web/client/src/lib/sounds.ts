// Small sounds made on the spot; there are no files.  Off unless the settings say otherwise.

import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

function tone(pitch: number, from: number, length: number, loud: number): void {
  context ??= new AudioContext();
  const start = context.currentTime + from;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "sine";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

const SOUNDS = {
  /** An answer was given. */
  click: () => tone(420, 0, 0.05, 0.05),
  /** It is your turn. */
  turn: () => [523, 659].forEach((pitch, n) => tone(pitch, n * 0.12, 0.25, 0.07)),
  /** Dice land. */
  dice: () => [0, 0.05, 0.11, 0.15, 0.24].forEach((from, n) => tone(160 + 60 * ((n * 7) % 5), from, 0.035, 0.08)),
};

export function play(sound: keyof typeof SOUNDS): void {
  if (settings.sounds) SOUNDS[sound]();
}
