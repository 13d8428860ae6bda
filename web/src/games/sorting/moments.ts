import type { News, SortingSeat, SortingTable } from "../../lib/api";
import type { Moment } from "../../lib/presenter.svelte";
import { isKind, scope, today, type Kinds } from "./scope";

/** What only a moment shows: how a week ended. */
export interface Show {
  points: number[];
  mostBlack: number | null;
  broken: number[];
  clean: { seat: number; points: number }[]; // who gets more for no black chip
  bearsOut: boolean;
}

const PLAYED = 420, DAY = 1150, DISCARD = 550, TAKEN = 700, WEEK = 1600;

/** The table with something else before one seat. */
function withSeat(table: SortingTable, seat: number, change: (seat: SortingSeat) => Partial<SortingSeat>): SortingTable {
  return { ...table, seats: table.seats.map((one, index) => (index === seat ? { ...one, ...change(one) } : one)) };
}

function inHand(hand: string[], code: string): string[] {
  const at = hand.indexOf(code);
  return at < 0 ? hand : hand.toSpliced(at, 1);
}

/** A card goes from a seat to the belt: out of the hand that is seen if that is the seat's, which has as many cards. */
function lay(table: SortingTable, seat: number, code: string): SortingTable {
  const kind = today(table).get(code) ?? null;
  const hand = table.seats[seat]?.cards === table.hand.length ? inHand(table.hand, code) : table.hand;
  const laid = withSeat(table, seat, (one) => ({ played: code, species: kind, cards: Math.max(0, one.cards - 1) }));
  return { ...laid, acting: [], hand };
}

/** What every card is that day is known if it still lies there, or if one led it oneself. */
function lead(table: SortingTable, after: SortingTable, seat: number, code: string, animal: string): SortingTable {
  const sheet = scope(table, code);
  const kinds: Kinds = after.reference === code ? today(after) : isKind(animal) ? new Map([...sheet, [code, animal]]) : sheet;
  const all = (kind: string): string[] => [...kinds].filter(([, one]) => one === kind).map(([one]) => one);
  const brings = after.reference === code ? after.brings : table.brings;
  const named = { reference: code, animal, brings, rabbits: all("rabbit"), cats: all("cat"), new_species: all("new species") };
  return lay({ ...table, ...named, starter: seat, ahead: seat }, seat, code);
}

/** The chips for a card, as the log tells them: on the card, or on the display. */
function adds(table: SortingTable, seat: number, text: string): SortingTable {
  const [white = 0, black = 0] = numbers(text);
  if (text.endsWith("on the card")) return withSeat(table, seat, (one) => ({ card_black: one.card_black + black }));
  return { ...table, display_white: table.display_white + white, display_black: table.display_black + black };
}

const swept = (table: SortingTable): SortingTable => ({
  ...table, display_white: 0, display_black: 0, seats: table.seats.map((seat) => ({ ...seat, card_black: 0 })),
});

/** The belt after the day: nothing lies on it. */
const cleared = (table: SortingTable): SortingTable => ({
  ...table, reference: null, animal: null, rabbits: [], cats: [], new_species: [], ahead: null,
  seats: table.seats.map((seat) => ({ ...seat, played: null, species: null })),
});

const ENDS = /^(wins|nobody)\b/;
const numbers = (text: string): number[] => (text.match(/-?\d+/g) ?? []).map(Number);

export function moments(before: SortingTable, news: News[], after: SortingTable): Moment<SortingTable, Show>[] {
  const ends = news.filter((item) => ENDS.test(item.text));
  const end = ends[0];
  if (ends.length > 1) return [];
  if (news.some(({ seat }) => seat >= before.seats.length)) return [];

  const shown: Moment<SortingTable, Show>[] = [];
  let table = before;
  for (const { seat, text } of end ? news.slice(0, news.indexOf(end)) : news) {
    const [verb, code = "", animal = ""] = text.split(" ");
    if (verb === "adds") {
      table = adds(table, seat, text);
      shown.splice(-1, 1, { table, hold: PLAYED }); // a card is seen with its chips
    }
    if (verb !== "lead" && verb !== "play") continue;
    table = verb === "lead" && animal ? lead(table, after, seat, code, animal) : lay(table, seat, code);
    shown.push({ table, hold: PLAYED });
  }
  shown.pop(); // the last card is seen as the table is now, or with who won the day
  return end ? [...shown, ...day(table, end, news)] : shown;
}

/** A day is complete; its chips go to who gets them; perhaps the week is counted. */
function day(table: SortingTable, end: News, news: News[]): Moment<SortingTable, Show>[] {
  const shown: Moment<SortingTable, Show>[] = [];
  let now: SortingTable = { ...table, acting: [] };
  if (end.text.startsWith("wins")) {
    const winner = end.seat, [white = 0, black = 0] = numbers(end.text);
    const takers = news.filter(({ text }) => text.startsWith("takes"));
    now = { ...now, ahead: winner };
    shown.push({ table: now, hold: DAY });
    if (news.some(({ text }) => text.startsWith("discards"))) {
      now = withSeat(now, winner, () => ({ black: 0 }));
      shown.push({ table: now, hold: DISCARD });
    }
    now = withSeat(swept(now), winner, (seat) => ({ white: seat.white + white, black: seat.black + black }));
    for (const { seat, text } of takers) now = withSeat(now, seat, (one) => ({ white: one.white + (numbers(text)[0] ?? 0) }));
    shown.push({ table: now, hold: TAKEN });
  } else {
    now = { ...now, ahead: null };
    shown.push({ table: now, hold: DAY });
  }
  const scores = news.find(({ text }) => text.startsWith("scores"));
  return scores ? [...shown, week(cleared(now), numbers(scores.text), news)] : shown;
}

function week(table: SortingTable, points: number[], news: News[]): Moment<SortingTable, Show> {
  const seats = table.seats.map((seat, index) => ({ ...seat, total: seat.total + (points[index] ?? 0) }));
  return {
    table: { ...table, seats },
    hold: WEEK,
    show: {
      points,
      mostBlack: news.find(({ text }) => text.startsWith("has the most"))?.seat ?? null,
      broken: news.filter(({ text }) => text.startsWith("broke")).map(({ seat }) => seat),
      clean: news.flatMap(({ seat, text }) => (text.startsWith("earns") ? [{ seat, points: numbers(text)[0] ?? 0 }] : [])),
      bearsOut: news.some(({ text }) => text.startsWith("all bears")),
    },
  };
}
