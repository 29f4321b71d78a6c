/** Scene: what stands on the board and what the open question names there, and what a point of the board means. */

import { keyOf } from "../lib/answers";
import type { Table } from "../lib/table.svelte";
import type { Outline } from "../protocol.gen";
import { choosable, markAt, memberAt, standing, subject, type Mark } from "./bodies";
import { Draft } from "./draft.svelte";
import { holds, type Point, type XY } from "./geometry";
import { sightsOf } from "./sights";
import { boardOf, floorsAt, leftOf, levelsOf } from "./terrain";
import { spotAt, spotsOf } from "./spots";
import { thingsOf } from "./things";
import { UnitDraft } from "./unit-draft.svelte";
import { unitsAbout, unitsOf } from "./units";
import type { View } from "./view.svelte";

export class Scene {
  constructor(
    readonly table: Table,
    readonly view: View,
  ) {}

  /** Which obstacles have vanished, as a key. */
  private readonly gone = $derived.by(() => (this.table.tableau?.gone ?? []).join());
  readonly board = $derived.by(() => leftOf(boardOf(this.table.welcome?.board ?? {}), this.gone ? this.gone.split(",").map(Number) : []));
  readonly levels = $derived.by(() => levelsOf(this.board));
  readonly bodies = $derived.by(() => standing(this.table.tableau));
  /** The units of the position, and the grid that it is played on. */
  readonly units = $derived.by(() => unitsOf(this.table.tableau));
  readonly grid = $derived.by(() => this.table.tableau?.grid ?? null);
  readonly byId = $derived.by(() => new Map(this.bodies.map((body) => [body.id, body])));
  /** The height up to which floors are in sight. */
  readonly upTo = $derived.by(() => this.view.level ?? Infinity);
  readonly visible = $derived.by(() => this.bodies.filter((body) => body.at.z <= this.upTo));
  readonly things = $derived.by(() => thingsOf(this.board, this.table.tableau));
  /** The kinds of what lies about, as one key, so that what is drawn of the board alone is not drawn anew. */
  private readonly kinds = $derived.by(() => [...new Set(this.things.map((thing) => thing.kind))].sort().join());
  readonly thingKinds = $derived.by((): ReadonlySet<string> => new Set(this.kinds.split(",")));
  /** The things that have records, as marks like models. */
  readonly thingMarks = $derived.by(() =>
    this.things
      .filter((thing) => thing.id >= 0)
      .map((thing): Mark => ({ id: thing.id, at: { x: thing.at[0], y: thing.at[1], z: thing.at[2], radius: Math.max(thing.radius, 480) } })),
  );
  readonly marks = $derived.by(() => new Map<number, Mark>([...this.thingMarks, ...this.bodies].map((mark) => [mark.id, mark])));

  readonly asked = $derived.by(() => this.table.asked);
  /** The models and things that the open question names. */
  readonly options = $derived.by(() => choosable(this.asked, this.units));
  /** Those that it names by themselves, not as members of a unit. */
  readonly namedAlone = $derived.by(() => choosable(this.asked, new Map()));
  /** The places that the open question names. */
  readonly spots = $derived.by(() => spotsOf(this.asked));
  /** The open question as a key; nothing where there is none. */
  readonly question = $derived.by(() => (this.asked === null ? "" : `${this.asked.seat} ${this.asked.at.join("/")} ${this.asked.key}`));
  readonly mover = $derived.by(() => (this.asked === null ? null : subject(this.asked, this.table.tableau)));
  readonly draft = $derived.by(() => {
    const { draft } = this.table;
    return draft instanceof Draft || draft instanceof UnitDraft ? draft : null;
  });
  /** What is drawn for one model, or for a unit. */
  readonly single = $derived.by(() => (this.draft instanceof Draft ? this.draft : null));
  readonly many = $derived.by(() => (this.draft instanceof UnitDraft ? this.draft : null));
  /** Where what is drawn can lead. */
  region = $state.raw<Outline | null>(null);
  /** The models that what is drawn, or what is pointed at, is about. */
  readonly lit = $derived.by(() => {
    const touched = this.draft?.hover?.checked.touched ?? this.draft?.checked?.touched ?? [];
    const pointed = this.table.pointed === undefined ? null : keyOf(this.table.pointed);
    const about = pointed === null ? [] : (this.asked?.options ?? []).filter((each) => keyOf(each.answer) === pointed);
    const named = about.flatMap((each) => this.units.get(each.who)?.members ?? [each.who]);
    return new Set([...touched, ...named]);
  });
  // Lines of sight are those from where a model stands: not while it is being moved.
  readonly shownAims = $derived.by(() => {
    const moves = this.draft !== null && ["path", "place", "march", "muster"].includes(this.draft.kind);
    return this.view.aims && this.table.live && !moves ? this.table.selection.aims : [];
  });
  readonly sights = $derived.by(() => sightsOf(this.shownAims, this.marks, this.table.dice));

