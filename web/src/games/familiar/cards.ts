/** What the cards say: the attribute cards by their codes, and the errands that a line of the log names only by code. */

import { SvelteMap } from "svelte/reactivity";
import type { Mood } from "../../art/Critter.svelte";
import type { Errand, FamiliarTable } from "../../lib/api";

export const COLOURS = ["R", "B", "G"] as const;
export type Colour = (typeof COLOURS)[number];
export const PAINT: Record<Colour, string> = { R: "var(--red)", B: "var(--blue)", G: "var(--green)" };
export const VALUES = [3, 4, 5, 6, 7, 8, 9] as const;
export const MIXED = ["RB2", "BG2", "RG2", "RBG1", "RBG1", "RBG1"] as const;

export const coloursOf = (code: string): Colour[] => COLOURS.filter((colour) => code.includes(colour));
export const valueOf = (code: string): number => Number(code.at(-1));

/** The colours of a card side by side, as a background. */
export function stripes(colours: readonly Colour[], strength: number, angle: number): string {
  const parts = colours.map((colour, at) => {
    const paint = `color-mix(in srgb, ${PAINT[colour]} ${strength}%, var(--card))`;
    return `${paint} ${(100 * at) / colours.length}% ${(100 * (at + 1)) / colours.length}%`;
  });
  return `linear-gradient(${angle}deg, ${parts.join(", ")})`;
}

export const ROMAN = ["", "I", "II", "III"];

/** Who gets what a seat passes. */
export const leftOf = (table: FamiliarTable, seat: number): number => table.seats[seat]?.left ?? -1;

/** The card that the others have to match; null while nobody has led. */
export const ledOf = (table: FamiliarTable): string | null => table.seats[table.lead]?.played ?? null;

/** What an errand asks for, colour by colour, without those that it does not. */
export function asksOf(errand: Errand): { colour: Colour; index: number; number: number }[] {
  return COLOURS.map((colour, index) => ({ colour, index, number: errand.asks[index]! })).filter((ask) => ask.number > 0);
}

const known = new SvelteMap<string, Errand>();

export const errandOf = (code: string): Errand | undefined => known.get(code);

/** What the errands of this table's box say. */
export function learn(box: readonly Errand[]): void {
  for (const errand of box) {
    if (JSON.stringify(known.get(errand.code)) !== JSON.stringify(errand)) known.set(errand.code, errand);
  }
}

/** How the owls take each step of the ladder. */
export const MOODS = ["grim", "calm", "calm", "happy", "happy"] as const satisfies readonly Mood[];
export const moodOf = (table: FamiliarTable): (typeof MOODS)[number] => MOODS[stepOf(table)] ?? "happy";

/** How many steps of the ladder the score has climbed. */
export const stepOf = (table: FamiliarTable): number => table.ladder.findLastIndex((least) => table.score >= least);
