/** The four seasons and how their cards are drawn. */

import type { Card, FestivalTable } from "../../lib/api";
import type { Wear } from "../../art/Critter.svelte";

export const SEASONS = ["Sp", "Su", "Fa", "Wi"] as const;
export type Season = (typeof SEASONS)[number];
export type Suit = Season | "Y";
export type Icon = "fish" | "booze" | "crow";
export const ICONS: readonly Icon[] = ["fish", "booze", "crow"];

/** With three players the fourth place is the dummy's. */
export const DUMMY = 3;

export interface Look {
  colour: string;
  wear: Wear;
}

export const LOOKS: Record<Suit, Look> = {
  Sp: { colour: "#f19dd8", wear: "blossom" },
  Su: { colour: "var(--green)", wear: "fan" },
  Fa: { colour: "var(--orange)", wear: "maple" },
  Wi: { colour: "var(--blue)", wear: "straw" },
  Y: { colour: "var(--yellow)", wear: "none" },
};

export function suitOf(code: string): Suit {
  return SEASONS.find((season) => code.startsWith(season)) ?? "Y";
}

/** The number that a card is called by. */
export const numberOf = (code: string): number => Number(code.replace(/^\D+/, ""));

/** What is printed on a card, and on the others of its season. */
const printed = (deck: readonly Card[], code: string): Card | undefined => deck.find((card) => card.code === code);
export const valueOf = (deck: readonly Card[], code: string): number => printed(deck, code)?.value ?? numberOf(code);
export const catsOf = (deck: readonly Card[], code: string): number => printed(deck, code)?.cats ?? 0;

export function iconsOf(deck: readonly Card[], code: string): Icon[] {
  const icons = printed(deck, code)?.icons ?? [];
  return icons.filter((icon): icon is Icon => (ICONS as readonly string[]).includes(icon));
}

/** How often an icon is on these cards, of one season or of all. */
export function count(deck: readonly Card[], codes: readonly string[], icon: Icon, season?: Season): number {
  const cards = season ? codes.filter((code) => suitOf(code) === season) : codes;
  return cards.flatMap((code) => iconsOf(deck, code)).filter((one) => one === icon).length;
}

export const faceUp = (table: FestivalTable): [string, string] => [String(table.face_up[0]), String(table.face_up[1])];
