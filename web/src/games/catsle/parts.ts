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

/** Cards in hand at the beginning of a round, by the number of players. */
const HAND: Record<number, number> = { 3: 11, 4: 14, 5: 12 };
/** How many cards each rank takes, strongest first. */
const TAKES: Record<number, number[]> = { 3: [1, 2], 4: [1, 2], 5: [1, 1, 2] };
/** What so many perfect columns add. */
export const BONUS = [0, 0, 1, 2, 4];

export const partOf = (code: string): Part => PARTS.find((part) => code.startsWith(part)) ?? "K";
export const valueOf = (code: string): string => code.slice(1);
export const takes = (players: number, rank: number): number => TAKES[players]?.[rank] ?? 0;

export function trickOf(table: CatsleTable): { trick: number; of: number } {
  const of = HAND[table.seats.length] ?? 0;
  const leader = table.seats[table.leader];
  const left = leader ? leader.cards + (leader.played === null ? 0 : 1) : of;
  return { trick: Math.min(of, of - left + 1), of };
}

/** The colour that was led, if somebody has led. */
export function ledPart(table: CatsleTable): Part | null {
  const led = table.seats[table.leader]?.played;
  return led ? partOf(led) : null;
}
export const holds = (table: CatsleTable, part: Part | null): boolean => table.hand.some((code) => partOf(code) === part);

export type Stand = "empty" | "under" | "exact" | "over";
export function standOf(place: CatslePlace): Stand {
  const built = place.cards.length;
  if (built === 0) return "empty";
  return built < place.limit ? "under" : built === place.limit ? "exact" : "over";
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
