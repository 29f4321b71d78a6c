/** Pointing: what the pointer is over and what a press of it does. */

import { settings } from "../lib/settings.svelte";
import type { AnswerOption } from "../protocol.gen";
import { room } from "./footprint";
import { contains } from "./geometry";
import type { Press } from "./gestures";
import type { Scene } from "./scene.svelte";
import type { Spot } from "./spots";
import { optionsAbout } from "./units";

interface ScreenPoint {
  px: number;
  py: number;
}

/** What was pressed, where it is, and the answers that it stands for. */
interface Offered {
  id: number;
  name: string;
  at: { x: number; y: number; radius: number };
  options: AnswerOption[];
}

const NOBODY = -1;
const DWELL = 140; // milliseconds that a pointer rests before the odds are asked for
const TWICE = 450; // milliseconds until a second press at the same point is one of its own

export class Pointing {
  /** Where the pointer is, or a finger was last. */
  pointer = $state.raw<ScreenPoint | null>(null);
  /** Where the mouse rests while it is over the board, whatever is shown there. */
  mouse: ScreenPoint | null = null;
  /** The model or thing under the pointer; -1: none. */
  hovered = $state(-1);
  /** The model that was pressed and the answers that it stands for, to choose from. */
  offered = $state.raw<Offered | null>(null);
  /** The place of the open question under the pointer, or where its cursor is. */
  spot = $state.raw<Spot | null>(null);
  /** The model that the Tab key comes to. */
  tabStop = $state(-1);

  #dwell: ReturnType<typeof setTimeout> | undefined;
  #drawnAt = 0;

  constructor(private readonly scene: Scene) {}

  hover(px: number, py: number): void {
    const { board, draft, view } = this.scene;
    this.pointer = { px, py };
    const [x, y] = view.camera.toBoard(px, py);
    this.hoverOver(this.scene.markAt(x, y, 3)?.id ?? -1);
    if (!draft && view.tool === "hand") this.pointAtSpot(this.hovered < 0 ? this.scene.spotAt(x, y, 3) : null);
    if (!draft || view.tool !== "hand") return;
    draft.cursor = null;
    const on = contains([[0, 0], [board.width, 0], [board.width, board.depth], [0, board.depth]], x, y);
    if (on && draft.follows) draft.preview(...this.scene.pointAt(x, y));
    else draft.leave();
  }

  hoverOver(id: number): void {
    const { asked, options, table } = this.scene;
    if (id === this.hovered) return;
    this.hovered = id;
    table.hovered = id;
    clearTimeout(this.#dwell);
    const about = options.has(id) ? optionsAbout(asked, id, this.scene.byId.get(id)) : [];
    table.pointed = about[0]?.answer;
    if (about.length) this.#dwell = setTimeout(() => this.#askOdds(about), DWELL);
  }

  /** Point at a place, or at none: what stands for it is lit, and its odds are asked for. */
  pointAtSpot(spot: Spot | null): void {
    if (spot === this.spot) return;
    this.spot = spot;
    clearTimeout(this.#dwell);
    const option = spot?.option;
    this.scene.table.pointed = option?.answer;
    if (option) this.#dwell = setTimeout(() => this.#askOdds([option]), DWELL);
  }

  /** A place was chosen: it answers the question, after a second press where somebody wants to be careful. */
  pickSpot(spot: Spot, finger: boolean): void {
    this.pointAtSpot(spot);
    const { option } = spot;
    if (!option) return; // why it is not offered is told where it is
    const careful = settings.care === "always" || (settings.care === "touch" && finger);
    if (!careful) return void this.scene.table.answer(option.answer);
    this.offered = { id: NOBODY, name: option.label, at: { x: spot.x, y: spot.y, radius: 500 }, options: [option] };
    this.#askOdds([option]);
  }

  leave(): void {
    this.pointer = null;
    if (this.mouse === null) this.pointAtSpot(null);
    this.hoverOver(-1);
    this.scene.draft?.leave();
  }

  /** A click or a tap: on what is drawn, on a model, or on the ground. */
  press(px: number, py: number, { finger, aside }: Press): void {
    const { byId, draft, table, view } = this.scene;
    const [x, y] = view.camera.toBoard(px, py);
    if (view.tool === "ruler") return;
    const hit = this.scene.markAt(x, y, finger ? 14 : 3);
    this.offered = null;
    if (aside) return void (hit && byId.has(hit.id) && table.select(hit.id));
    if (draft?.kind === "face") return void draft.lookAt(x, y);
    if (finger) this.pointer = { px, py }; // where the reasons stand, if there are any
    else this.mouse = { px, py };
    if (draft) return this.#draw(x, y);
    const spot = hit && this.scene.options.has(hit.id) ? null : this.scene.spotAt(x, y, finger ? 14 : 3);
    if (spot) this.pickSpot(spot, finger);
    else if (hit) this.pick(hit.id, finger);
    else table.select(-1);
  }

  /** A model was chosen: it answers the question if the question names it, else it is looked at. */
  pick(id: number, finger: boolean): void {
    const { asked, byId, options, table } = this.scene;
    const about = optionsAbout(asked, id, byId.get(id));
    const careful = settings.care === "always" || (settings.care === "touch" && finger);
    const body = byId.get(id);
    if (body) this.tabStop = id;
    // Whoever chooses among others wants to go on seeing whose choice it is: its lines of sight, say.
    if (body && (!options.has(id) || body.owner === asked?.seat)) table.select(id);
    if (!options.has(id) || !about.length) return;
    const confirmed = this.offered?.id === id;
    if (about.length === 1 && (!careful || confirmed)) return void table.answer(about[0]!.answer);
    this.offered = { id, name: this.scene.nameOf(id), at: this.scene.marks.get(id)!.at, options: about };
    this.#askOdds(about);
  }

  #askOdds(options: readonly AnswerOption[]): void {
    options.slice(0, 3).forEach((each) => void this.scene.table.odds.ask(each.answer));
  }

  /** Add a point to what is drawn; a second press where a path ends gives it. */
  #draw(x: number, y: number): void {
    const { asked, byId, draft } = this.scene;
    if (!draft) return;
    const [ex, ey] = draft.end;
    const mover = byId.get(asked?.mover ?? -1);
    const near = mover ? room(mover.at) : (asked?.radius ?? 0); // of a hull its middle: a point under its bow is one to drive to
    const atEnd = draft.started && Math.hypot(x - ex, y - ey) < near && performance.now() - this.#drawnAt > TWICE;
    if (atEnd && draft.kind === "path" && draft.ready) return void this.scene.commit();
    this.#drawnAt = performance.now();
    void draft.point(...this.scene.pointAt(x, y));
  }
}
