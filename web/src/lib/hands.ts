/** One's own cards in the order one likes. The server sends them suit by suit. */

import { memory } from "./mine.svelte";

/** A game whose hand has two orders, and what the buttons that lead to them say. */
export interface Sorting {
  game: string;
  ways: readonly [string, string];
}

/** As the server sends them, or by value: cards of the same value stay as they were. */
export function sorted(game: string, hand: readonly string[], value: (code: string) => number): readonly string[] {
  return memory.order(game) === 0 ? hand : [...hand].sort((a, b) => value(a) - value(b));
}
