import { expect, it } from "vitest";
import { routeOf, tableAt } from "./route";

it("finds the page of an address", () => {
  expect(routeOf("")).toEqual({ page: "home" });
  expect(routeOf("#/")).toEqual({ page: "home" });
  expect(routeOf("#/new")).toEqual({ page: "new" });
  expect(routeOf("#/table/abc")).toEqual({ page: "table", game: "abc" });
  expect(routeOf("#/join/abc/x-y_z")).toEqual({ page: "join", game: "abc", token: "x-y_z" });
});

it("knows an address that has lost a piece", () => {
  for (const cut of ["#/table", "#/table/", "#/join/abc", "#/join/abc/", "#/join//token", "#/nowhere", "#/table/a/b"]) {
    expect(routeOf(cut)).toEqual({ page: "lost" });
  }
});

it("comes back from the address that it makes, also with strange letters", () => {
  expect(routeOf(tableAt("a/b%"))).toEqual({ page: "table", game: "a/b%" });
  expect(routeOf("#/table/100%")).toEqual({ page: "table", game: "100%" });
});
