/**
 * DriveDraft: the answer to an open drive while it is drawn.  A click drives to a point, a turn is a leg of its own; where
 * each leg ends is what the referee says.
 */

import type { Checked } from "../protocol.gen";
import { Draft, type Leg } from "./draft.svelte";
import { turnBetween, turned, type Point, type XY } from "./geometry";

/** A turn on the way: before which leg, where, by how many degrees to the left, from which way to which. */
export interface Pivot {
  leg: number;
  at: Point;
  turn: number;
  before: XY;
  facing: XY;
}

export class DriveDraft extends Draft {
  override get facing(): XY {
    return this.chosen ?? this.offered ?? this.stance;
  }

  override get answer(): unknown {
    return this.before;
  }

  /** With the turn that a further point would keep. */
  protected override get before(): Leg[] {
    return this.chosen ? [...this.legs, ...legsOf([[0, ...this.chosen]])] : this.legs;
  }

  /** The turns of a drive that the referee has seen. */
  pivotsOf({ ends }: Checked): Pivot[] {
    let [at, before]: [Point, XY] = [this.origin, this.stance];
    return ends.flatMap(([x, y, z, ...facing], leg) => {
      const pivot = { leg, at, turn: Math.round(turnBetween(before, facing)), before, facing };
      [at, before] = [[x, y, z], facing];
      return pivot.turn === 0 ? [] : [pivot];
    });
  }

  /** Which way it faces at the end of the legs that the referee has seen. */
  protected override facingOf({ ends }: Checked): XY | null {
    const last = ends.at(-1);
    return last ? [last[3], last[4]] : null;
  }

  override face(facing: XY): Promise<void> {
    return this.afterWays(() => super.face(facing));
  }

  override turn(steps: number): Promise<void> {
    return this.afterWays(() => super.face(turned(...this.facing, steps)));
  }

  /** Turn where the ways lead that are still being looked for: what was clicked before the turn is driven before it. */
  private afterWays(turn: () => Promise<void>): Promise<void> {
    if (this.ways === 0) return turn();
    const { round } = this;
    this.going = this.going.then(() => (round === this.round ? turn() : undefined));
    return this.going;
  }

  protected override keepTurn(): void {
    if (!this.chosen) return;
    const { chosen, end } = this;
    this.stretches = [...this.stretches, { to: end, legs: legsOf([[0, ...chosen]]), stops: [end] }];
    this.offered = chosen;
    this.chosen = null;
  }

  override undo(): void {
    if (this.chosen) {
      this.chosen = null;
      return this.judgeAnew();
    }
    super.undo();
    const last = this.legs.at(-1);
    this.offered = last ? [last[1], last[2]] : null;
  }

  /** Show where an answer that is pointed at in a list would lead, unless something is drawn; null: none is any more. */
  consider(answer: unknown): void {
    if (this.started) return;
    if (answer === null) return this.leave();
    const legs = legsOf(answer);
    this.previewed(async () => {
      const checked = await this.referee.check(answer);
      const to = checked && this.stopsOf(legs, checked).at(-1);
      return checked && { to: to ?? this.origin, legs, checked };
    });
  }

  override legsOf(answer: unknown): Leg[] {
    return legsOf(answer);
  }

  /** A leg that is stopped ends where it is stopped, and those after it with it. */
  override stopsOf(legs: readonly Leg[], { ends }: Checked): Point[] {
    const stops = ends.map(([x, y, z]): Point => [x, y, z]);
    return legs.map((_, n) => stops[n] ?? stops.at(-1) ?? this.origin);
  }
}

/** The legs of a drive, `[distance, fx, fy]` each; a draft hands legs on as they are. */
function legsOf(answer: unknown): Leg[] {
  return Array.isArray(answer) ? (answer as Leg[]) : [];
}
