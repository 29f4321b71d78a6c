// Makes src/protocol.gen.ts from the protocol's JSON Schema: the types of all messages, and the defaults that the
// server leaves out of what it sends.  What the server says is filled when it arrives (src/lib/wire.ts), so that in the
// types of what is told every field is there; in those of what only a client says, fields with a default are optional.

import { readFileSync, writeFileSync } from "node:fs";

const [from = "src/protocol.schema.json", to = "src/protocol.gen.ts"] = process.argv.slice(2);
const definitions = JSON.parse(readFileSync(from, "utf8")).$defs;
const TOLD = ["Server", "Listing", "Ruleset", "Verdict"];

/** `warbook.core.tableau.Entry` is a TableauEntry; what the protocol itself defines keeps its short name. */
function named(id) {
  const parts = id.split(".");
  const short = parts.pop();
  const home = parts.pop();
  return home === undefined || home === "protocol" ? short : home[0].toUpperCase() + home.slice(1) + short;
}

const refOf = (schema) => schema.$ref?.replace("#/$defs/", "");

function reached(roots) {
  const seen = new Set();
  const visit = (schema) => {
    if (schema === null || typeof schema !== "object") return;
    const id = refOf(schema);
    if (id !== undefined && !seen.has(id)) {
      seen.add(id);
      visit(definitions[id]);
    }
    for (const [key, part] of Object.entries(schema)) if (key !== "discriminator") visit(part);
  };
  for (const root of roots) visit({ $ref: `#/$defs/${root}` });
  return seen;
}

function typeOf(schema) {
  if (schema.$ref !== undefined) return named(refOf(schema));
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" | ");
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array": {
      if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
      const item = schema.items ? typeOf(schema.items) : "unknown";
      return /[|]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      if (schema.properties !== undefined) return fieldsOf(schema, true);
      return `Record<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : "unknown"}>`;
    default:
      return "unknown";
  }
}

function fieldsOf(schema, told) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, part]) => {
    const optional = required.has(name) || (told && "default" in part) ? "" : "?";
    return `  ${name}${optional}: ${typeOf(part)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

/** The definition that a field's values follow, with a `*` before it where they are the values of an object. */
function shapeOf(schema) {
  if (schema.$ref !== undefined) return named(refOf(schema));
  for (const part of schema.anyOf ?? []) {
    const shape = shapeOf(part);
    if (shape !== undefined) return shape;
  }
  if (schema.type === "array" && schema.items) return shapeOf(schema.items);
  if (schema.type === "object" && schema.additionalProperties) {
    const shape = shapeOf(schema.additionalProperties);
    return shape === undefined ? undefined : `*${shape}`;
  }
  return undefined;
}

const told = reached(TOLD);
const lines = ["// Made by types.mjs from the protocol's JSON Schema.  Not to be edited.", ""];
const shapes = {};
for (const [id, schema] of Object.entries(definitions)) {
  const name = named(id);
  if (schema.description) lines.push(`/** ${schema.description.replace(/\s*\n\s*/g, " ").replaceAll("*/", "*\\/")} */`);
  if (schema.properties === undefined) {
    lines.push(`export type ${name} = ${typeOf(schema)};`, "");
    continue;
  }
  lines.push(`export interface ${name} ${fieldsOf(schema, told.has(id))}`, "");
  if (!told.has(id)) continue;
  const defaults = Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([, part]) => "default" in part)
      .map(([field, part]) => [field, part.default]),
  );
  const parts = Object.fromEntries(
    Object.entries(schema.properties)
      .map(([field, part]) => [field, shapeOf(part)])
      .filter(([, shape]) => shape !== undefined),
  );
  if (Object.keys(defaults).length || Object.keys(parts).length) shapes[name] = [defaults, parts];
}
const tags = Object.fromEntries(
  Object.entries(definitions.Server.discriminator.mapping).map(([tag, ref]) => [tag, named(ref.replace("#/$defs/", ""))]),
);
lines.push(
  "/** For each definition that is told: its defaults, and the definitions that its fields follow. */",
  `export const SHAPES: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, string>>]>> = ${JSON.stringify(shapes)};`,
  "",
  "/** The definition of each message of the server by its `type`. */",
  `export const TAGS: Readonly<Record<string, string>> = ${JSON.stringify(tags)};`,
  "",
);
writeFileSync(to, lines.join("\n"));
