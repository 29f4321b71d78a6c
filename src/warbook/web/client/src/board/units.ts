/** Units: whose member a model is, and what is said of the whole. */

import type { AnswerOption, Asked, Body, Group, Tableau, Unit } from "../protocol.gen";
import { gap, spanning, type XY } from "./geometry";

/** The units of a position, by id. */
export function unitsOf(tableau: Tableau | null): Map<number, Unit> {
  return new Map((tableau?.units ?? []).map((unit) => [unit.id, unit]));
}

/** What a model is called beside the name of its unit, which its own may end with. */
export function ownName(body: Body, unit: Unit | undefined): string {
  const end = unit ? ` of ${unit.name}` : "";
  return end && body.name.endsWith(end) ? body.name.slice(0, -end.length) : body.name;
}

/** Whether a model acts now, by itself or with its unit. */
export function actsNow(tableau: Tableau | null, body: Body): boolean {
  return tableau !== null && tableau.actor >= 0 && (tableau.actor === body.id || tableau.actor === body.unit);
}

/** The model that acts now; of a unit that acts its leader, or the first of its models that is on the board. */
export function actorOf(tableau: Tableau | null): Body | null {
  return bodyOf(tableau, tableau?.actor ?? -1);
}

/** The model that an id names; of a unit its leader, or the first of its models that is on the board. */
export function bodyOf(tableau: Tableau | null, id: number): Body | null {
  const named = id < 0 ? [] : (tableau?.bodies.filter((body) => body.id === id || body.unit === id) ?? []);
  const unit = tableau?.units.find((each) => each.id === id);
  return named.find((body) => body.id === unit?.leader) ?? named.find((body) => body.stands === "here") ?? named[0] ?? null;
}

/** The options that are about a model: that name it, or its unit. */
export function optionsAbout(asked: Asked | null, id: number, body: Body | null | undefined): AnswerOption[] {
  const unit = body?.unit ?? -1;
  return (asked?.options ?? []).filter((option) => option.who >= 0 && (option.who === id || option.who === unit));
}

/** The units that belong to some models, or that are meant themselves. */
export function unitsAbout(units: ReadonlyMap<number, Unit>, bodies: ReadonlyMap<number, Body>, ids: Iterable<number>): Set<number> {
  const found = new Set<number>();
  for (const id of ids) {
    const unit = units.has(id) ? id : (bodies.get(id)?.unit ?? -1);
    if (units.has(unit)) found.add(unit);
  }
  return found;
}

/** Reasons as few lines: whose they are differs more often than what they say. */
export function brief(reasons: readonly string[], most: number, more: (count: number) => string): string[] {
  return reasons.length <= most + 1 ? [...reasons] : [...reasons.slice(0, most), more(reasons.length - most)];
}

/** How many members stand on the board, and how many there are. */
export function strength(unit: Unit, bodies: ReadonlyMap<number, Body>): [number, number] {
  const here = unit.members.filter((id) => bodies.get(id)?.stands === "here" && (bodies.get(id)?.at.posture ?? 0) > 0);
  return [here.length, unit.members.length];
}

/** What a reader of the screen is told of a unit. */
export function unitWords(unit: Unit, bodies: ReadonlyMap<number, Body>, ready: string): string[] {
  const counters = unit.counters.map((each) => `${each.title} ${each.of ? `${each.have} of ${each.of}` : each.have}`);
  const [here, all] = strength(unit, bodies);
  const told = all === 1 || unit.counters.some((each) => each.have === here); // the game counts them itself
  const count = told ? [] : [`${here}/${all}`];
  const words = [...unit.words, ...unit.badges.map((badge) => badge.title), ...counters, ...(unit.ready ? [ready] : [])];
  return [...count, ...new Set(words)];
}

const NAMED = 6; // others of a group

/** What a reader of the screen is told of the groups that lines join, by model: what each is, and with whom. */
export function groupsInWords(groups: readonly Group[], bodies: ReadonlyMap<number, Body>, said: (title: string, others: string[]) => string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { linked, members, title } of groups) {
    if (!linked || members.length < 2) continue;
    for (const id of members) {
      const names = members.filter((other) => other !== id).map((other) => bodies.get(other)?.name ?? "").filter(Boolean);
      found.set(id, [...(found.get(id) ?? []), said(title, brief(names, NAMED, (more) => `+${more}`))]);
    }
  }
  return found;
}

/** What a reader of the screen is told of where a unit stands, by its leader or else the first of its models: the ground
 * that it covers, and the widest gap that the lines between its models bridge. */
export function spreadOf(units: Iterable<Unit>, bodies: readonly Body[], said: (places: XY[], gap: number) => string): Map<number, string> {
  const byUnit = new Map<number, Body[]>();
  for (const body of bodies) byUnit.set(body.unit, [...(byUnit.get(body.unit) ?? []), body]);
  const found = new Map<number, string>();
  for (const unit of units) {
    const members = byUnit.get(unit.id) ?? [];
    if (members.length < 2) continue;
    const places = members.map((body) => body.at);
    const widest = Math.max(...spanning(places).map(([a, b]) => gap(places[a]!, places[b]!)));
    const first = members.find((body) => body.id === unit.leader) ?? members[0]!;
    found.set(first.id, said(places.map((at) => [at.x, at.y]), widest));
  }
  return found;
}
