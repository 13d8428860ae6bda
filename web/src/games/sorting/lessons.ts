import type { SortingTable } from "../../lib/api";
import type { Lesson } from "../index";
import { today } from "./scope";
import type { LessonId } from "./words";

/** A lesson of ours: only who sits at the table is told any. */
function lesson(
  id: LessonId, when: (table: SortingTable, legal: string[], mine: SortingTable["seats"][number]) => boolean, about?: string,
): Lesson<SortingTable> {
  return {
    id,
    when: (table, legal, me) => {
      const mine = table.seats[me];
      return mine !== undefined && when(table, legal, mine);
    },
    ...(about === undefined ? {} : { about }),
  };
}

const follows = (legal: string[]): boolean => legal.some((move) => move.startsWith("play "));
const has = (table: SortingTable, legal: string[]): boolean => {
  const kinds = today(table);
  return legal.some((move) => kinds.get(move.slice("play ".length)) === table.animal);
};

/** What helps with the first card comes first; what can wait until a day was seen waits. */
export const lessons: Lesson<SortingTable>[] = [
  lesson("aim", () => true),
  lesson("declare", (_, legal) => legal.includes("declare"), ".display"),
  lesson("cards", (table, legal) => legal.length > 0 && table.phase !== "declare", ".crate"),
  lesson("lead", (_, legal) => legal.some((move) => /^lead \d/.test(move)), ".chart"),
  lesson("scope", (_, legal) => follows(legal), ".chart"),
  lesson("bear", (_, legal) => legal.some((move) => move.endsWith(" bear")), ".crate"),
  lesson("follow", (table, legal) => follows(legal) && has(table, legal), ".display"),
  lesson("free", (table, legal) => follows(legal) && !has(table, legal), ".display"),
  lesson("week", (table) => table.week > 1),
  lesson("taken", (table) => table.day > 1, ".mine .desk"),
  lesson("ahead", (table, legal) => follows(legal) && table.day > 1 && table.ahead !== null, ".ahead"),
  lesson("black", (_, legal, mine) => legal.length > 0 && mine.black > 0, ".mine .desk"),
  lesson(
    "clean",
    (table, legal, mine) => legal.length > 0 && table.day > 3 && mine.black === 0 && mine.declared === null,
    ".mine .desk",
  ),
  lesson(
    "lacks",
    (table, legal, mine) => legal.length > 0 && table.seats.some((seat) => seat !== mine && seat.lacks.length > 0),
    ".others .lacks",
  ),
];
