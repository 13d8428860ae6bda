/** What is asked now, and why something else is not possible: what the words of every language begin with. */

import type { AhoyTable } from "../../lib/api";
import { pawOf, read } from "./moves";

export type Asked =
  | { what: "supply" }
  | { what: "count"; atSea: boolean } // everyone has chosen, the paws go out
  | { what: "wait"; atSea: boolean; others: number[] }
  | { what: "point"; paw: string | null; steal: boolean; protect: boolean };

export function asked(table: AhoyTable, legal: readonly string[], me: number): Asked {
  if (table.acting.length === 0) {
    const mine = table.characters.filter(({ seat }) => seat === me);
    return { what: "count", atSea: mine.length > 0 && mine.every(({ ship }) => ship) };
  }
  if (legal.length === 0) {
    const atSea = me >= 0 && table.phase === "point" && !table.acting.includes(me);
    return { what: "wait", atSea, others: table.acting.filter((seat) => seat !== me) };
  }
  if (table.phase === "supply") return { what: "supply" };
  const can = (what: string): boolean => legal.some((move) => read(move).what === what);
  return { what: "point", paw: pawOf(legal[0]!), steal: can("steal"), protect: can("protect") };
}

export type Reason = "atSea" | "banker" | "supplying" | "supplied" | "first" | "empty" | "wait";

/** Why an ocean ("ocean 2") or a tile ("tile 3") that might be chosen at another time is not among the legal moves. */
export function reason(code: string, table: AhoyTable, legal: readonly string[], me: number): Reason {
  const { what, rest } = read(code);
  const mine = table.acting.includes(me);
  if (table.phase === "supply") {
    if (!mine) return "banker";
    return what === "tile" ? "supplying" : "supplied";
  }
  if (table.acting.length === 0) return "wait";
  if (!mine) return "atSea";
  if (what !== "tile") return "wait";
  if (legal.every((move) => read(move).what === "fish")) return "first";
  const tile = table.characters.find((one) => one.number === Number(rest));
  return tile?.seat === me && tile.tile === "" ? "empty" : "wait";
}
