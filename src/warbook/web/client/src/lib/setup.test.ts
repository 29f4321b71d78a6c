import { describe, expect, it } from "vitest";
import type { Ruleset } from "../protocol.gen";
import { requestOf, planFor, seedOf, shipped, withOption } from "./setup";
import { t } from "./texts";

const RULESET: Ruleset = {
  id: "lane", title: "Lane", version: "1", seats: 2, boards: [], rosters: [], notes: "", house_rules: [],
  scenarios: [{ id: "first", title: "First", summary: "", board: "b", rosters: ["r", "s"] }],
  options: [{ name: "premeasure", default: true, values: [true, false], summary: "", source: "" }],
  bots: [{ id: "greedy", title: "Strong", summary: "" }],
};

describe("a battle that is set up", () => {
  it("is at first me against the best bot", () => {
    const fresh = requestOf(planFor(RULESET), "Ada");
    expect(fresh.players).toEqual(["human", "greedy"]);
    expect(fresh.names).toEqual(["Ada", ""]);
    expect(fresh.scenario).toEqual({ id: "first" });
    expect(fresh).not.toHaveProperty("board");
    expect(fresh).not.toHaveProperty("clock");
    expect(fresh).not.toHaveProperty("seed");
  });

  it("takes a file for what was shipped, for one seat alone", () => {
    const plan = planFor(RULESET);
    plan.rosters[1] = { id: "", text: 'kind = "roster"', source: "mine.toml", says: "3 figures" };
    plan.board = shipped("other");
    const fresh = requestOf(plan, "");
    expect(fresh.rosters).toEqual({ "1": { text: 'kind = "roster"', source: "mine.toml" } });
    expect(fresh.board).toEqual({ id: "other" });
  });

  it("asks friends as people, and gives them no name", () => {
    const plan = { ...planFor(RULESET), sitters: ["friend", "me"], move: 60 };
    const fresh = requestOf(plan, "Ada");
    expect(fresh.players).toEqual(["human", "human"]);
    expect(fresh.names).toEqual(["", "Ada"]);
    expect(fresh.clock).toEqual({ move: 60, battle: 0 });
  });

  it("keeps only options that differ", () => {
    const plan = planFor(RULESET);
    const [option] = RULESET.options;
    plan.options = withOption(plan, option!, false);
    expect(plan.options).toEqual({ premeasure: false });
    expect(withOption(plan, option!, true)).toEqual({});
  });

  it("has a seed that may be a word", () => {
    expect(seedOf(" ")).toBeNull();
    expect(seedOf("42")).toBe(42);
    expect(seedOf("market day")).toBe(seedOf("market day"));
    expect(seedOf("market day")).not.toBe(seedOf("market night"));
    expect(seedOf("99999999999999999999")).toBe("99999999999999999999"); // as a number it would be rounded
  });
});

it("says what a game holds, and nothing of house rules where there are none", () => {
  expect([t.newBattle.holds(3, 0), t.newBattle.holds(1, 1), t.newBattle.holds(6, 5)]).toEqual(["3 scenarios", "1 scenario, 1 house rule", "6 scenarios, 5 house rules"]);
});
