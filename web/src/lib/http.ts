/** What the server is asked once, over HTTP. */

import type { Code, Command, Done, GameInfo, Lobby, Open, Problem, ReplayMatch, SeenStep, Update } from "./api";

/** What the server refused, in its words; why() has ours. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: Code | null = null,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** A body is JSON. */
async function answer(path: string, body: string | null = null, token: string | null = null): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== null) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const response = await fetch(`/api/${path}`, { method: body === null ? "GET" : "POST", headers, body });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  throw new Refused(problem?.detail ?? `${response.status} ${response.statusText}`, problem?.code ?? null, response.status);
}

async function ask<T>(path: string, body?: unknown, token: string | null = null): Promise<T> {
  const response = await answer(path, body === undefined ? null : JSON.stringify(body), token);
  return (await response.json()) as T;
}

/** Asked for as a page opens, and again if that fails: nobody else will. */
export async function games(): Promise<GameInfo[]> {
  for (let seconds = 1; ; seconds *= 2) {
    try {
      return await ask<GameInfo[]>("games");
    } catch (error) {
      if (seconds > 16) throw error;
      await new Promise((later) => setTimeout(later, 1000 * seconds));
    }
  }
}
export const tables = (state: "open" | "playing" | "over"): Promise<Lobby[]> => ask(`tables?state=${state}`);
/** How a table stands for a seat or a spectator, and the news after so many. Nobody is told that somebody looked. */
export const watch = (table: string, since = 0, token: string | null = null): Promise<Update> =>
  ask(`tables/${table}?since=${since}&present=false`, undefined, token);
export const open = (asked: Open): Promise<Done> => ask("tables", asked);
export const command = (table: string, asked: Command, token: string | null): Promise<Done> =>
  ask(`tables/${table}/commands`, asked, token);
/** What happened since my last move. */
export const missed = (table: string, token: string | null): Promise<SeenStep[]> => ask(`tables/${table}/missed`, undefined, token);
export const replayOf = (table: string, seat: number, hands: boolean): Promise<ReplayMatch> =>
  ask(`tables/${table}/replay?seat=${seat}&hands=${hands}`);
// Records are passed on as text: a seed has more digits than a number of JavaScript holds.
export const replayRecord = async (record: string, seat: number, hands: boolean): Promise<ReplayMatch> =>
  (await (await answer("replay", `{"record":${record},"seat":${seat},"hands":${hands}}`)).json()) as ReplayMatch;
export const recordOf = async (table: string): Promise<Blob> => (await answer(`tables/${table}/record`)).blob();
