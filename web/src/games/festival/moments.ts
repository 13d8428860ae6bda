import type { FestivalTable, News } from "../../lib/api";
import type { Moment } from "../../lib/presenter.svelte";
import { count, DUMMY, faceUp } from "./seasons";

/** What only a moment shows; places are seats, or the dummy's. */
export interface Show {
  down?: boolean; // the cards are on the table, but not turned yet
  flip?: boolean; // they are being turned
  ends?: number[]; // the places of the lowest and the highest card
  crow?: [number, number]; // the places that change cards
  scores?: number[]; // what the deal brings each seat
}

type Told = { place: number; verb: string; rest: string[] };
type Step = Moment<FestivalTable, Show>;

const HOLD = { down: 380, reveal: 1150, steal: 850, crow: 1050, take: 650, scores: 1500, shuffle: 320 };

function read(news: News): Told {
  const words = news.text.split(" ");
  if (words[0] === "dummy" && words.length > 2) return { place: DUMMY, verb: "take", rest: words.slice(2) };
  const verb = words[0] === "keep" && words.length > 1 ? "take" : (words[0] ?? ""); // a card, not the hand
  return { place: news.seat, verb, rest: words.slice(1) };
}

const playedAt = (table: FestivalTable, place: number): string | null =>
  table.seats[place]?.played ?? (place === DUMMY ? (table.dummy?.played ?? null) : null);

const placeOf = (table: FestivalTable, code: string): number =>
  [0, 1, 2, DUMMY].find((place) => playedAt(table, place) === code) ?? -1;

/** The same table with other cards played. */
function lay(table: FestivalTable, played: (place: number) => string | null, phase: string): FestivalTable {
  return {
    ...table, phase, acting: [],
    seats: table.seats.map((seat, place) => ({ ...seat, played: played(place) })),
    dummy: table.dummy && { ...table.dummy, played: played(DUMMY) },
  };
}

function reveal(table: FestivalTable, plays: Told[], after: FestivalTable): FestivalTable {
  const codes = plays.map((play) => play.rest[0] ?? "");
  const laid = lay(
    table,
    (place) => plays.find((play) => play.place === place)?.rest[0] ?? (place === DUMMY ? (table.dummy?.played ?? null) : null),
    "reveal",
  );
  return {
    ...laid,
    hand: laid.hand.filter((code) => !codes.includes(code)),
    seats: laid.seats.map((seat) => ({ ...seat, cards: after.deal === table.deal ? Math.max(0, seat.cards - 1) : seat.cards })),
  };
}

function swap(table: FestivalTable, [a, b]: [number, number]): FestivalTable {
  return lay(table, (place) => playedAt(table, place === a ? b : place === b ? a : place), "crow");
}

/** Who takes the lower and the higher card has played the lowest and the highest. */
const endsOf = (table: FestivalTable, takes: Told[]): number[] =>
  faceUp(table).map((code) => takes.find((take) => take.rest[0] === code)?.place ?? -1);

function take(table: FestivalTable, takes: Told[], after: FestivalTable): FestivalTable {
  const [low = -1, high = -1] = endsOf(table, takes);
  const [left, right] = faceUp(table);
  const same = after.deal === table.deal;
  const got = (place: number, before: string[]): string[] =>
    [...new Set([...before, ...takes.filter((one) => one.place === place).flatMap((one) => one.rest)])];
  return {
    ...lay(table, () => null, "take"),
    face_up: [playedAt(table, low) ?? left, playedAt(table, high) ?? right],
    open: same ? after.open : table.open,
    seats: table.seats.map((seat, place) => {
      const taken = got(place, seat.taken);
      const worth = same ? (after.seats[place]?.worth ?? seat.worth) : seat.worth;
      return { ...seat, played: null, taken, booze: count(table.deck, taken, "booze"), worth };
    }),
    dummy: table.dummy && { ...table.dummy, played: null, taken: got(DUMMY, table.dummy.taken) },
  };
}

/** What a deal's end leaves: nothing on the table and nothing in the hands. */
function cleared(table: FestivalTable): FestivalTable {
  return {
    ...table, phase: "shuffle", hand: [], open: [], face_up: ["", ""],
    seats: table.seats.map((seat) => ({ ...seat, taken: [], no_more: [], booze: 0, worth: 0, multiplier: null, times: null })),
    dummy: table.dummy && { ...table.dummy, taken: [] },
  };
}

/** The last round that was told, step by step. */
export function moments(before: FestivalTable, news: News[], after: FestivalTable): Step[] {
  const told = news.map(read);
  const of = (verb: string): Told[] => told.filter((one) => one.verb === verb);
  const plays = of("play"), takes = of("take"), scores = of("scores")[0]?.rest.map(Number);
  // More than one round at once: nobody was here to see it.
  if (plays.length > before.seats.length || of("scores").length > 1) return [];
  const shuffle: Step[] = of("deal").length > 0 ? [{ table: cleared(before), hold: HOLD.shuffle }] : [];
  if (plays.length === 0 && !before.seats.some((seat) => seat.played)) return shuffle;

  const steps: Step[] = [];
  const crows = of("swap");
  let table = before;
  const ends = takes.length > 0 ? { ends: endsOf(table, takes) } : {};
  if (plays.length > 0) {
    table = reveal(table, plays, after);
    steps.push({ table, hold: HOLD.down, show: { down: true } });
    const markers = (place: number): string[] =>
      of("no").filter((one) => one.place === place).flatMap((one) => one.rest.slice(1));
    table = {
      ...table,
      seats: table.seats.map((seat, place) => ({ ...seat, no_more: [...new Set([...seat.no_more, ...markers(place)])] })),
    };
    if (after.phase === "swap" && takes.length === 0) return steps;
    steps.push(crows.length > 0
      ? { table, hold: HOLD.steal, show: { flip: true } }
      : { table, hold: HOLD.reveal, show: { flip: true, ...ends } });
  }
  crows.forEach(({ place, rest }, n) => {
    const pair: [number, number] = rest.length > 1
      ? [placeOf(table, rest[0] ?? ""), placeOf(table, rest[1] ?? "")]
      : [place, placeOf(table, rest[0] ?? "")];
    if (pair.includes(-1)) return;
    table = swap(table, pair);
    const last = n === crows.length - 1;
    steps.push({ table, hold: last ? HOLD.crow : HOLD.crow / 2, show: { crow: pair, ...(last ? ends : {}) } });
  });
  if (takes.length === 0) return steps;
  table = take(table, takes, after);
  if (!scores) return [...steps, { table, hold: HOLD.take }];
  table = {
    ...table, phase: "scores",
    seats: table.seats.map((seat, n) => ({ ...seat, worth: scores[n] ?? seat.worth, total: seat.total + (scores[n] ?? 0) })),
  };
  steps.push({ table, hold: HOLD.scores, show: { scores } });
  if (shuffle.length > 0) steps.push({ table: cleared(table), hold: HOLD.shuffle });
  return steps;
}
