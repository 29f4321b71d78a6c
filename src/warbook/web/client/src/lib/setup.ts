// A battle that is being set up: what was chosen so far, and what is asked of the server for it.

import type { Fresh, Option as RulesetOption, Piece, Ruleset } from "../protocol.gen";

/** A board, a roster or a scenario: shipped, by its id, or somebody's own file. */
export interface Pick {
  id: string;
  /** The file's text and name, where it is one's own. */
  text: string;
  source: string;
  /** What the referee says the file holds. */
  says: string;
}

/** Who sits somewhere: me at this screen, a friend by a link, or a bot by its name. */
export type Sitter = "me" | "friend" | string;

export interface Plan {
  ruleset: string;
  scenario: Pick;
  board: Pick | null; // null: the scenario's own
  rosters: (Pick | null)[]; // for each seat
  sitters: Sitter[];
  options: Record<string, unknown>; // those that differ from the ruleset's defaults
  houseRules: string[];
  title: string;
  seed: string;
  move: number; // seconds for a question, 0: no limit
  battle: number; // seconds for the battle
  public: boolean;
}

export const shipped = (id: string): Pick => ({ id, text: "", source: "", says: "" });

/** A plan for a ruleset as most would want it: its first scenario, me against the best bot. */
export function planFor(ruleset: Ruleset): Plan {
  const bot = ruleset.bots[0]?.id ?? "friend";
  return {
    ruleset: ruleset.id,
    scenario: shipped(ruleset.scenarios[0]?.id ?? ""),
    board: null,
    rosters: Array.from({ length: ruleset.seats }, () => null),
    sitters: Array.from({ length: ruleset.seats }, (_, seat) => (seat === 0 ? "me" : bot)),
    options: {},
    houseRules: [],
    title: "",
    seed: "",
    move: 0,
    battle: 0,
    public: false,
  };
}

export const isPerson = (sitter: Sitter): boolean => sitter === "me" || sitter === "friend";

const piece = (pick: Pick): Piece => (pick.text === "" ? { id: pick.id } : { text: pick.text, source: pick.source });

/** What is asked of the server. */
export function requestOf(plan: Plan, name: string): Fresh {
  const rosters: Record<string, Piece> = {};
  plan.rosters.forEach((pick, seat) => {
    if (pick !== null) rosters[String(seat)] = piece(pick);
  });
  const seed = seedOf(plan.seed);
  return {
    ruleset: plan.ruleset,
    scenario: piece(plan.scenario),
    players: plan.sitters.map((sitter) => (isPerson(sitter) ? "human" : sitter)),
    names: plan.sitters.map((sitter) => (sitter === "me" ? name : "")),
    options: plan.options,
    house_rules: plan.houseRules,
    title: plan.title.trim(),
    public: plan.public,
    ...(plan.board === null ? {} : { board: piece(plan.board) }),
    ...(Object.keys(rosters).length === 0 ? {} : { rosters }),
    ...(seed === null ? {} : { seed }),
    ...(plan.move > 0 || plan.battle > 0 ? { clock: { move: plan.move, battle: plan.battle } } : {}),
  };
}

/** A seed as it was typed: a whole number, or any word, which always gives the same number; null where nothing was. */
export function seedOf(typed: string): number | string | null {
  const text = typed.trim();
  if (text === "") return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^\d{16,77}$/.test(text)) return text; // as a number it would be rounded
  let seed = 2166136261;
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return seed;
}

/** Choose a value for an option; what is the default is not kept. */
export function withOption(plan: Plan, option: RulesetOption, value: unknown): Record<string, unknown> {
  const { [option.name]: _, ...others } = plan.options;
  return JSON.stringify(value) === JSON.stringify(option.default) ? others : { ...others, [option.name]: value };
}

/** The name of an option as a heading. */
export const human = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
