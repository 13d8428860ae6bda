/** The cards of the examples on the rules page, as the box has them: no table sends any there. */

import type { Card, Multiplier } from "../../lib/api";
import { numberOf, type Icon } from "./seasons";

const example = (code: string, cats: number, ...icons: Icon[]): Card => ({ code, cats, icons, value: numberOf(code) });

export const DECK: Card[] = [
  example("Sp1", 4, "fish", "fish"), example("Sp3", 4, "fish"), example("Sp7", 4, "fish"),
  example("Su3", 3, "booze"), example("Su4", 3, "fish"), example("Su6", 3, "crow"),
  example("Fa4", 2, "booze"), example("Fa5", 2, "fish"), example("Fa7", 2, "crow"), example("Fa10", 2, "booze"),
  example("Fa11", 2, "fish", "fish"),
  example("Wi8", 1, "crow"), example("Wi9", 1), example("Wi12", 1, "fish", "fish"),
  example("Y0", 0, "booze"), example("Y13", 0, "booze"),
];

export const A1: Multiplier = { code: "A1", times: [2, -1, 1, 1] };
