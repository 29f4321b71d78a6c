/**
 * Draft: the answer to an open path, place, point or facing while it is drawn.  It knows no rule: every point goes to
 * the referee, and what the referee says of it is what is drawn.
 */

import type { Drawing } from "../lib/drawing";
import type { Asked, Checked } from "../protocol.gen";
import { facingTo, turned, type Point, type XY } from "./geometry";
import { Latest } from "./latest";
import { words } from "./texts";

/** Who rules on a draft: the table, or a test.  Null, or a rejection, where nobody can tell. */
export interface Referee {
  check(answer: unknown): Promise<Checked | null>;
  /** Of a unit: where member `who` and all who follow it go, or it alone in an `answer`. */
  route(legs: Leg[], to: number[], who?: number, answer?: unknown): Promise<Checked | null>;
}

/** Where a leg ends, and how it is done (see `MODES`). */
export type Leg = [number, number, number, number];

export const MODES = ["walk", "climb", "leap", "jump", "link", "fly"] as const;

export type DraftKind = "path" | "place" | "spot" | "face";

/** What one click added to a path: the point that was clicked, the legs that lead there, and where each of them ends. */
export interface Stretch {
  to: Point;
  legs: Leg[];
  stops: Point[];
}

/** What the referee says of a point under the pointer. */
export interface Preview {
  to: Point;
  legs: Leg[]; // the whole way there
  checked: Checked;
}

const DRAWN: Record<string, DraftKind> = { path: "path", drive: "path", place: "place", face: "face" };

/** How a question is drawn on the board; null where it is a list. */
export function drawnAs(asked: Asked | null | undefined): DraftKind | null {
  const kind = asked && DRAWN[asked.kind];
  return kind === "place" && !asked!.facing && !asked!.radius ? "spot" : (kind ?? null);
}

export class Draft implements Drawing {
  readonly kind: DraftKind;
  readonly origin: Point;

  /** The legs so far, by the click that added them. */
  protected stretches = $state.raw<Stretch[]>([]);
  /** Where a body or a template is to be put. */
  private spot = $state.raw<Point | null>(null);
  protected chosen = $state.raw<XY | null>(null);
  protected offered = $state.raw<XY | null>(null);

  /** What the referee said of the answer as it stands; null until it has. */
  checked = $state.raw<Checked | null>(null);
  /** What it would come to if the point under the pointer were clicked. */
  hover = $state.raw<Preview | null>(null);
  /** Where the keyboard's cursor is; null while the pointer leads. */
  cursor = $state.raw<Point | null>(null);
  /** Whether the last question was not answered: a click came to nothing, or nobody knows whether the answer as it
   * stands is legal.  Drawing on asks anew, and so does `retry`. */
  lost = $state(false);

  private missed: Point | null = null; // the click that came to nothing
  private judging = $state(false);
  protected ways = $state(0); // clicks to which the way is being looked for
  private unjudged = false; // whether `checked` is of another answer than the one that stands
  private asks = 0; // number of the latest question about the answer
  protected round = 0; // counts how often legs were taken back
  protected going: Promise<void> = Promise.resolve();
  private hovers = new Latest();
  private judged = new Latest();

  constructor(
    protected readonly referee: Referee,
    readonly asked: Asked,
    /** How the mover looks now, and where it is if the question does not say. */
    protected readonly stance: XY = [0, 1],
    origin?: Point,
  ) {
    this.kind = drawnAs(asked) ?? "face";
    const said = this.kind !== "face" && asked.mover >= 0; // who only turns is where the tableau has it
    this.origin = said || !origin ? ([...asked.origin] as Point) : origin;
    if (this.kind === "path") void this.judge();
  }

  // ---- what stands ----

  /** All legs of a path, those of every click. */
  get legs(): Leg[] {
    return this.stretches.flatMap((each) => each.legs);
  }

  /** The legs from which a further point is reached. */
  protected get before(): Leg[] {
    return this.legs;
  }

  /** Where each of these legs ends. */
  get stops(): Point[] {
    return this.stretches.flatMap((each) => each.stops);
  }

  /** Where the path ends, or the body or the template is put; the mover's own place while there is nothing. */
  get end(): Point {
    return this.stops.at(-1) ?? this.spot ?? this.origin;
  }

  get facing(): XY {
    return this.chosen ?? this.offered ?? this.towards(this.end) ?? this.stance;
  }

