import { expect, it } from "vitest";
import { about } from "../board/beside";
import { freest } from "./corner";

const ROOM = { left: 0, top: 0, right: 600, bottom: 400 };
const BOX = { width: 200, height: 100 };

it("lies where it is wanted, unless that covers what is aimed at", () => {
  expect(freest(BOX, ROOM, [], "bottom-left")).toBe("bottom-left");
  expect(freest(BOX, ROOM, [about(300, 200, 20)], "top-left")).toBe("top-left");
  expect(freest(BOX, ROOM, [about(100, 50, 20)], "top-left")).toBe("bottom-left");
  expect(freest(BOX, ROOM, [about(100, 50, 20), about(100, 350, 20)], "top-left")).toBe("top-right");
});

it("covers the fewest where no corner is free", () => {
  const corners = [about(100, 50, 20), about(120, 50, 20), about(100, 350, 20), about(120, 350, 20), about(500, 50, 20), about(500, 350, 20), about(520, 350, 20)];
  expect(freest(BOX, ROOM, corners, "top-left")).toBe("top-right");
});
