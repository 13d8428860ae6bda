/** What a guided first match explains. The earlier ones go first when several matter. */

import type { FestivalTable } from "../../lib/api";
import type { Lesson } from "../index";
import { count, suitOf, valueOf } from "./seasons";
import type { Phrases } from "./words.en";

type When = Lesson<FestivalTable>["when"];

/** Only who is asked something is taught. */
const asked = (when: When): When => (table, legal, me) => me >= 0 && legal.length > 0 && when(table, legal, me);
const phase = (...phases: string[]): When => asked((table) => phases.includes(table.phase));
/** Not everything in the first round: there is enough to look at. */
const round = (from: number, when: (table: FestivalTable, me: number) => boolean): When =>
  asked((table, _, me) => table.phase === "play" && (table.deal > 1 || table.round >= from) && when(table, me));

const closed = (table: FestivalTable, code: string): boolean => {
  const suit = suitOf(code);
  return suit !== "Y" && !table.open.includes(suit);
};
const repeats = (values: readonly number[]): boolean => new Set(values).size < values.length;

export const lessons: (Lesson<FestivalTable> & { id: keyof Phrases["lessons"] })[] = [
  { id: "aim", when: asked(() => true) },
  { id: "scored", when: asked((table) => table.deal > 1), about: ".track" },
  { id: "offer", when: phase("offer"), about: ".choice" },
  { id: "start", when: phase("start"), about: ".choice" },
  { id: "multiplier", when: phase("multiplier"), about: ".choice .rack" },
  { id: "tokens", when: phase("tokens"), about: ".choice .row" },
  { id: "token", when: phase("token", "yorozu token"), about: ".choice .row" },
  { id: "swap", when: phase("swap"), about: ".river" },
  { id: "seasons", when: phase("play"), about: ".lantern.open" },
  { id: "play", when: phase("play"), about: ".face-up.high" },
  { id: "dummy", when: round(1, (table) => table.dummy !== null), about: ".dummy" },
  {
    id: "free",
    when: asked((table, legal) => table.phase === "play" && legal.some((move) => closed(table, move.split(" ")[1] ?? ""))),
    about: ".own .cards",
  },
  { id: "two", when: round(1, (table, me) => table.seats[me]?.booze === 2), about: ".own .cups" },
  { id: "places", when: round(2, () => true), about: ".own .counts" },
  { id: "noMore", when: round(2, (table) => table.seats.some((seat) => seat.no_more.length > 0)), about: ".season.lacks" },
  { id: "yorozu", when: round(2, (table) => table.hand.some((code) => suitOf(code) === "Y")), about: ".own [data-piece^=Y]" },
  { id: "crow", when: round(3, (table) => count(table.deck, table.hand, "crow") > 0), about: ".own .cards" },
  { id: "ties", when: round(4, (table) => repeats(table.hand.map((code) => valueOf(table.deck, code)))), about: ".own .cards" },
];
