import type { FamiliarTable } from "../../lib/api";
import type { Lesson } from "../index";
import { coloursOf, ledOf } from "./cards";
import type { GameWords } from "./words";

type When = Lesson<FamiliarTable>["when"];

const asked: When = (_table, legal, me) => me >= 0 && legal.length > 0;
const may = (start: string): When => (table, legal, me) =>
  asked(table, legal, me) && legal.some((move) => move.startsWith(start));
const holds = (colours: number): When => (table, legal, me) =>
  may("play")(table, legal, me) && table.hand.some((code) => coloursOf(code).length === colours);
const follows: When = (table, legal, me) => may("play")(table, legal, me) && ledOf(table) !== null;
const isBound: When = (table, legal) => table.hand.some((code) => !legal.includes(`play ${code}`));
const isFree: When = (table) => table.matching.length === 0;
const hasCounted: When = (table, legal, me) => asked(table, legal, me) && table.last.length > 0;

// All wait until I am asked: while bots move on, a lesson could not be read to its end.
export const lessons: (Lesson<FamiliarTable> & { id: keyof GameWords["lessons"] })[] = [
  { id: "aim", when: asked, about: ".trick .totals" },
  { id: "errand", when: asked, about: ".errands" },
  { id: "exchange", when: may("exchange"), about: "[data-move=exchange]" },
  { id: "pass", when: may("pass"), about: ".own .hand" },
  { id: "swap", when: may("no swap"), about: ".errands" },
  { id: "draw", when: may("draw"), about: ".piles" },
  { id: "lead", when: (table, legal, me) => may("play")(table, legal, me) && ledOf(table) === null, about: ".own .hand" },
  { id: "follow", when: (...now) => follows(...now) && isBound(...now), about: ".own .hand" },
  { id: "score", when: (...now) => hasCounted(...now) && now[0].completed.length > 0, about: ".ladder" },
  { id: "leader", when: hasCounted, about: ".place.lead" },
  { id: "free", when: (...now) => follows(...now) && isFree(...now) && now[0].hand.length > 1, about: ".own .hand" },
  { id: "three", when: holds(3), about: ".own [data-kind=RBG1]" },
  { id: "two", when: holds(2), about: ".own [data-kind$='2']" },
  { id: "cards", when: (...now) => hasCounted(...now) && now[0].draw_pile === 0, about: ".discards" },
];
