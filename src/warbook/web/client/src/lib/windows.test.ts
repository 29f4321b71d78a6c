import { expect, it } from "vitest";
import { windowOf } from "./windows";

it("is called after its event, and when it opens", () => {
  expect(windowOf("Declared.after")).toBe("after “declared”");
  expect(windowOf("GoesDown.before")).toBe("before “goes down”");
  expect(windowOf("charge.target_lost")).toBe("charge target lost");
});
