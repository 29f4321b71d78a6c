/** Keyboard: the board without a pointer.  Arrows move the cursor of what is drawn, go from model to model or move the
 * view; other keys draw, cancel and change the view. */

import type { Body } from "../protocol.gen";
import { neighbour } from "./geometry";
import { changeView } from "./keys";
import type { Pointing } from "./pointing.svelte";
import type { Scene } from "./scene.svelte";
import { nearestSpot, spotBeyond } from "./spots";
import { UnitDraft } from "./unit-draft.svelte";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const REACH = 1000 / 2; // how far an arrow key moves the cursor: half an inch

export class Keyboard {
  constructor(
    private readonly scene: Scene,
    private readonly pointing: Pointing,
    /** The sheet that is drawn on, once it is there. */
    private readonly sheet: () => SVGSVGElement,
  ) {}

  readonly press = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || (event.ctrlKey && !ARROWS[event.key])) return;
    if (this.#pressArrow(event) || this.#pressDrawingKey(event) || this.#pressViewKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  #pressArrow(event: KeyboardEvent): boolean {
    const { draft, view } = this.scene;
    const way = ARROWS[event.key];
    if (!way) return false;
    const [dx, dy] = view.camera.toWay(...way);
    const focused = (event.target as Element).closest?.("[data-body]");
    if (draft && !event.ctrlKey && !focused) this.#nudge(dx, dy, event.shiftKey ? 100 : REACH);
    else if (!draft && this.scene.spots.length && !event.ctrlKey && !focused) this.#toSpot(dx, dy);
    else if (focused) this.#focusNeighbour(Number(focused.getAttribute("data-body")), dx, dy);
    else view.glide((camera) => camera.panBy(way[0] * -80, way[1] * -80));
    return true;
  }

  /** To the next place of the open question that lies in a direction; at first to the one nearest to whom it is about. */
  #toSpot(dx: number, dy: number): void {
    const { mover, spots, view, board } = this.scene;
    const { spot } = this.pointing;
    const here = mover?.at ?? { x: board.width / 2, y: board.depth / 2 };
    const to = spot ? spotBeyond(spots, spot, dx, dy) : (spotBeyond(spots, { x: here.x, y: here.y }, dx, dy) ?? nearestSpot(spots, here.x, here.y));
    if (!to) return;
    this.pointing.pointer = null;
    view.reveal(to.x, to.y);
    this.pointing.pointAtSpot(to);
  }

  /** Move the cursor, or what is put down, or turn. */
  #nudge(dx: number, dy: number, by: number): void {
    const { board, draft, view } = this.scene;
    if (!draft) return;
    if (draft.kind === "face") return void draft.turn(dx ? -Math.sign(dx) : Math.sign(dy));
    const [x, y] = draft.cursor ?? draft.end;
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const to: [number, number] = [within(x + dx * by, board.width), within(y + dy * by, board.depth)];
    draft.cursor = [...to, this.scene.heightAt(...to)];
    view.reveal(...to);
    draft.preview(...draft.cursor);
  }

  #pressDrawingKey(event: KeyboardEvent): boolean {
    const { draft } = this.scene;
    if (event.key === "Escape") return this.#cancel();
    const { spot } = this.pointing;
    if (!draft && spot && event.key === "Enter" && event.target === this.sheet()) {
      this.pointing.pickSpot(spot, false);
      return true;
    }
    if (!draft) return false;
    switch (event.key) {
      case "Enter":
        if (draft.cursor) {
          void draft.point(...draft.cursor);
          draft.cursor = null;
        } else void this.scene.commit();
        return true;
      case "c":
      case "C":
        void this.scene.commit();
        return true;
      case "Backspace":
        draft.undo();
        return true;
      case ",":
      case ".":
        if (draft instanceof UnitDraft && !(draft.alone && draft.turns)) {
          draft.holdNext(event.key === "," ? -1 : 1);
          draft.cursor = null;
          this.scene.view.reveal(draft.end[0], draft.end[1]);
        } else if (draft.turns) void draft.turn(event.key === "," ? 1 : -1);
        return true;
    }
    return false;
  }

  /** Put away one thing: what is offered, the ruler, the drawing, the selection.  Whether there was any. */
  #cancel(): boolean {
    const { draft, table, view } = this.scene;
    if (this.pointing.offered) this.pointing.offered = null;
    else if (this.pointing.spot) this.pointing.pointAtSpot(null);
    else if (draft instanceof UnitDraft && draft.held >= 0) draft.hold(-1);
    else if (view.tool === "ruler") view.measure();
    else if (draft?.started || draft?.cursor) {
      draft.clear();
      draft.cursor = null;
    } else if (table.selected >= 0) table.select(-1);
    else return false;
    return true;
  }

  #pressViewKey(event: KeyboardEvent): boolean {
    const way = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (way !== undefined) this.#focusNext(way);
    return way !== undefined || changeView(this.scene.view, this.scene.levels, event.key, event.shiftKey);
  }

  /** To the next model: of those that the question names, else of all. */
  #focusNext(steps: number): void {
    const { options, visible } = this.scene;
    const ring = visible.filter((body) => !options.size || options.has(body.id)).sort((a, b) => a.id - b.id);
    if (!ring.length) return;
    const at = ring.findIndex((body) => body.id === this.pointing.tabStop);
    this.#focus(ring[(at < 0 ? (steps > 0 ? 0 : ring.length - 1) : at + steps + ring.length) % ring.length]!);
  }

  #focusNeighbour(from: number, dx: number, dy: number): void {
    const here = this.scene.byId.get(from);
    const places = this.scene.visible.map((body) => ({ x: body.at.x, y: body.at.y, body }));
    const to = here && neighbour(places.find((each) => each.body === here)!, places, dx, dy);
    if (to) this.#focus(to.body);
  }

  #focus(body: Body): void {
    this.pointing.tabStop = body.id;
    this.scene.view.reveal(body.at.x, body.at.y);
    this.sheet().querySelector<SVGElement>(`[data-body="${body.id}"]`)?.focus({ preventScroll: true });
  }
}
