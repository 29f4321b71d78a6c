import type { Checked } from "../protocol.gen";

/** What is being drawn on the board for a question about a path, a place or a facing.  The board makes it; the decision
 * bar shows how it stands and commits it. */
export interface Drawing {
  /** The answer as drawn so far; null while there is none. */
  readonly answer: unknown;
  /** What the referee said of it; null while it has not. */
  readonly checked: Checked | null;
  /** Whether it is legal and whole, so that it can be given. */
  readonly ready: boolean;
  /** What to do next, in a few words. */
  readonly hint: string;
  /** Whether there is something to take back. */
  readonly started: boolean;
  /** Whether it has a facing. */
  readonly turns: boolean;
  /** Go on to a point of the board (in thousandths), or put it there. */
  point(x: number, y: number, z: number): unknown;
  /** Turn it by sixteenths of a circle, counter-clockwise. */
  turn(steps: number): unknown;
  /** Take back the last leg, or the turn. */
  undo(): void;
  /** Begin anew. */
  clear(): void;
  /** Whether the last question about it was not answered. */
  readonly lost: boolean;
  /** Ask that once more. */
  retry(): unknown;
}
