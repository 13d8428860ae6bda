/** Who sits where, in words. */

import type { Seated } from "./api";
import { say } from "./say.svelte";

export const STRENGTHS = ["kitten", "tabby", "lynx", "tiger"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Whose name others have too, as bots of one strength do, gets a number, so that the log tells them apart. */
export function toldApart(seats: readonly Seated[]): Seated[] {
  return seats.map((seated) => {
    const alike = seats.filter((other) => other.kind !== "free" && nameOf(other) === nameOf(seated));
    return alike.length > 1 ? { ...seated, name: `${nameOf(seated)} ${alike.indexOf(seated) + 1}` } : seated;
  });
}

/** A name and its number, if it has one: where there is little room the name is cut, since the number tells it apart. */
export function parted(name: string): [stem: string, number: string] {
  const [, stem, number] = /^(.+)( \d+)$/u.exec(name) ?? [];
  return [stem ?? name, number ?? ""];
}

export const nameOf = (seated: Seated): string =>
  seated.name ?? (seated.bot ? say().bots[seated.bot as Strength].name : say().table.free);
