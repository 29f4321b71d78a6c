// The answer that waits for the line, where the page is loaded again meanwhile: this tab of the browser has it until the
// tab is closed.

const keyFor = (game: string): string => `warbook.kept.${game}`;

/** What was kept for a battle; null where nothing is, or the browser keeps nothing. */
export function find<T>(game: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyFor(game)) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keep an answer in the place of what was kept before; null: keep none. */
export function put(game: string, answer: unknown): void {
  try {
    if (answer === null) sessionStorage.removeItem(keyFor(game));
    else sessionStorage.setItem(keyFor(game), JSON.stringify(answer));
  } catch {
    // A browser that keeps nothing: the answer is kept until the page is closed.
  }
}
