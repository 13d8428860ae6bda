/** A table for oneself and bots, begun at once. */

import type { GameId } from "../games";
import type { GameInfo } from "./api";
import { guide } from "./guide.svelte";
import { command, open } from "./http";
import { memory } from "./mine.svelte";
import { router } from "./route.svelte";
import { say } from "./say.svelte";

const SHORT: Partial<Record<GameId, Record<string, number>>> = { festival: { games: 1 }, catsle: { rounds: 1 }, sorting: { weeks: 1 } };

/** A guided match is short, and against kittens. */
export async function begin(game: GameId, info: GameInfo | undefined, guided: boolean): Promise<void> {
  const players = info?.players[0] ?? 3;
  const count = Math.max(players, Math.min(4, info?.players.at(-1) ?? players));
  const done = await open({
    game, players: count, name: memory.name || say().open.guest, colour: memory.colour, listed: false, options: guided ? (SHORT[game] ?? {}) : {},
    bots: Array.from({ length: count }, (_, seat) => (seat === 0 ? null : guided ? "kitten" : "tabby")),
  });
  if (guided) guide.begin(done.table);
  memory.keep(done.table, game, { token: done.token ?? null, host: done.host ?? null });
  await command(done.table, { type: "start", bot: "tabby" }, done.host ?? null);
  router.go(`/t/${done.table}`);
}
