/** A card is written as ear and tail: "34" has ears of 3 and a tail of 4; "bear" is the bear. */

import type { Marks, Mood } from "../../art/Critter.svelte";

export const BEAR = "bear";
export const LENGTHS = [1, 2, 3, 4, 5] as const;
export const CODES: readonly string[] = LENGTHS.flatMap((ears) => LENGTHS.map((tail) => `${ears}${tail}`));

export const earsOf = (code: string): number => Number(code[0]);
export const tailOf = (code: string): number => Number(code[1]);

/** Many cards in few words: the tails that go with each length of ears. */
export function byEars(codes: readonly string[]): { ears: number; tails: number[] }[] {
  const found = LENGTHS.map((ears) => ({ ears, tails: codes.filter((code) => earsOf(code) === ears).map(tailOf) }));
  return found.filter(({ tails }) => tails.length > 0);
}

/** Looks that say nothing of what the animal is: every card its own. */
const FURS = [
  ["#fbf1dd", "#eadbbd"], ["#e9a55a", "#f6d3a2"], ["#b9b4be", "#dcd8de"], ["#b98a66", "#e3c8ac"], ["#f3d9b0", "#fff3dc"],
] as const;
const MOODS: readonly Mood[] = ["calm", "happy", "sly", "wide", "sleepy", "calm", "grim"];
const MARKS: readonly Marks[] = ["none", "tabby", "none"];

export interface Looks {
  fur: string;
  shade: string;
  mood: Mood;
  marks: Marks;
}
export function looks(code: string): Looks {
  const [ears, tail] = [earsOf(code), tailOf(code)];
  const [fur, shade] = FURS[(ears * 2 + tail) % FURS.length]!;
  return { fur, shade, mood: MOODS[(ears * 3 + tail * 5) % MOODS.length]!, marks: MARKS[(ears + tail * 2) % MARKS.length]! };
}
