import { describe, expect, it } from "vitest";
import { isFor } from "./answers";
import { t } from "./texts";

describe("a question", () => {
  it("is for those whom it names, for everybody of a side where it names none, and for who gave no name", () => {
    expect(isFor({ people: [] }, "Anna")).toBe(true);
    expect(isFor({ people: ["Anna", "Ben"] }, " ben ")).toBe(true);
    expect(isFor({ people: ["Anna"] }, "Ben")).toBe(false);
    expect(isFor({ people: ["Anna"] }, "")).toBe(true);
  });

  it("says who decides", () => {
    expect(t.decide.decides(t.decide.people(["Anna"], "anna"))).toBe("You decide");
    expect(t.decide.decides(t.decide.people(["Anna", "Ben"], "Anna"))).toBe("Anna or Ben decides");
    expect(t.decide.decides("The Wardens")).toBe("The Wardens decides");
  });
});
