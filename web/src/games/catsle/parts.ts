/** What is in the box: five building parts, and what the aids printed on the boards say. */

import type { CatslePlace, CatsleTable } from "../../lib/api";

export const PARTS = ["R", "B", "G", "Y", "K"] as const;
export type Part = (typeof PARTS)[number];

/** The colour of each part. The grey of the wall is no accent; a test measures that all eyes tell it from the others, too. */
export const COLOURS: Record<Part, string> = {
  R: "var(--red)", B: "var(--blue)", G: "var(--green)", Y: "#c3bfb8", K: "var(--grey)",
};
/** A second tone of it. */
const toned = (fill: string, share: number, other: string): string => `color-mix(in srgb, ${fill} ${share}%, ${other})`;
export const SHADES: Record<Part, string> = {
  R: toned(COLOURS.R, 70, "#000"), B: toned(COLOURS.B, 55, "#fff"), G: toned(COLOURS.G, 70, "#000"),
  Y: toned(COLOURS.Y, 76, "#000"), K: toned(COLOURS.K, 60, "#000"),
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
