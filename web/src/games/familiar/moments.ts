import type { FamiliarTable, News } from "../../lib/api";
import type { Moment } from "../../lib/presenter.svelte";

/** What only a moment shows. */
export interface Show {
  counted: boolean; // the trick
  completed: string[]; // errands that it completed
  next: number; // who leads the next; -1: not yet told
  dealt: boolean; // new cards come from the draw pile
}

type Step = Moment<FamiliarTable, Show>;
const NO_TOTALS: FamiliarTable["totals"] = [0, 0, 0]; // where no card lies
const NOTHING: Show = { counted: false, completed: [], next: -1, dealt: false };

/** A full trick lies there, is counted, and is cleared away; then hands are filled up. */
export function moments(before: FamiliarTable, news: News[], after: FamiliarTable): Step[] {
  const told = news.map((item) => item.text.split(" ") as [string, ...string[]]);
  const drawn = news.filter((item) => item.text.startsWith("new"));
  const dealt: Step[] = drawn.length > 0 ? [{ table: after, hold: 450, show: { ...NOTHING, dealt: true } }] : [];
  const counted = told.filter(([verb]) => verb === "totals");

  // Before hands were filled up: what I drew is told by name.
  const hand = [...after.hand];
  for (const [verb, code] of told) if (verb === "new" && code && hand.includes(code)) hand.splice(hand.indexOf(code), 1);
  const seats = after.seats.map((seat, index) => ({
    ...seat,
    cards: seat.cards - drawn.filter((item) => item.seat === index).length,
    played: null,
  }));

  if (counted.length === 0) {
    const turnedUp = told.some(([verb]) => verb === "up") && drawn.length > 0;
    return turnedUp ? [{ table: { ...after, hand, seats, totals: NO_TOTALS, acting: [], draw_pile: before.draw_pile }, hold: 650 }, ...dealt] : [];
  }
  if (counted.length > 1 || before.phase !== "play" || after.last.length !== after.seats.length) return [];

  const [red = 0, blue = 0, green = 0] = counted[0]!.slice(1).map(Number);
  const completed = told.flatMap(([verb, code]) => (verb === "completed" && code ? [code] : []));
  const lead = told.slice(told.indexOf(counted[0]!)).find(([verb]) => verb === "lead");
  const next = lead ? Number(lead[1]) : -1;

  const full: FamiliarTable = {
    ...before,
    phase: "count", acting: [], hand, totals: [red, blue, green],
    seats: seats.map((seat, index) => ({ ...seat, played: after.last[index]! })),
  };
  const cleared: FamiliarTable = {
    ...full,
    seats, totals: NO_TOTALS, lead: next >= 0 ? next : before.lead, last: after.last, discards: after.discards,
    display: before.display.filter((errand) => !completed.includes(errand.code)),
    completed: after.completed, score: after.score,
  };
  return [
    { table: full, hold: 800, show: { ...NOTHING, counted: true } },
    { table: full, hold: completed.length > 0 ? 1400 : 800, show: { ...NOTHING, counted: true, completed, next } },
    { table: cleared, hold: 600, show: { ...NOTHING, next } },
    ...dealt,
  ];
}
