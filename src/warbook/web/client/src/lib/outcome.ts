/** What became of an answer.  Where it was not taken and there is no reason and nothing stale, it is kept (see `kept`). */
export type Outcome = { accepted: true } | { accepted: false; reasons: readonly string[]; stale: boolean };
