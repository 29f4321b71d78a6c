/**
 * Unit draft: the answer to an open march or muster while it is drawn.  It knows no rule: where the members go when one
 * of them is taken to a point, the referee proposes, and every answer is the referee's to judge.
 */

import type { Drawing } from "../lib/drawing";
import type { Asked, Checked, CheckedPart, Member } from "../protocol.gen";
import type { Leg, Preview, Referee } from "./draft.svelte";
import { turned, type Point, type XY } from "./geometry";
import { Latest } from "./latest";
import { words } from "./texts";

export type UnitKind = "march" | "muster";

/** Whether a question is about the members of a unit. */
export function forUnit(asked: Asked | null | undefined): asked is Asked & { kind: UnitKind } {
  return asked?.kind === "march" || asked?.kind === "muster";
}

/** A member as it would stand. */
export interface End {
  member: Member;
  at: Point;
  legs: Leg[];
  facing: XY | null;
  /** What speaks against it. */
  against: readonly string[];
}

/** What has been drawn, for taking it back: the parts of the answer, and which way members were turned by hand. */
interface Drawn {
  parts: unknown[] | null;
  looks: ReadonlyMap<number, XY>;
}

export class UnitDraft implements Drawing {
  readonly kind: UnitKind;
  readonly members: readonly Member[];

  /** The parts of the answer so far; null while nobody has been taken anywhere. */
  private parts = $state.raw<unknown[] | null>(null);
  /** Which way members look that were turned by hand; where the others look, the referee proposes. */
  private looks = $state.raw<ReadonlyMap<number, XY>>(new Map());
  private before = $state.raw<Drawn[]>([]);
  /** The member that the next point is for; -1: the whole unit, which follows `guide`. */
  held = $state(-1);
  private guide: number;

  checked = $state.raw<Checked | null>(null);
  hover = $state.raw<Preview | null>(null);
  cursor = $state.raw<Point | null>(null);
  lost = $state(false);

  private missed: Point | null = null;
  private going = $state(0); // questions that are on their way
  private round = 0;
  private hovers = new Latest();

  constructor(
    private readonly referee: Referee,
    readonly asked: Asked & { kind: UnitKind },
    /** Which way each member looks now. */
    private readonly stances: ReadonlyMap<number, XY> = new Map(),
    /** What a member is called. */
    readonly nameOf: (id: number) => string = (id) => `${id}`,
  ) {
    this.kind = asked.kind;
    this.members = asked.members;
    this.guide = this.leader;
    if (this.kind === "march") void this.judge();
  }

  get leader(): number {
    return this.members[0]?.id ?? -1;
  }

  // ---- what stands ----

  get started(): boolean {
    return this.parts !== null;
  }

  /** The answer as it stands: of a march, that all stay, until something is drawn. */
  get answer(): unknown {
    return this.parts ?? (this.kind === "march" ? this.members.map((member) => this.staying(member.id)) : null);
  }

  private staying(id: number): unknown[] {
    return this.asked.facing ? [[...(this.stances.get(id) ?? [0, 1])]] : [];
  }

  get busy(): boolean {
    return this.going > 0;
  }

  get ready(): boolean {
    return this.checked !== null && !this.checked.against.length && this.answer !== null && !this.busy && !this.lost;
  }

  get reasons(): readonly string[] {
    return this.checked?.against ?? [];
  }

  /** Whether a unit of one model is asked about: it is spoken of as such. */
  get alone(): boolean {
    return this.members.length === 1;
  }

  /** What it is called on the buttons: one model that is set up is put somewhere. */
  get spoken(): UnitKind | "place" {
    return this.alone && this.kind === "muster" ? "place" : this.kind;
  }

  /** Whether its members can be turned: where they are set up they look somewhere; on a march the referee proposes that. */
  get turns(): boolean {
    return this.kind === "muster" && Boolean(this.asked.facing);
  }

  get hint(): string {
    if (this.alone) return this.kind === "march" ? words.hint.alone(this.started) : words.hint.place(this.started, this.turns);
    return words.hint[this.kind](this.started, this.held >= 0 ? this.nameOf(this.held) : "");
  }

  /** Whether what the pointer would come to is shown. */
  get follows(): boolean {
    return !this.started || this.held >= 0;
  }

  /** Where each member would stand. */
  get ends(): End[] {
    return this.endsOf(this.parts, this.checked);
  }

  /** Where each member would stand after what the pointer is at. */
  get ahead(): End[] {
    return this.hover ? this.endsOf(this.hover.checked.answer, this.hover.checked) : [];
  }

  private endsOf(answer: unknown, checked: Checked | null): End[] {
    if (!Array.isArray(answer) || answer.length !== this.members.length) return [];
    const told = new Map((checked?.parts ?? []).map((part: CheckedPart) => [part.who, part.against]));
    return this.members.map((member, n) => ({ member, ...this.endOf(member, answer[n] as unknown[]), against: told.get(member.id) ?? [] }));
  }

  private endOf(member: Member, part: unknown[]): { at: Point; legs: Leg[]; facing: XY | null } {
    if (this.kind === "muster") {
      const [x, y, z, fx, fy] = part as number[];
      return { at: [x!, y!, z!], legs: [], facing: this.asked.facing ? [fx!, fy!] : null };
    }
    const legs = (this.asked.facing ? part.slice(0, -1) : part) as Leg[];
    const last = legs.at(-1);
    const at: Point = last ? [last[0], last[1], last[2]] : [...member.origin];
    return { at, legs, facing: this.asked.facing ? (part.at(-1) as XY) : null };
  }

