// The pages by the address's hash.

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "table"; game: string }
  | { page: "join"; game: string; token: string }
  | { page: "lost" };

export function routeOf(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("/").map(decoded);
  const [page = "", game = "", token = ""] = parts;
  if (page === "" && parts.length === 1) return { page: "home" };
  if (page === "new" && parts.length === 1) return { page: "new" };
  if (page === "table" && game !== "" && parts.length === 2) return { page: "table", game };
  if (page === "join" && game !== "" && token !== "" && parts.length === 3) return { page: "join", game, token };
  return { page: "lost" };
}

/** An address with a stray percent sign is no reason to stop. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const tableAt = (game: string): string => `#/table/${encodeURIComponent(game)}`;