  /** From where a body is put to the nearest of the points worth facing; a path's facing is the referee's to propose. */
  private towards(from: readonly number[]): XY | null {
    if (this.kind !== "place") return null;
    const far = (look: readonly number[]) => Math.hypot(look[0]! - from[0]!, look[1]! - from[1]!);
    const [nearest] = [...this.asked.looks].sort((a, b) => far(a) - far(b));
    return nearest ? facingTo(from, nearest) : null;
  }

  /** Whether anything has been drawn. */
  get started(): boolean {
    return this.stretches.length > 0 || this.spot !== null || this.chosen !== null;
  }

  get turns(): boolean {
    return this.kind === "face" || Boolean(this.asked.facing);
  }

  /** The answer as it stands, in the form that the question wants; null while there is none. */
  get answer(): unknown {
    switch (this.kind) {
      case "path":
        return this.asked.facing ? [...this.legs, [...this.facing]] : this.legs;
      case "face":
        return this.chosen && [...this.chosen];
      case "spot":
        return this.spot && [...this.spot];
      case "place":
        return this.spot && (this.asked.facing ? [...this.spot, ...this.facing] : [...this.spot]);
    }
  }

  /** Whether the referee has found the answer legal as it stands. */
  get ready(): boolean {
    return this.checked !== null && !this.checked.against.length && this.answer !== null && !this.busy && !(this.lost && !this.missed);
  }

  /** Whether the way on to a point is being looked for, or the answer as it stands is being judged. */
  get busy(): boolean {
    return this.judging || this.ways > 0;
  }

  /** What speaks against the answer as it stands. */
  get reasons(): readonly string[] {
    return this.checked?.against ?? [];
  }

  /** Whether what the pointer would come to is shown. */
  get follows(): boolean {
    return this.kind === "path" || !this.started;
  }

  /** What to do next, in a few words. */
  get hint(): string {
    return words.hint[this.kind](this.started, this.turns);
  }

  // ---- drawing ----

  /** Go on to a point, or put it there, or look there. */
  async point(x: number, y: number, z: number): Promise<void> {
    this.hover = null;
    this.hovers.forget();
    if (this.kind === "path") return this.goOn([x, y, z]);
    if (this.kind === "face") return this.lookAt(x, y);
    this.spot = [x, y, z];
    return this.judge();
  }

  /** Clicks follow one another: each goes on from where the one before it led. */
  private goOn(to: Point): Promise<void> {
    this.begin();
    this.ways++;
    const round = this.round;
    this.going = this.going.then(async () => {
      if (round !== this.round) return;
      this.keepTurn();
      const before = this.legs;
      const checked = await this.referee.route(before, to).catch(() => null);
      if (round !== this.round) return;
      this.ways--;
      this.lost = checked === null;
      this.missed = checked ? null : to;
      if (checked) this.extend(to, before, checked);
      if (checked && this.ways === 0 && (this.chosen || this.unjudged)) await this.judge();
    });
    return this.going;
  }

  /** Something else is asked: what was asked before does not count any more. */
  private begin(): void {
    this.asks++;
    this.judging = this.lost = false;
    this.missed = null;
  }

  /** Ask once more what could not be asked: the way to the point that was clicked, or whether the answer is legal. */
  retry(): Promise<void> {
    if (!this.lost) return Promise.resolve();
    return this.missed ? this.goOn(this.missed) : this.judge();
  }

  /** Add the way to a point, unless it cannot be gone at all; one where the mover may not stop can still be passed. */
  private extend(to: Point, before: readonly Leg[], checked: Checked): void {
    const legs = this.legsOf(checked.answer);
    const stops = this.stopsOf(legs, checked);
    if (legs.length > before.length && passable(checked, this.asked.allowance)) {
      this.stretches = [...this.stretches, { to, legs: legs.slice(before.length), stops: stops.slice(before.length) }];
      this.offered = this.facingOf(checked) ?? this.offered;
      this.checked = checked;
      this.unjudged = false;
    } else this.hover = { to, legs, checked };
  }

  /** Before a path goes on: where a turn is a leg of it, the turn stays as it is. */
  protected keepTurn(): void {}

  /** Show what the point under the pointer would come to.  While the referee thinks, only the latest point waits. */
  preview(x: number, y: number, z: number): void {
    const to: Point = [x, y, z];
    const answer = this.kind === "face" ? facingTo(this.origin, to) : this.placeAnswer(to);
    if (answer === null) return;
    this.previewed(async () => {
      const checked = await (this.kind === "path" ? this.referee.route(this.before, to) : this.referee.check(answer));
      return checked && { to, legs: this.kind === "path" ? this.legsOf(checked.answer) : [], checked };
    });
  }