  /** Where the member stands that the next point is for. */
  get end(): Point {
    const who = this.held >= 0 ? this.held : this.guide;
    const end = this.ends.find((each) => each.member.id === who);
    return end ? end.at : [...(this.members.find((member) => member.id === who)?.origin ?? this.asked.origin)];
  }

  // ---- drawing ----

  /** The next point is for this member alone, or (-1) for the whole unit; a muster must have been begun. */
  hold(id: number): void {
    this.leave();
    this.held = this.answer !== null ? id : -1;
    this.guide = this.leader;
  }

  /** The next member, or the one before, is held. */
  holdNext(steps: number): void {
    const ring = [-1, ...this.members.map((member) => member.id)];
    this.hold(ring[(ring.indexOf(this.held) + steps + ring.length) % ring.length]!);
  }

  /** A member is taken up: by itself, or so that the whole unit follows it. */
  take(id: number, alone: boolean): void {
    this.hold(alone ? id : -1);
    if (!alone) this.guide = id;
  }

  /** Take the unit, or the member that is held, to a point. */
  async point(x: number, y: number, z: number): Promise<void> {
    const to: Point = [x, y, z];
    this.leave();
    const round = ++this.round;
    this.going++;
    this.lost = false;
    const [who, alone] = this.target;
    const checked = await this.routed(to, who, alone).catch(() => null);
    this.going--;
    if (round !== this.round) return;
    this.missed = checked ? null : to;
    this.lost = checked === null;
    if (checked) this.put(to, who, alone, checked);
  }

  /** Whom the next point is for, and whether for that member alone. */
  private get target(): [number, boolean] {
    return this.held >= 0 ? [this.held, true] : [this.guide, false];
  }

  private routed(to: Point, who: number, alone: boolean): Promise<Checked | null> {
    return this.referee.route([], to, who, alone ? this.answer : null);
  }

  /** A proposal counts if whoever was taken to the point may go there; what is wrong with others can be mended. */
  private put(to: Point, who: number, alone: boolean, checked: Checked): void {
    const refused = !Array.isArray(checked.answer) || checked.parts.some((part) => part.who === who && part.against.length > 0);
    const clash = alone && checked.against.length > this.reasons.length;
    if (refused || clash) {
      this.hover = { to, legs: [], checked };
      return;
    }
    this.remember();
    this.parts = this.turnedByHand(checked.answer as unknown[]);
    this.checked = checked;
    this.held = -1;
    this.guide = this.leader;
    if (this.looks.size) void this.judge(); // the referee has judged where they would have looked
  }

  private remember(): void {
    this.before = [...this.before, { parts: this.parts, looks: this.looks }];
  }

  /** The parts of an answer, whoever was turned by hand looking that way. */
  private turnedByHand(parts: unknown[]): unknown[] {
    if (!this.looks.size) return parts;
    return parts.map((part, n) => {
      const look = this.looks.get(this.members[n]!.id);
      return look ? [...(part as number[]).slice(0, 3), ...look] : part;
    });
  }

  preview(x: number, y: number, z: number): void {
    const to: Point = [x, y, z];
    const round = this.round;
    const [who, alone] = this.target;
    void this.hovers.ask(async () => {
      const checked = await this.routed(to, who, alone);
      return () => {
        if (round === this.round && checked) this.hover = { to, legs: [], checked };
      };
    });
  }

  leave(): void {
    this.hovers.forget();
    this.hover = null;
  }

  lift(): void {
    this.leave();
  }

  drop(x: number, y: number, z: number): Promise<void> {
    return this.point(x, y, z);
  }

  unlift(): void {
    this.leave();
    this.held = -1;
  }

  /** Take back what was put down last. */
  undo(): void {
    this.leave();
    this.round++;
    const drawn = this.before.at(-1);
    this.parts = drawn?.parts ?? null;
    this.looks = drawn?.looks ?? new Map();
    this.before = this.before.slice(0, -1);
    this.held = -1;
    void this.judge();
  }

  clear(): void {
    this.before = [];
    this.undo();
  }

  /** Turn the member that is held, or all of them, where they stand. */
  async turn(steps: number): Promise<void> {
    if (!this.turns || this.parts === null) return;
    this.leave();
    this.remember();
    const looks = new Map(this.looks);
    for (const { member, facing } of this.ends) {
      if (facing && (this.held < 0 || this.held === member.id)) looks.set(member.id, turned(...facing, steps));
    }
    this.looks = looks;
    this.parts = this.turnedByHand(this.parts);
    await this.judge();
  }

  lookAt(): void {
    // nobody is turned by pointing somewhere: the next point is where the unit goes
  }

  retry(): Promise<void> {
    if (!this.lost) return Promise.resolve();
    return this.missed ? this.point(...this.missed) : this.judge();
  }

  private async judge(): Promise<void> {
    const round = ++this.round;
    const { answer } = this;
    this.lost = false;
    this.missed = null;
    if (answer === null) {
      this.checked = null;
      return;
    }
    this.going++;
    const checked = await this.referee.check(answer).catch(() => null);
    this.going--;
    if (round !== this.round) return;
    this.checked = checked;
    this.lost = checked === null;
  }
}
