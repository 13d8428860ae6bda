/** What is in the box: five building parts, and what the aids printed on the boards say. */

import type { CatslePlace, CatsleTable } from "../../lib/api";

export const PARTS = ["R", "B", "G", "Y", "K"] as const;
export type Part = (typeof PARTS)[number];

/** The colour of each part, and a darker shade of it. */
export const COLOURS: Record<Part, { fill: string; shade: string }> = {
  R: { fill: "#c4453c", shade: "#8f2f2c" },
  B: { fill: "#3f74b0", shade: "#274f80" },
  G: { fill: "#3f8f6b", shade: "#2a664c" },
  Y: { fill: "#c3bfb8", shade: "#95908a" },
  K: { fill: "#55505c", shade: "#3a3640" },
};

export const partOf = (code: string): Part => PARTS.find((part) => code.startsWith(part)) ?? "K";
export const valueOf = (code: string): string => code.slice(1);
/** The colour that was led, if somebody has led. */
export function ledPart(table: CatsleTable): Part | null {
  const led = table.seats[table.leader]?.played;
  return led ? partOf(led) : null;
}
/** Whether the legal moves are cards of the led colour only: then it has to be followed. */
export const mustFollow = (legal: readonly string[], led: Part): boolean =>
  legal.length > 0 && legal.every((move) => partOf(move.slice("play ".length)) === led);

export type Stand = "empty" | "under" | "exact" | "over";
export function standOf(place: CatslePlace): Stand {
  if (place.cards.length === 0) return "empty";
  return place.perfect ? "exact" : place.worth < 0 ? "over" : "under";
}

/** The card that was taken and waits for its place: it lies neither in the pool nor on a board. */
export function placingCard(table: CatsleTable): string | null {
  if (table.placing === null) return null;
  const built = new Set(table.seats.flatMap((seat) => seat.board.flatMap((place) => place.cards)));
  const trick = [...table.seats.map((seat) => seat.played), table.extra];
  const waits = (code: string | null): boolean =>
    code !== null && code.startsWith(table.placing!) && !table.pool.includes(code) && !built.has(code);
  return trick.find(waits) ?? null;
}
