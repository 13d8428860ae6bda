/** What the server is asked once, over HTTP. */

import type { Code, Command, Done, Dropped, GameInfo, Lobby, Open, Problem, ReplayMatch, SeenStep, Update } from "./api";

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

async function ask<T>(path: string, body?: unknown, token?: string | null): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const response = await fetch(`/api/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const said: unknown = await response.json().catch(() => null);
  if (response.ok) return said as T;
  const problem = said as Partial<Problem> | null;
  throw new Refused(problem?.detail ?? `${response.status} ${response.statusText}`, problem?.code ?? null, response.status);
}

export const games = (): Promise<GameInfo[]> => ask("games");
export const tables = (state: "open" | "playing" | "over"): Promise<Lobby[]> => ask(`tables?state=${state}`);
/** How a table stands for a spectator, and the news after so many. */
export const watch = (table: string, since = 0): Promise<Update> => ask(`tables/${table}?since=${since}`);
export const open = (asked: Open): Promise<Done> => ask("tables", asked);
export const command = (table: string, asked: Command, token: string | null): Promise<Done> =>
  ask(`tables/${table}/commands`, asked, token);
/** What happened since my last move. */
export const missed = (table: string, token: string | null): Promise<SeenStep[]> => ask(`tables/${table}/missed`, undefined, token);
export const replayOf = (table: string, seat: number, hands: boolean): Promise<ReplayMatch> =>
  ask(`tables/${table}/replay?seat=${seat}&hands=${hands}`);
export const replayRecord = (asked: Dropped): Promise<ReplayMatch> => ask("replay", asked);
export const recordOf = (table: string): Promise<object> => ask(`tables/${table}/record`);