  /** The sides and arcs of the hull that is selected, from where it stands or where it is drawn. */
  readonly bearings = $derived.by(() => {
    const { card, id } = this.table.selection;
    const body = this.byId.get(id);
    if (!this.view.aims || !card?.arcs.length || card.id !== id || !body) return null;
    const drawn = this.mover?.id === id && this.single?.started ? this.single : null;
    const stance: XY = [body.at.fx, body.at.fy];
    return { arcs: card.arcs, at: drawn?.end ?? [body.at.x, body.at.y], facing: drawn?.facing ?? stance };
  });

  async fetchRegion(): Promise<void> {
    const { question } = this;
    const region = await this.table.referee.region();
    if (question === this.question) this.region = region;
  }

  /** Give what is drawn as the answer. */
  async commit(): Promise<void> {
    if (this.draft?.ready && !this.table.busy) await this.table.answer(this.draft.answer);
  }

  /** The units that are looked at: of whoever is selected, pointed at or named by what is pointed at. */
  kin(hovered: number): Set<number> {
    return unitsAbout(this.units, this.byId, [this.table.selected, this.table.hovered, hovered]);
  }

  /** The place that an option stands for at a point, give or take some pixels. */
  spotAt(x: number, y: number, slack: number) {
    const here = this.spots.filter((spot) => spot.z <= this.upTo);
    return spotAt(here, x, y, this.grid, slack * this.view.camera.pixel);
  }

  nameOf(id: number): string {
    return this.byId.get(id)?.name ?? this.things.find((each) => each.id === id)?.name ?? "";
  }

  /** The model at a point, give or take some pixels. */
  bodyAt(x: number, y: number, slack: number) {
    return markAt(this.visible, x, y, slack * this.view.camera.pixel);
  }

  /** The model at a point, else that whose group has a member there, else the thing. */
  markAt(x: number, y: number, slack: number): Mark | null {
    const things = this.thingMarks.filter((each) => each.at.z <= this.upTo);
    const wide = slack * this.view.camera.pixel;
    return this.bodyAt(x, y, slack) ?? memberAt(this.visible, x, y, wide) ?? markAt(things, x, y, wide);
  }

  /** The floor that somebody means who points at the board: the highest in sight, of those that can be reached. */
  heightAt(x: number, y: number): number {
    const { region } = this;
    const floors = floorsAt(this.board, x, y).filter((z) => z <= this.upTo);
    const within = floors.filter((z) => region !== null && holds(region, x, y, z));
    return (within.length ? within : floors).at(-1) ?? 0;
  }

  /** The point that a click at a pixel means: on a floor, or in contact with the base that was hit. */
  pointAt(x: number, y: number): Point {
    const { asked, draft } = this;
    const body = draft?.kind === "path" && asked?.kind !== "drive" ? this.bodyAt(x, y, 0) : null; // a hull is driven at what it means
    if (!body || !draft || draft instanceof UnitDraft || body.id === asked?.mover) return [x, y, this.heightAt(x, y)];
    const [ex, ey] = draft.end;
    const far = Math.hypot(ex - body.at.x, ey - body.at.y) || 1;
    const apart = body.at.radius + (asked?.radius ?? 0) + 4;
    const near = (from: number, to: number) => Math.round(to + ((from - to) * apart) / far);
    return [near(ex, body.at.x), near(ey, body.at.y), body.at.z];
  }
}
