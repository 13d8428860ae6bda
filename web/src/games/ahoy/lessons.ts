import type { AhoyTable, Character } from "../../lib/api";
import type { Lesson } from "../index";
import { pawOf, read } from "./moves";
import type { LessonId } from "./words";

const mine = (table: AhoyTable, me: number): Character[] => table.characters.filter((one) => one.seat === me);
const can = (legal: readonly string[], what: string): boolean => legal.some((move) => read(move).what === what);

/** Two of the three colours of a set. */
const lacksOne = ({ tile, claimed }: Character): boolean =>
  ["R", "Y", "B"].filter((colour) => (tile + claimed).includes(colour)).length === 2;

/** Those for the first turn come one after another; later ones when they matter, and not too many at once. */
const all: (Lesson<AhoyTable> & { id: LessonId })[] = [
  { id: "supply", when: (_table, legal) => can(legal, "supply"), about: ".ocean.target" },
  { id: "last", when: (table, legal) => table.bag === "" && can(legal, "fish"), about: ".bag" },
  { id: "aim", when: (_table, legal) => can(legal, "fish"), about: ".aid" },
  { id: "paws", when: (_table, legal) => legal[0] !== undefined && pawOf(legal[0]) !== null, about: ".tile.choosing" },
  { id: "fish", when: (table, legal) => table.turn === 1 && can(legal, "fish"), about: ".ocean.target" },
  { id: "secret", when: (table, legal) => table.turn === 1 && can(legal, "fish") },
  // In the first turn everyone fished, and no ocean was empty.
  {
    id: "missed",
    when: (table, legal, me) => table.turn === 2 && can(legal, "fish") && mine(table, me).some((one) => one.tile === ""),
    about: ".tile.mine",
  },
  {
    id: "risk",
    when: (table, legal, me) => can(legal, "steal") && mine(table, me).some((one) => one.tile !== ""),
    about: ".tile.mine .fish",
  },
  { id: "protect", when: (_table, legal) => can(legal, "protect"), about: ".tile.mine[data-move$='protect']" },
  {
    id: "steal",
    when: (table, legal, me) => can(legal, "steal") && table.characters.some((one) => one.seat !== me && one.tile !== ""),
    about: ".tile.target:not(.mine)",
  },
  {
    id: "chest",
    when: (table, _legal, me) => table.acting.length > 0 && mine(table, me).some((one) => one.claimed !== ""),
    about: ".tile.mine .safe",
  },
  {
    id: "ship",
    when: (table, legal, me) => can(legal, "fish") && table.characters.some((one) => one.seat !== me && one.ship),
    about: ".tile.ship:not(.mine)",
  },
  { id: "refill", when: (table, legal) => table.turn > 2 && table.bag !== "" && can(legal, "fish"), about: ".bag" },
  {
    id: "set",
    when: (table, legal, me) => table.turn > 3 && can(legal, "fish") && mine(table, me).some(lacksOne),
    about: ".own .points",
  },
];

export const lessons: Lesson<AhoyTable>[] = all.map((each) => ({
  ...each,
  when: (table, legal, me) => me >= 0 && each.when(table, legal, me),
}));
