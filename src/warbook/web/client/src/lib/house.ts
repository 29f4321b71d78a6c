// What the pages ask of the server by HTTP.

import type { Brought, Fresh, Listing, Looked, Opened, Refused, Ruleset, Turn, Turns, Verdict } from "../protocol.gen";
import { t } from "./texts";
import { filled } from "./wire";

const PATIENCE = 120_000; // ms for an answer: a large record takes a while to be judged, and what never comes is told

/** The server did not do it, and says why. */
export class No extends Error {}

export async function rulesets(): Promise<Ruleset[]> {
  return filled<Ruleset[]>("Ruleset", await fetchJson("api/rulesets"));
}

export async function games(before = ""): Promise<Listing> {
  const more = before === "" ? "" : `&before=${encodeURIComponent(before)}`;
  return filled<Listing>("Listing", await fetchJson(`api/games?most=20${more}`));
}

/** Which of these battles wait for one of these tokens. */
export async function turns(kept: Looked["games"]): Promise<readonly Turn[]> {
  return filled<Turns>("Turns", await fetchJson("api/games/turns", json({ games: kept }))).turns;
}

export async function check(brought: Brought): Promise<Verdict> {
  return filled<Verdict>("Verdict", await fetchJson("api/check", json(brought)));
}

export async function open(battle: Fresh): Promise<Opened> {
  return filled<Opened>("Opened", await fetchJson("api/games", json(battle)));
}

export async function importRecord(text: string, players: readonly string[]): Promise<Opened> {
  const query = players.length === 0 ? "" : `?players=${players.map(encodeURIComponent).join(",")}`;
  return filled<Opened>("Opened", await fetchJson(`api/games/import${query}`, { method: "POST", body: text }));
}

/** The record of a battle as a file, as whoever holds the token may see it. */
export async function record(game: string, token: string): Promise<Blob> {
  const answer = await reached(`api/games/${encodeURIComponent(game)}/record`, {
    headers: token === "" ? {} : { Authorization: `Bearer ${token}` },
  });
  return whole(answer.blob());
}

/** Whether the server is there and plays. */
export async function atHome(): Promise<boolean> {
  try {
    const answer = await fetch(new URL("health", document.baseURI.split("#")[0]), { cache: "no-store", signal: AbortSignal.timeout(4_000) });
    return answer.status < 500; // what a proxy says when nobody is behind it is above
  } catch {
    return false;
  }
}

function json(value: unknown): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

async function fetchJson(path: string, request?: RequestInit): Promise<unknown> {
  return whole((await reached(path, request)).json());
}

/** What an answer holds; the line may break while it comes. */
async function whole<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch {
    throw new No(t.house.unreachable);
  }
}

async function reached(path: string, request?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, document.baseURI.split("#")[0]), { signal: AbortSignal.timeout(PATIENCE), ...request });
  } catch {
    throw new No(t.house.unreachable);
  }
  if (answer.ok) return answer;
  throw new No(await why(answer));
}

async function why(answer: Response): Promise<string> {
  try {
    const refused = (await answer.json()) as Partial<Refused>;
    if (Array.isArray(refused.reasons) && refused.reasons.length > 0) return refused.reasons.join(" ");
  } catch {
    // Not one of our refusals: a proxy's page, say.
  }
  return t.house.failed(answer.status);
}
