/** The cards as they are printed, for the rules page, where no table sends them. */

import type { Card, Multiplier } from "../../lib/api";
import { SEASONS, type Icon } from "./seasons";

const NINE: Icon[][] = [["fish", "fish"], ["booze"], ["fish"], [], ["crow"], [], ["fish"], ["booze"], ["fish", "fish"]];

export const DECK: Card[] = [
  ...SEASONS.flatMap((season, from) =>
    NINE.map((icons, n) => ({ code: `${season}${from + 1 + n}`, icons, value: from + 1 + n })),
  ),
  ...[0, 13].map((value) => ({ code: `Y${value}`, icons: ["booze"], value })),
];

export const A1: Multiplier = { code: "A1", times: [2, -1, 1, 1] };
