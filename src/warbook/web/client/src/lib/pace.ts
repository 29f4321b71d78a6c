// Pace: how fast one may speak.  The server lets nobody say more than so much; here what can wait does.

export class Pace {
  #tokens: number;
  #when: number;

  /** At most `most` at once, and `rate` a second (a token bucket); `now` tells the time in ms. */
  constructor(
    readonly rate: number,
    readonly most: number,
    readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = most;
    this.#when = now();
  }

  /** Take one, also where none is left: what cannot wait is said, and others wait for it. */
  take(): void {
    this.#fill();
    this.#tokens -= 1;
  }

  /** How long (in ms) to wait until one is left. */
  wait(): number {
    this.#fill();
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.rate) * 1000);
  }

  #fill(): void {
    const now = this.now();
    this.#tokens = Math.min(this.most, this.#tokens + ((now - this.#when) / 1000) * this.rate);
    this.#when = now;
  }
}
