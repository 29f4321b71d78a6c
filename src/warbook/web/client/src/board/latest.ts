/** Latest: one question at a time, of which only the latest counts. */

type Question = () => Promise<() => void>;

/** Asks one thing at a time: what comes meanwhile waits, and only the latest of it is asked. */
export class Latest {
  private running: Promise<void> | null = null;
  private waiting: Question | null = null;
  private round = 0;

  /** Settled when nothing is left to ask. */
  ask(question: Question): Promise<void> {
    this.waiting = question;
    return (this.running ??= this.run());
  }

  /** Nothing that is still to be answered counts any more. */
  forget(): void {
    this.waiting = null;
    this.round++;
  }

  private async run(): Promise<void> {
    while (this.waiting) {
      const [question, round] = [this.waiting, this.round];
      this.waiting = null;
      try {
        const show = await question();
        if (round === this.round) show();
      } catch {
        // the line broke or the question is over: there is nothing to show
      }
    }
    this.running = null; // at once, so that no question comes between the last look and the end
  }
}
