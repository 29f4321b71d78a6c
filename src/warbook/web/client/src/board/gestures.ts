/** Gestures: what pointers do on the board.  One finger or the mouse drags what it took hold of, else pans; two fingers
 * pinch; what hardly moves is a press, and a long one holds. */

export interface Press {
  finger: boolean;
  /** The other button, or a key held: look, do not decide. */
  aside: boolean;
}

export interface Handlers {
  /** A pointer went down: whether it took hold of something, so that the board stays where it is. */
  begin(px: number, py: number, at: { target: Element | null; finger: boolean }): boolean;
  drag(px: number, py: number): void;
  /** It let go: where that is `completed` it put down what it had dragged, else it was interrupted. */
  end(completed: boolean): void;
  pan(dx: number, dy: number): void;
  pinch(px: number, py: number, factor: number): void;
  press(px: number, py: number, press: Press): void;
  hold(px: number, py: number): void;
  hover(px: number, py: number): void;
  leave(): void;
}

const SLACK = { mouse: 4, touch: 10, pen: 6 } as Record<string, number>;
const LONG = 480; // milliseconds until a press is a long one

interface Down {
  x: number;
  y: number;
}

export class Gestures {
  private down = new Map<number, Down>();
  private from: Down = { x: 0, y: 0 };
  private moving = false;
  private held = false;
  private long = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly on: Handlers) {}

  readonly onPointerDown = (event: PointerEvent): void => {
    const at = within(event);
    (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
    this.down.set(event.pointerId, at);
    clearTimeout(this.timer);
    if (this.down.size > 1) {
      if (this.held) this.on.end(false);
      this.held = false;
      this.moving = true; // two fingers never press
      return;
    }
    this.from = at;
    this.moving = this.long = false;
    const finger = event.pointerType === "touch";
    this.held = event.button !== 2 && this.on.begin(at.x, at.y, { target: event.target as Element | null, finger });
    if (finger) this.timer = setTimeout(() => this.onLongPress(), LONG);
  };

  private onLongPress(): void {
    this.long = true;
    this.on.hold(this.from.x, this.from.y);
  }

  readonly onPointerMove = (event: PointerEvent): void => {
    const at = within(event);
    const before = this.down.get(event.pointerId);
    if (!before) return void (event.pointerType !== "touch" && this.on.hover(at.x, at.y));
    if (this.down.size > 1) this.onPinch(event.pointerId, before, at);
    else this.onDrag(event.pointerType, before, at);
  };

  private onDrag(kind: string, before: Down, at: Down): void {
    if (!this.moving && Math.hypot(at.x - this.from.x, at.y - this.from.y) < (SLACK[kind] ?? 4)) return;
    if (!this.moving) clearTimeout(this.timer);
    const first = !this.moving;
    this.moving = true;
    for (const id of this.down.keys()) this.down.set(id, at);
    if (this.held) this.on.drag(at.x, at.y);
    else if (this.long) this.on.hold(at.x, at.y);
    else this.on.pan(at.x - (first ? this.from : before).x, at.y - (first ? this.from : before).y);
  }

  private onPinch(id: number, before: Down, at: Down): void {
    const other = [...this.down].find(([each]) => each !== id)![1];
    const [far, now] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(at.x - other.x, at.y - other.y)];
    const [mx, my] = [(at.x + other.x) / 2, (at.y + other.y) / 2];
    this.down.set(id, at);
    this.on.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (far > 8 && now > 8) this.on.pinch(mx, my, now / far);
  }

  readonly onPointerUp = (event: PointerEvent): void => {
    if (!this.down.delete(event.pointerId)) return;
    clearTimeout(this.timer);
    const at = within(event);
    if (this.held) this.on.end(this.moving && event.type === "pointerup");
    if (!this.moving && !this.long && event.type === "pointerup") this.on.press(at.x, at.y, { finger: event.pointerType === "touch", aside: event.button === 2 || event.shiftKey });
    if (this.long && this.down.size === 0) this.on.leave();
    this.held = this.long = false;
  };

  readonly onPointerLeave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch" && !this.down.size) this.on.leave();
  };
}

/** Where an event is, in pixels from the upper left of the board. */
function within(event: PointerEvent): Down {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
