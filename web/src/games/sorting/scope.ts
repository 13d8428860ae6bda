/** What an animal is today, and the cat-bunny-scope that tells it. */

import type { SortingTable } from "../../lib/api";
import { CODES } from "./cards";

export type Kind = "rabbit" | "cat" | "new species";
export type Kinds = ReadonlyMap<string, Kind>;

export const NAMES: readonly Kind[] = ["rabbit", "cat", "new species"];
export const COLOURS: Record<Kind, string> = { rabbit: "var(--sky)", cat: "var(--orange)", "new species": "var(--purple)" };
export const isKind = (text: string | null): text is Kind => NAMES.some((kind) => kind === text);

/**
 * The scope is a transparent sheet of the box, laid over the chart of all animals with its middle on one of them. In its
 * middle nothing is printed: that animal is whichever is named.
 */
export function scope(table: SortingTable, middle: string): Kinds {
  const found = table.scopes.find((each) => each.code === middle);
  if (!found) return new Map();
  const kind = (code: string): Kind =>
    found.rabbits.includes(code) ? "rabbit" : found.cats.includes(code) ? "cat" : "new species";
  return new Map(CODES.filter((code) => code !== middle).map((code): [string, Kind] => [code, kind(code)]));
}

/** What the table says every card is, once the reference lies there. */
export function today(table: SortingTable): Kinds {
  const all: [Kind, string[]][] = [["rabbit", table.rabbits], ["cat", table.cats], ["new species", table.new_species]];
  return new Map(all.flatMap(([kind, codes]) => codes.map((code): [string, Kind] => [code, kind])));
}
