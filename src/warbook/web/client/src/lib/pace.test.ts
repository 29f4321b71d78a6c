import { expect, it } from "vitest";
import { Pace } from "./pace";

it("lets a burst through, then so much a second", () => {
  let time = 0;
  const pace = new Pace(10, 3, () => time);
  for (let n = 0; n < 3; n++) {
    expect(pace.wait()).toBe(0);
    pace.take();
  }
  expect(pace.wait()).toBe(100);
  time = 100;
  expect(pace.wait()).toBe(0);
});

it("makes what can wait pay for what could not", () => {
  let time = 0;
  const pace = new Pace(10, 1, () => time);
  pace.take();
  pace.take();
  expect(pace.wait()).toBe(200);
  time = 10_000;
  pace.take();
  expect(pace.wait()).toBe(100);
});
