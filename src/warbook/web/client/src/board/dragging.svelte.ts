/** Dragging: what a drag on the board takes hold of and does; it draws, measures or moves what is seen. */

import type { Body } from "../protocol.gen";
import type { Point } from "./geometry";
import type { Handlers, Press } from "./gestures";
import type { Pointing } from "./pointing.svelte";
import { endOf, measured, type End, type Measured } from "./ruler";
import type { Scene } from "./scene.svelte";
import { floorAt } from "./terrain";
import { UnitDraft } from "./unit-draft.svelte";

/** What was taken hold of: the handle of a facing, what was put down, the figure that moves, or the end of a ruler. */
type Grab = "handle" | "ghost" | "figure" | "ruler" | null;

export class Dragging implements Handlers {
  ruler = $state.raw<Measured | null>(null);

  #grab: Grab = null;
  #rulerStart: End | null = null;
  #fromStart = false; // whether the figure was taken up from where it stands, so that the way is drawn from there
  #dropPoint: Point | null = null; // where the figure that moves would be put down

  constructor(
    private readonly scene: Scene,
    private readonly pointing: Pointing,
  ) {}

  get active(): boolean {
    return this.#grab !== null;
  }

  begin(px: number, py: number, { target: element, finger }: { target: Element | null; finger: boolean }): boolean {
    const { draft, view } = this.scene;
    const [x, y] = view.camera.toBoard(px, py);
    this.#grab = null;
    this.#dropPoint = null;
    const body = this.scene.bodyAt(x, y, finger ? 8 : 3);
    if (!finger) this.pointing.mouse = { px, py };
    const end = element?.closest("[data-ghost]") ?? null;
    this.#fromStart = end === null;
    if (element?.closest("[data-handle]")) this.#grab = "handle";
    else if (view.tool === "ruler") this.#grab = "ruler";
    else if (draft instanceof UnitDraft && end) {
      draft.take(Number(end.getAttribute("data-member")), true);
      this.#grab = "figure";
    } else if (draft && end) this.#grab = draft.kind === "path" ? "figure" : "ghost";
    else if (draft?.kind === "face" && !finger) this.#grab = "handle";
    else if (body) this.#grab = this.#grabOf(body);
    if (this.#grab === "ruler") this.#rulerStart = this.#rulerEnd(body, x, y);
    if (this.#grab === "ruler" && view.tool === "ruler") this.ruler = measured(this.#rulerStart!, this.#rulerStart!);
    return this.#grab !== null;
  }

  /** What a drag that begins on a figure does: it draws for the figure that the question is about, and measures from any
   * other.  It never moves the table. */
  #grabOf(body: Body): Grab {
    const { draft, mover, view } = this.scene;
    if (view.tool === "ruler" || draft === null) return "ruler";
    if (draft instanceof UnitDraft) {
      if (draft.kind === "muster" || !draft.members.some((member) => member.id === body.id)) return "ruler";
      draft.take(body.id, false);
      return "figure";
    }
    if (body.id !== mover?.id) return "ruler";
    return ({ path: "figure", place: "ghost", spot: "ruler", face: "handle" } as const)[draft.kind];
  }

  #rulerEnd(body: Body | null, x: number, y: number): End {
    return body ? endOf(body) : { x, y, z: floorAt(this.scene.board, x, y, this.scene.upTo), radius: 0 };
  }

  drag(px: number, py: number): void {
    const { draft, view } = this.scene;
    const [x, y] = view.camera.toBoard(px, py);
    this.pointing.pointer = { px, py };
    if (this.pointing.mouse) this.pointing.mouse = { px, py };
    if (this.#grab === "handle") void draft?.lookAt(x, y);
    else if (this.#grab === "ghost") void draft?.point(x, y, this.scene.heightAt(x, y));
    else if (this.#grab === "figure" && draft) {
      if (!this.#dropPoint) draft.lift(this.#fromStart);
      this.#dropPoint = this.scene.pointAt(x, y);
      draft.preview(...this.#dropPoint);
    } else if (this.#grab === "ruler" && this.#rulerStart) {
      this.ruler = measured(this.#rulerStart, this.#rulerEnd(this.scene.bodyAt(x, y, 6), x, y));
    }
  }

  end(completed: boolean): void {
    const { draft, view } = this.scene;
    if (!this.#dropPoint && draft instanceof UnitDraft && this.#grab === "figure" && !completed) draft.unlift();
    if (this.#dropPoint && completed) void draft?.drop(...this.#dropPoint);
    else if (this.#dropPoint) draft?.unlift();
    if (this.ruler && (this.ruler.length === 0 || view.tool !== "ruler")) this.ruler = null;
    this.#grab = this.#dropPoint = null;
  }

  pan(dx: number, dy: number): void {
    const { mouse, pointer } = this.pointing;
    if (pointer) this.pointing.leave();
    if (mouse) this.pointing.mouse = { px: mouse.px + dx, py: mouse.py + dy };
    this.scene.view.move((camera) => camera.panBy(dx, dy));
  }

  pinch(px: number, py: number, factor: number): void {
    this.scene.view.move((camera) => camera.zoomAt(px, py, factor));
  }

  press(px: number, py: number, press: Press): void {
    this.pointing.press(px, py, press);
  }

  hold(px: number, py: number): void {
    this.pointing.hover(px, py);
  }

  hover(px: number, py: number): void {
    this.pointing.mouse = { px, py };
    this.pointing.hover(px, py);
  }

  leave(): void {
    this.pointing.mouse = null;
    this.pointing.leave();
  }
}