  /** Show what a question comes to, unless the answer as it stands has changed meanwhile. */
  protected previewed(question: () => Promise<Preview | null>): void {
    const request = this.asks;
    void this.hovers.ask(async () => {
      const found = await question();
      return () => {
        if (request === this.asks && found) this.hover = found;
      };
    });
  }

  private lifted: Stretch[] = [];

  /** Take the figure up from where the way ends: what the last click added, or all of it, is drawn anew. */
  lift(all: boolean): void {
    this.leave();
    const from = all ? 0 : Math.max(0, this.stretches.length - 1);
    this.lifted = this.stretches.slice(from);
    this.recall(this.stretches.slice(0, from));
  }

  /** Put it down: the way leads there, or is as it was before where that cannot be. */
  async drop(x: number, y: number, z: number): Promise<void> {
    const { lifted, stretches } = this;
    this.lifted = [];
    await this.point(x, y, z);
    const refused = this.hover;
    if (this.stretches !== stretches || !lifted.length) return;
    this.recall([...stretches, ...lifted]);
    this.hover = refused; // why it cannot be
  }

  /** Leave it where it was. */
  unlift(): void {
    this.leave();
    if (this.lifted.length) this.recall([...this.stretches, ...this.lifted]);
    this.lifted = [];
  }

  private recall(stretches: Stretch[]): void {
    this.stretches = stretches;
    this.offered = null;
    this.judgeAnew();
  }

  /** No way that is being looked for is wanted any more. */
  protected judgeAnew(): void {
    this.round++;
    this.ways = 0;
    void this.judge();
  }

  /** The pointer has gone. */
  leave(): void {
    this.hovers.forget();
    this.hover = null;
  }

  lookAt(x: number, y: number): Promise<void> {
    const facing = facingTo(this.kind === "face" ? this.origin : this.end, [x, y]);
    return facing ? this.face(facing) : Promise.resolve();
  }

  /** Look in a direction. */
  face(facing: XY): Promise<void> {
    this.chosen = facing;
    return this.judge();
  }

  /** Turn by sixteenths of a circle, counter-clockwise. */
  turn(steps: number): Promise<void> {
    return this.face(turned(...this.facing, steps));
  }

  /** Take back what the last click added. */
  undo(): void {
    this.leave();
    if (this.stretches.length) {
      this.stretches = this.stretches.slice(0, -1);
      this.offered = null;
    } else this.forget();
    this.judgeAnew();
  }

  /** Begin anew. */
  clear(): void {
    this.leave();
    this.stretches = [];
    this.forget();
    this.judgeAnew();
  }

  private forget(): void {
    this.spot = this.chosen = this.offered = null;
  }

  // ---- what the referee says ----

  /** Ask about the answer as it stands.  While the referee thinks, only the latest answer waits. */
  private judge(): Promise<void> {
    this.begin();
    const { answer, asks: ask } = this;
    this.unjudged = this.judging = answer !== null;
    if (answer === null) {
      this.checked = null;
      return Promise.resolve();
    }
    return this.judged.ask(async () => {
      const checked = await this.referee.check(answer).catch(() => null);
      return () => {
        if (ask !== this.asks) return;
        this.checked = checked;
        this.lost = checked === null;
        this.unjudged = this.judging = false;
      };
    });
  }

  private placeAnswer(to: Point): unknown {
    const facing = this.chosen ?? this.offered ?? this.towards(to) ?? this.stance;
    return this.asked.facing ? [...to, ...facing] : [...to];
  }

  /** The legs of an answer to a path. */
  legsOf(answer: unknown): Leg[] {
    if (!Array.isArray(answer)) return [];
    return (this.asked.facing ? answer.slice(0, -1) : answer) as Leg[];
  }

  /** Where each leg of an answer ends. */
  stopsOf(legs: readonly Leg[], _checked: Checked): Point[] {
    return legs.map(([x, y, z]) => [x, y, z]);
  }

  protected facingOf({ answer }: Checked): XY | null {
    return this.asked.facing && Array.isArray(answer) && answer.length ? ([...answer.at(-1)] as XY) : null;
  }
}

/** Whether the legs of a path can be gone, wherever they may end: none is refused, and they are not too long. */
export function passable(checked: Checked, allowance: number): boolean {
  const refused = checked.legs.some((remark) => checked.against.includes(remark)); // a remark is the reason then
  return !refused && (allowance < 0 || checked.length <= allowance);
}
