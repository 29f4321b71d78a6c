/**
 * View: how the person at the screen looks at the board.  The camera moves one group by its transform, once a frame; of
 * what is drawn only the few things that are laid over the board in pixels follow it.
 */

import { moving } from "../lib/settings.svelte";
import { about, bounding, type Rect } from "./beside";
import { Camera, type Size } from "./camera";
import { extremes, type OutlineData } from "./geometry";

export type Detail = "far" | "mid" | "near";
export type Tool = "hand" | "ruler";
export type Rings = "none" | "one" | "all";

const GLIDE = 180; // milliseconds
const CLOSE = 1 / 45; // pixels to a thousandth: an inch is as wide as a fingertip
const MARGIN = 44;
const NEAR = 12; // pixels from the border of the screen at which what is drawn can still be seen
const NARROW = 620; // pixels: a telephone
const TIP = 340; // thousandths of an inch from the rim to the tip of what shows the front
const WIDE = 0.4; // the share of the screen that is too much to stand beside
const ROOMY = { top: 30, right: 40, bottom: 30, left: 40 };
const TIGHT = { top: 18, right: 14, bottom: 18, left: 14 };

/** How far a pixel must move to be away from the ends of a stretch of the screen. */
function into(at: number, size: number): number {
  const margin = Math.min(MARGIN, size / 5);
  return Math.max(0, margin - at) - Math.max(0, at - (size - margin));
}

export class View {
  readonly camera = new Camera();

  /** Counts the frames in which the camera moved. */
  frame = $state(0);
  /** Quarter turns of the board, clockwise. */
  quarters = $state(0);
  /** Thousandths of an inch to a pixel, in steps. */
  pixel = $state(40);

  /** The highest level that is shown in full; null: all. */
  level = $state<number | null>(null);
  grid = $state(false);
  rings = $state<Rings>("one");
  aims = $state(true);
  legend = $state(false);
  tool = $state<Tool>("hand");

  readonly detail: Detail = $derived(this.pixel > 75 ? "far" : this.pixel > 34 ? "mid" : "near");

  private world: SVGGElement | null = null;
  private frameRequest = 0;
  private gliding = 0; // number of the latest smooth move
  private goal: { scale: number; left: number; top: number } | null = null;
  private kept: readonly [number, number] | null = null; // what is to stay in sight, until somebody moves the board
  private cut = false; // whether the board was shown as a whole before the room for it changed under a drawing

  /** The part of the screen that a base takes, with the tip that shows its front, and `more` pixels about it. */
  shownAs(x: number, y: number, radius: number, more: number): Rect {
    void this.frame;
    return about(...this.camera.toScreen(x, y), (radius + TIP) * this.camera.scale + more);
  }

  /** The part of the screen that an outline takes; null where there is none, or it takes so much that nothing could
   * stand beside it. */
  shownOf(outline: OutlineData | null | undefined): Rect | null {
    void this.frame;
    const { screen } = this.camera;
    const shown = outline ? bounding(extremes(outline).map(([x, y]) => this.camera.toScreen(x, y))) : null;
    if (!shown) return null;
    const wide = (shown.right - shown.left) * (shown.bottom - shown.top) > WIDE * screen.width * screen.height;
    return wide ? null : shown;
  }

  /** Draw through this group from now on. */
  attach(world: SVGGElement): void {
    this.world = world;
    this.draw();
  }

  /** The room for the board is another.  While something is drawn, which ends at `drawn`, only the room's height
   * changes, for what the decision bar says of it: the board then stays where it is, under the pointer. */
  resize(screen: Size, board: { width: number; depth: number }, drawn: readonly number[] | null = null): void {
    const { camera } = this;
    if (screen.width < 2 || screen.height < 2) return;
    this.arrive();
    const otherBoard = camera.board.width !== board.width || camera.board.depth !== board.depth || camera.screen.width < 2;
    const whole = camera.whole || this.cut; // what was shown as a whole stays so
    if (drawn && !otherBoard && screen.width === camera.screen.width) return this.cutTo(screen, drawn, whole);
    this.cut = false;
    const middle = camera.toBoard(camera.screen.width / 2, camera.screen.height / 2);
    camera.board = board;
    camera.screen = screen;
    camera.padding = screen.width > NARROW ? ROOMY : TIGHT;
    if (otherBoard || whole) camera.fit();
    else {
      const [px, py] = camera.toScreen(...middle);
      camera.panBy(screen.width / 2 - px, screen.height / 2 - py);
      if (this.kept) this.include(...this.kept);
    }
    this.draw();
  }

