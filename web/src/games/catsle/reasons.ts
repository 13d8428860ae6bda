import type { CatsleTable } from "../../lib/api";
import { ledPart, mustFollow, partOf, type Part } from "./parts";

/** The rules against a choice, in words. */
export interface Reasons {
  turn: (who: string | null) => string;
  wait: string;
  follow: (part: Part) => string;
  takeFirst: string;
  placeFirst: (part: Part) => string;
  later: string;
  occupied: (place: string, part: Part) => string;
}

/** Why a card of the hand, a card of the trick or a place of one's own board is not among the legal moves. */
export const whyNot =
  (says: Reasons) =>
  (code: string, table: CatsleTable, legal: string[], me: number, name?: (seat: number) => string): string => {
    if (!table.acting.includes(me)) {
      const who = table.acting[0];
      return who === undefined ? says.wait : says.turn(name?.(who) ?? null);
    }
    const mine = table.hand.includes(code);
    if (table.phase === "place" && table.placing !== null) {
      const there = table.seats[me]?.board.find((place) => place.name === code)?.cards[0];
      return there ? says.occupied(code, partOf(there)) : says.placeFirst(partOf(table.placing));
    }
    if (table.phase === "take") return mine ? says.takeFirst : says.wait;
    if (!mine) return says.later;
    const led = ledPart(table);
    return led !== null && partOf(code) !== led && mustFollow(legal, led) ? says.follow(led) : says.wait;
  };
