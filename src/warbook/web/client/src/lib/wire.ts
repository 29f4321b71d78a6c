// What comes over the wire.  The server leaves out whatever is as usual; here it is put back, so that nobody behind has to
// ask whether a field is there.

import { SHAPES, TAGS, type Server } from "../protocol.gen";

/** `value` with the defaults of its definition and of all definitions within. */
export function filled<T>(name: string, value: unknown): T {
  return fill(name, value) as T;
}

/** A message of the server, complete.  Throws where it is none. */
export function parseMessage(text: string): Server {
  const message: unknown = JSON.parse(text);
  const name = isObject(message) && typeof message["type"] === "string" ? TAGS[message["type"]] : undefined;
  if (name === undefined) throw new TypeError("not a message of the referee's");
  return filled<Server>(name, message);
}

function fill(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(name, item));
  if (!isObject(value)) return value;
  const shape = SHAPES[name];
  if (shape === undefined) return value;
  const [defaults, parts] = shape;
  const whole: Record<string, unknown> = { ...defaults, ...value };
  for (const field in parts) {
    const part = parts[field];
    if (part === undefined) continue;
    whole[field] = part.startsWith("*") ? each(part.slice(1), whole[field]) : fill(part, whole[field]);
  }
  return whole;
}

function each(name: string, values: unknown): unknown {
  if (!isObject(values)) return values;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(name, value)]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