  private cutTo(screen: Size, [x, y]: readonly number[], whole: boolean): void {
    const { camera } = this;
    this.cut = whole;
    camera.screen = screen;
    const [, py] = camera.toScreen(x!, y!);
    if (py > screen.height - NEAR) camera.panBy(0, screen.height - NEAR - py);
    this.draw();
  }

  /** Nothing is drawn any more: what was shown as a whole is so again. */
  release(): void {
    if (this.cut) this.fit();
    this.cut = false;
  }

  /** Move the camera at once. */
  move(change: (camera: Camera) => void): void {
    this.cut = false;
    this.kept = null;
    this.gliding++;
    this.goal = null;
    change(this.camera);
    this.soon();
  }

  /** Move the camera smoothly, unless less motion is wanted. */
  glide(change: (camera: Camera) => void): void {
    this.arrive();
    const { camera } = this;
    const from = { scale: camera.scale, left: camera.left, top: camera.top };
    change(camera);
    const to = { scale: camera.scale, left: camera.left, top: camera.top };
    if (!moving()) return this.soon();
    const run = ++this.gliding;
    this.goal = to;
    const begun = performance.now();
    const step = (now: number) => {
      if (run !== this.gliding) return;
      const share = Math.min(1, Math.max(0, (now - begun) / GLIDE));
      const eased = 1 - (1 - share) ** 3;
      for (const key of ["scale", "left", "top"] as const) camera[key] = from[key] + (to[key] - from[key]) * eased;
      this.draw();
      if (share < 1) requestAnimationFrame(step);
      else this.goal = null;
    };
    Object.assign(camera, from);
    requestAnimationFrame(step);
  }

  /** End a smooth move where it was to lead. */
  private arrive(): void {
    this.gliding++;
    if (this.goal) Object.assign(this.camera, this.goal);
    this.goal = null;
  }

  /** The whole board. */
  fit(): void {
    this.kept = null;
    this.glide((camera) => camera.fit());
  }

  /** The ruler taken up, or put away. */
  measure(): void {
    this.tool = this.tool === "ruler" ? "hand" : "ruler";
  }

  /** Threat ranges: of one model, of all, of none. */
  moreRings(): void {
    this.rings = ({ none: "one", one: "all", all: "none" } as const)[this.rings];
  }

  /** One of these levels up or down; above the highest all are shown. */
  climb(levels: readonly number[], steps: number): void {
    const place = this.level === null ? levels.length : levels.indexOf(this.level);
    const to = Math.max(0, Math.min(levels.length, place + steps));
    this.level = levels[to] ?? null;
  }

  rotate(steps: number): void {
    this.move((camera) => camera.rotate(steps));
    this.quarters = this.camera.quarters;
  }

  /** Have a point of the board on the screen, away from its border; it moves no farther than it must. */
  reveal(x: number, y: number): void {
    const { camera } = this;
    if (camera.screen.width < 2) return;
    const [px, py] = camera.toScreen(x, y);
    if (into(px, camera.screen.width) || into(py, camera.screen.height)) this.glide(() => this.include(x, y));
  }

  private include(x: number, y: number): void {
    const { camera } = this;
    const [px, py] = camera.toScreen(x, y);
    const [dx, dy] = [into(px, camera.screen.width), into(py, camera.screen.height)];
    if (!dx && !dy) return;
    camera.panBy(dx, dy);
    camera.settle();
  }

  /** Have a point in sight, and near enough to point at its surroundings: on a small screen the whole board is not. */
  approach(x: number, y: number): void {
    const { camera } = this;
    this.kept = [x, y];
    if (camera.screen.width > NARROW || this.detail !== "far") return this.reveal(x, y);
    this.glide((each) => {
      each.zoomAt(each.screen.width / 2, each.screen.height / 2, CLOSE * each.pixel);
      each.centre(x, y);
      each.settle();
    });
  }

  private soon(): void {
    if (!this.frameRequest) this.frameRequest = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frameRequest = 0;
    const { camera, world } = this;
    if (!world) return;
    world.setAttribute("transform", camera.matrix);
    if (camera.pixel !== this.pixel || !this.frame) {
      this.pixel = camera.pixel;
      world.style.setProperty("--px", String(camera.pixel));
    }
    this.frame++;
  }
}
