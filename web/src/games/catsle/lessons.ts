import type { CatsleTable } from "../../lib/api";
import type { Lesson } from "../index";
import { ledPart, mustFollow, standOf, type Stand } from "./parts";
import type { GameWords } from "./words";

type When = Lesson<CatsleTable>["when"];

// A match with bots is fast: only while I am asked is there time to read.
const asked =
  (what: string, also: When = () => true): When =>
  (table, legal, me) =>
    me >= 0 && legal.some((move) => move.startsWith(what)) && also(table, legal, me);

const five = (table: CatsleTable): boolean => table.seats.length === 5;
const mine = (table: CatsleTable, me: number, stand: Stand): boolean =>
  table.seats[me]?.board.some((place) => place.limit > 0 && standOf(place) === stand) ?? false;
/** Whether nobody has led, or the led colour is all that may be played. */
const followed = (table: CatsleTable, legal: string[]): boolean => {
  const led = ledPart(table);
  return led === null || mustFollow(legal, led);
};
const taking =
  (cards: number): When =>
  (table, _, me) =>
    table.takes[table.ranking.indexOf(me)] === cards;

const ALL: (Lesson<CatsleTable> & { id: keyof GameWords["lessons"] })[] = [
  { id: "aim", when: asked(""), about: ".site .blueprint" },
  { id: "lead", when: asked("play", (table) => ledPart(table) === null), about: ".hand" },
  { id: "follow", when: asked("play", (table, legal) => legal.length < table.hand.length), about: ".hand" },
  { id: "void", when: asked("play", (table, legal) => !followed(table, legal)), about: ".hand" },
  { id: "ranks", when: asked("play", (table) => !five(table)), about: ".trick" },
  { id: "ranksFive", when: asked("play", five), about: ".trick" },
  { id: "extra", when: asked("play", (table) => table.extra !== null), about: ".trick .extra" },
  { id: "takeOne", when: asked("take", taking(1)), about: ".trick" },
  { id: "takeTwo", when: asked("take", taking(2)), about: ".trick" },
  { id: "place", when: asked("place"), about: ".site .blueprint" },
  { id: "scrap", when: asked("place S"), about: ".site .scrap" },
  { id: "newRound", when: asked("", (table) => table.round > 1), about: ".own .points" },
  { id: "over", when: asked("", (table, _, me) => mine(table, me, "over")), about: ".site .over:not(.scrap)" },
  { id: "perfect", when: asked("", (table, _, me) => mine(table, me, "exact")), about: ".site .exact" },
  { id: "scoring", when: asked("", (table) => table.hand.length <= 3), about: ".site .blueprint" },
  { id: "known", when: asked("", (table) => table.trick >= 3), about: ".others .known" },
];

export const lessons: Lesson<CatsleTable>[] = ALL;
