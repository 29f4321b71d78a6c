// What a window of reactions is called, by its key: an event's name and when it opens, such as `GoesDown.after`.

import { t } from "./texts";

export function windowOf(key: string): string {
  const found = /^(.*)\.(before|after)$/.exec(key);
  const event = (found?.[1] ?? key).replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[._-]+/g, " ").toLowerCase();
  if (found === null) return event;
  return found[2] === "before" ? t.orders.before(event) : t.orders.after(event);
}
