// Which page is shown.

import { routeOf, type Route } from "./route";

class Address {
  route = $state.raw<Route>(routeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = routeOf(location.hash)));
  }
}

export const address = new Address();

/** The address of an invitation, as one sends it to a friend. */
export function invitation(game: string, token: string): string {
  return `${location.href.split("#")[0]}#/join/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}
