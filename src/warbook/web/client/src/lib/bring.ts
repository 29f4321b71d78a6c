// A record that somebody brings: it becomes a battle of its own, whose seats are all theirs.

import { importRecord } from "./house";
import { tableAt } from "./route";
import { shelf } from "./shelf.svelte";

/** Opens a battle where a record ends, keeps its seats, and goes to its table.  Throws `No`. */
export async function takeUp(text: string, source: string): Promise<void> {
  const opened = await importRecord(text, []);
  const seats = opened.links.filter((link) => link.seat >= 0);
  shelf.keep(opened.game, { title: source.replace(/\.wbr$/, ""), mine: seats.map((link) => link.token), links: opened.links });
  location.hash = tableAt(opened.game);
}
