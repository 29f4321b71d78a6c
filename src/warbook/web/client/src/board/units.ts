/** Units: whose member a model is, and what is said of the whole. */

import type { AnswerOption, Asked, Body, Tableau, Unit } from "../protocol.gen";

/** The units of a position, by id. */
export function unitsOf(tableau: Tableau | null): Map<number, Unit> {
  return new Map((tableau?.units ?? []).map((unit) => [unit.id, unit]));
}

/** Whether a model acts now, by itself or with its unit. */
export function actsNow(tableau: Tableau | null, body: Body): boolean {
  return tableau !== null && tableau.actor >= 0 && (tableau.actor === body.id || tableau.actor === body.unit);
}

/** The model that acts now; of a unit that acts its leader, or the first of its models that is on the board. */
export function actorOf(tableau: Tableau | null): Body | null {
  const acting = tableau?.bodies.filter((body) => actsNow(tableau, body)) ?? [];
  const unit = tableau?.units.find((each) => each.id === tableau.actor);
  return acting.find((body) => body.id === unit?.leader) ?? acting.find((body) => body.stands === "here") ?? acting[0] ?? null;
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
