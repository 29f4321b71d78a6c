import { describe, expect, it } from "vitest";
import type { Aim, Listing, Position, Verdict } from "../protocol.gen";
import { filled, parseMessage } from "./wire";

describe("what comes over the wire", () => {
  it("gets its defaults back, also within", () => {
    const told = parseMessage(
      JSON.stringify({
        type: "position",
        at: [3, 1],
        eyes: 0,
        since: 0,
        log: [{ step: 0, event: 0, words: "It begins." }],
        tableau: { heading: "Round 1", sides: [], bodies: [{ id: 4, owner: 1, label: "4", name: "Nib", kind: "Dipper", at: {} }] },
      }),
    ) as Position;
    expect(told.asked).toEqual([]);
    expect(told.ending).toBeNull();
    expect(told.log[0]?.dice).toBeNull();
    expect(told.tableau.actor).toBe(-1);
    expect(told.tableau.bodies[0]).toMatchObject({ stands: "here", looks: true, ready: false, badges: [] });
  });

  it("keeps what was sent", () => {
    const aim = filled<Aim>("Aim", { target: 2, weapon: "axe", eye: [0, 0, 0], mark: [1, 1, 1], distance: 5, cover: "half" });
    expect(aim.cover).toBe("half");
    expect(aim.against).toEqual([]);
  });

  it("is filled in lists too", () => {
    const listing = filled<Listing>("Listing", {
      games: [{ id: "a", title: "A", ruleset: "r", scenario: "s", players: [], created: 1, touched: 2 }],
    });
    expect(listing.more).toBe("");
    expect(listing.games[0]?.over).toBe(false);
  });

  it("is left alone where it is no definition", () => {
    expect(filled<Verdict>("Verdict", { ok: true, says: "a board" })).toEqual({
      ok: true, says: "a board", kind: "", where: "", found: "", wanted: "",
    });
    expect(filled<number[]>("Unknown", [1, 2])).toEqual([1, 2]);
  });

  it("is refused where it is no message", () => {
    expect(() => parseMessage('{"type":"nonsense"}')).toThrow(TypeError);
    expect(() => parseMessage("[1]")).toThrow(TypeError);
    expect(() => parseMessage("not json")).toThrow(SyntaxError);
  });
});
