import type { CatsleSeat, CatsleTable, News } from "../../lib/api";
import type { Moment } from "../../lib/presenter.svelte";
import { partOf, placingCard } from "./parts";

/** What only a moment shows. */
export interface Show {
  scores: number[]; // what the round brought each seat
}

const STEP = 380; // a card played or built
const RANKED = 1000; // a whole trick
const DONE = 800; // all that is taken is built
const SCORED = 1800;
const MOST = 4000; // together

const complete = (table: CatsleTable): boolean => table.seats.every((seat) => seat.played !== null);

function seatChanged(table: CatsleTable, seat: number, change: (seat: CatsleSeat) => Partial<CatsleSeat>): CatsleSeat[] {
  return table.seats.map((one, index) => (index === seat ? { ...one, ...change(one) } : one));
}

function built(table: CatsleTable, seat: number, name: string, code: string, worth: number, perfect: boolean): CatsleTable {
  const change = (one: CatsleSeat): Partial<CatsleSeat> => {
    const board = one.board.map((place) => (place.name === name ? { ...place, cards: [...place.cards, code], worth, perfect } : place));
    return { board, perfect: board.filter((place) => place.perfect).length };
  };
  return { ...table, acting: [], placing: null, phase: "take", seats: seatChanged(table, seat, change) };
}

const cleared = (table: CatsleTable, leader: number): CatsleTable => ({
  ...table, phase: "play", leader, ranking: [], pool: [], placing: null, extra: null,
  seats: table.seats.map((seat) => ({ ...seat, played: null })),
});

/** The table after a line of the log; null where the line does not fit to it. */
function next(table: CatsleTable, seat: number, what: string, about: string, rest: string[]): CatsleTable | null {
  const one = table.seats[seat];
  switch (what) {
    case "play": {
      if (!one) return null;
      const open = complete(table) ? cleared(table, seat) : table;
      return {
        ...open, acting: [], pool: [...open.pool, about], hand: open.hand.filter((code) => code !== about),
        seats: seatChanged(open, seat, (one) => ({ played: about, cards: Math.max(0, one.cards - 1) })),
      };
    }
    case "take": {
      if (!one || !table.pool.includes(about)) return null;
      return { ...table, acting: [], pool: table.pool.filter((code) => code !== about), phase: "place", placing: partOf(about) };
    }
    case "place":
      return one && table.placing !== null ? table : null;
    case "builds": {
      const code = placingCard(table);
      return one && code !== null ? built(table, seat, about, code, Number(rest[1]), rest.includes("perfect")) : null;
    }
    case "extra":
      return { ...cleared(table, table.leader), extra: about, extra_left: Math.max(0, table.extra_left - 1), pool: [about] };
    default:
      return null;
  }
}

/** The same trick: what was played and turned up is the same. */
const sameTrick = (a: CatsleTable, b: CatsleTable): boolean =>
  a.round === b.round && a.extra === b.extra && a.seats.every((seat, index) => seat.played === b.seats[index]?.played);

/** What a moment cannot know of itself (ranks, worth, lacking suits) is as it is after it, as long as that speaks of the same. */
function informed(table: CatsleTable, after: CatsleTable, scores: number[] | null): CatsleTable {
  const same = table.round === after.round;
  return {
    ...table,
    ranking: complete(table) && sameTrick(table, after) && after.ranking.length > 0 ? after.ranking : table.ranking,
    seats: table.seats.map((seat, index) => {
      const then = after.seats[index];
      const { worth, lacks } = same && then ? then : seat;
      return { ...seat, worth: scores?.[index] ?? worth, lacks };
    }),
  };
}

export function moments(before: CatsleTable, news: News[], after: CatsleTable): Moment<CatsleTable, Show>[] {
  const lines = news.map(({ seat, text }) => ({ seat, words: text.split(" ") }));
  if (lines.filter(({ words }) => words[0] === "scores").length > 1) return [];
  const scored = lines.find(({ words }) => words[0] === "scores")?.words.slice(1).map(Number) ?? null;

  const found: Moment<CatsleTable, Show>[] = [];
  let table: CatsleTable = before;
  for (const [index, { seat, words }] of lines.entries()) {
    const [what = "", about = "", ...rest] = words;
    if (what === "round") break;
    if (what === "scores" && scored) {
      const whole = { ...informed(table, after, scored), phase: "deal", acting: [] };
      found.push({ table: whole, hold: SCORED, show: { scores: scored } });
      continue;
    }
    const then = next(table, seat, what, about, rest);
    if (then === null) return [];
    table = then;
    if (what === "extra" || then.placing !== null) continue;
    const last = index === lines.length - 1;
    const shown = last && sameTrick(then, after) ? after : informed(then, after, scored);
    const whole = complete(then);
    const done = whole && !sameTrick(then, after) && what !== "play";
    found.push({ table: shown, hold: done ? DONE : whole && what === "play" ? RANKED : STEP });
  }
  while (found.reduce((sum, { hold }) => sum + hold, 0) > MOST) found.shift();
  return found;
}
