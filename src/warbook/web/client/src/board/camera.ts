/**
 * Camera: which part of the board the screen shows.  It is three numbers and a quarter turn; what it gives is one matrix
 * for one group, so that panning and zooming touch no other node.
 */

export interface Size {
  width: number;
  height: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CLOSEST = 0.22; // pixels to a thousandth: a base of an inch fills 220 pixels
const LOOSEST = 0.7; // how much smaller than the whole board it may be drawn

// cosine and sine of a clockwise quarter turn on the page
const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** How far a stretch of this size must move to fill the room from `low` to `high`, or to be in its middle. */
function into(at: number, size: number, low: number, high: number): number {
  if (size <= high - low) return (low + high - size) / 2 - at;
  return Math.min(0, low - at) + Math.max(0, high - (at + size));
}

export class Camera {
  /** Pixels to a thousandth of an inch. */
  scale = 0.02;
  /** The pixel at which the page's origin is drawn. */
  left = 0;
  top = 0;
  /** Clockwise quarter turns. */
  quarters = 0;

  private least = 0.001;

  constructor(
    public board: { width: number; depth: number } = { width: 1, depth: 1 },
    public screen: Size = { width: 1, height: 1 },
    public padding = { top: 24, right: 24, bottom: 24, left: 24 },
  ) {}

  /** The whole board, as large as it goes. */
  fit(): void {
    const [width, depth] =
      this.quarters % 2 ? [this.board.depth, this.board.width] : [this.board.width, this.board.depth];
    const { top, right, bottom, left } = this.padding;
    const room = {
      width: Math.max(40, this.screen.width - left - right),
      height: Math.max(40, this.screen.height - top - bottom),
    };
    const scale = Math.min(room.width / width, room.height / depth);
    this.least = scale * LOOSEST;
    this.scale = Math.min(scale, CLOSEST);
    this.centre(this.board.width / 2, this.board.depth / 2);
  }

  /** Put a point of the board in the middle of what is free of the screen. */
  centre(x: number, y: number): void {
    const { top, right, bottom, left } = this.padding;
    const [px, py] = this.toScreen(x, y);
    this.left += (left + this.screen.width - right) / 2 - px;
    this.top += (top + this.screen.height - bottom) / 2 - py;
  }

  /** Waste none of what is free of the screen: nothing beyond the board's border shows in it where the board could, and
   * a board that is smaller than it lies in its middle. */
  settle(): void {
    const box = this.shown();
    const { top, right, bottom, left } = this.padding;
    this.left += into(box.x, box.width, left, this.screen.width - right);
    this.top += into(box.y, box.height, top, this.screen.height - bottom);
  }

  panBy(dx: number, dy: number): void {
    this.left += dx;
    this.top += dy;
    this.keepInSight();
  }

  /** Zoom by a factor so that what is at this pixel stays there. */
  zoomAt(px: number, py: number, factor: number): void {
    const scale = Math.min(CLOSEST, Math.max(this.least, this.scale * factor));
    const by = scale / this.scale;
    this.left = px - (px - this.left) * by;
    this.top = py - (py - this.top) * by;
    this.scale = scale;
    this.keepInSight();
  }

  /** A quarter turn, clockwise or (-1) against the clock: about the middle of the screen, or so that the whole board is
   * shown again if it was. */
  rotate(steps: number): void {
    if (this.whole) {
      this.quarters = (this.quarters + steps + 4) % 4;
      return this.fit();
    }
    const [px, py] = [this.screen.width / 2, this.screen.height / 2];
    const [x, y] = this.toBoard(px, py);
    this.quarters = (this.quarters + steps + 4) % 4;
    const [nx, ny] = this.toScreen(x, y);
    this.left += px - nx;
    this.top += py - ny;
    this.keepInSight();
  }

  /** Whether the whole board is shown. */
  get whole(): boolean {
    return this.scale <= (this.least / LOOSEST) * 1.02;
  }

  /** The pixel at which a point of the board is drawn. */
  toScreen(x: number, y: number): [number, number] {
    const [cos, sin] = QUARTERS[this.quarters]!;
    const [px, py] = [x * this.scale, -y * this.scale];
    return [this.left + px * cos - py * sin, this.top + px * sin + py * cos];
  }

  /** The point of the board, in whole thousandths, that is drawn at a pixel. */
  toBoard(px: number, py: number): [number, number] {
    const [cos, sin] = QUARTERS[this.quarters]!;
    const [dx, dy] = [(px - this.left) / this.scale, (py - this.top) / this.scale];
    return [Math.round(dx * cos + dy * sin), Math.round(dx * sin - dy * cos)];
  }

  /** A direction of the screen (right, down) as one of the board. */
  toWay(dx: number, dy: number): [number, number] {
    const [cos, sin] = QUARTERS[this.quarters]!;
    const clean = (value: number) => value + 0; // no negative zero
    return [clean(dx * cos + dy * sin), clean(dx * sin - dy * cos)];
  }

  /** What the group with the board bears as its transform. */
  get matrix(): string {
    const [cos, sin] = QUARTERS[this.quarters]!;
    const round = (value: number) => Number(value.toFixed(6));
    const s = this.scale;
    return `matrix(${round(s * cos)} ${round(s * sin)} ${round(-s * sin)} ${round(s * cos)} ${this.left.toFixed(2)} ${this.top.toFixed(2)})`;
  }

  /** Thousandths to a pixel, in steps of a fifth, so that what is drawn by it need not change with every frame. */
  get pixel(): number {
    const step = Math.log(1.2);
    return Math.exp(Math.round(Math.log(1 / this.scale) / step) * step);
  }

  /** The board's corners on the screen. */
  shown(): Box {
    const a = this.toScreen(0, 0);
    const b = this.toScreen(this.board.width, this.board.depth);
    return {
      x: Math.min(a[0], b[0]),
      y: Math.min(a[1], b[1]),
      width: Math.abs(a[0] - b[0]),
      height: Math.abs(a[1] - b[1]),
    };
  }

  /** A third of the screen always shows some of the board. */
  private keepInSight(): void {
    const box = this.shown();
    const [mx, my] = [this.screen.width / 3, this.screen.height / 3];
    this.left += Math.max(0, mx - (box.x + box.width)) - Math.max(0, box.x - (this.screen.width - mx));
    this.top += Math.max(0, my - (box.y + box.height)) - Math.max(0, box.y - (this.screen.height - my));
  }
}
