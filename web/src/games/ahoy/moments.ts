/** A turn as it is seen: three, two, one; all paws out; the fish go to whom they were told to go. */

import type { AhoyTable, Character, News } from "../../lib/api";
import type { Moment } from "../../lib/presenter.svelte";
import { claimedPlace, COLOURS, coloursOf, oceanPlace, tilePlace, type Flow } from "./pieces";

/** A paw that points: at an ocean, a tile, or its own catch. */
export interface Pointing {
  who: number; // the character
  at: string; // "fish 2", "steal 3", "protect"
  came: "secret" | "open" | "won" | "lost";
}

/** What only a moment shows. */
export interface Show {
  count?: number;
  pointing?: Pointing[];
  flows?: Flow[];
  passes?: boolean; // a turn in which everyone is at sea
}

const COUNT = 330;
const REVEAL = 1000;
const OUTCOME = 1300;
const PASSES = 900;

const POINTS = /^(?:([LR]) )?(fish \d+|steal \d+|protect)$/;
const CAME = /^(?:([LR]) )?(caught|stole|claimed) ([RYBW]+)(?: from (\d+))?$/;
const DRAWN = /^ocean (\d+) ([RYBW]+)$/;

const numberOf = (at: string): number => Number(at.split(" ")[1] ?? 0);

function without(pile: string, fish: string): string {
  const left: string[] = [...pile];
  for (const colour of fish) {
    const found = left.indexOf(colour);
    if (found >= 0) left.splice(found, 1);
  }
  return left.join("");
}
const joined = (pile: string, fish: string): string =>
  coloursOf(pile + fish).sort((a, b) => COLOURS.indexOf(a) - COLOURS.indexOf(b)).join("");

/** A pile as it is with these flows. */
function flowed(place: string, pile: string, flows: readonly Flow[]): string {
  const gone = flows.filter((flow) => flow.from === place).reduce((left, flow) => without(left, flow.fish), pile);
  return flows.filter((flow) => flow.to === place).reduce((full, flow) => joined(full, flow.fish), gone);
}

export function moments(before: AhoyTable, news: News[], after: AhoyTable): Moment<AhoyTable, Show>[] {
  const find = (seat: number, paw: string | undefined): Character | undefined =>
    before.characters.find((one) => one.seat === seat && (one.paw ?? undefined) === paw);

  const pointing: Pointing[] = [];
  const flows: Flow[] = [];
  for (const { seat, text } of news) {
    const points = POINTS.exec(text);
    const came = CAME.exec(text);
    const who = points || came ? find(seat, (points ?? came)![1])?.number : undefined;
    if (who === undefined) continue;
    const known = pointing.find((one) => one.who === who);
    if (points) {
      if (known) return []; // several turns at once: only how it stands now is of interest
      pointing.push({ who, at: points[2]!, came: "open" });
    } else if (came && known) {
      known.came = "won";
      const [from, to] =
        came[2] === "claimed" ? [tilePlace(who), claimedPlace(who)]
        : came[2] === "stole" ? [tilePlace(Number(came[4])), tilePlace(who)]
        : [oceanPlace(numberOf(known.at)), tilePlace(who)];
      flows.push({ from, to, fish: came[3]! });
    }
  }
  if (pointing.length === 0) return [];

  const still: AhoyTable = { ...before, acting: [] };
  const outcome: AhoyTable = {
    ...still,
    oceans: before.oceans.map((pile, index) => flowed(oceanPlace(index + 1), pile, flows)),
    characters: before.characters.map((one, index) => ({
      ...one,
      tile: flowed(tilePlace(one.number), one.tile, flows),
      claimed: flowed(claimedPlace(one.number), one.claimed, flows),
      worth: after.characters[index]?.worth ?? one.worth,
    })),
    scores: after.scores,
  };
  const shown: Moment<AhoyTable, Show>[] = [
    ...[3, 2, 1].map((count) => ({ table: { ...still }, hold: COUNT, show: { count } })),
    { table: { ...still }, hold: REVEAL, show: { pointing: pointing.map((one) => ({ ...one, came: "open" as const })) } },
    {
      table: outcome,
      hold: OUTCOME,
      show: { pointing: pointing.map((one) => (one.came === "won" ? one : { ...one, came: "lost" as const })), flows },
    },
  ];
  const passing = news.findIndex(({ text }) => /^turn \d+.* passes$/.test(text));
  return passing < 0 ? shown : [...shown, { table: idle(outcome, news.slice(0, passing)), hold: PASSES, show: { passes: true } }];
}

/** The turn that passes: the oceans have got their fish, and everyone is on the ships. */
function idle(table: AhoyTable, news: News[]): AhoyTable {
  const oceans = [...table.oceans];
  for (const { text } of news) {
    const drawn = DRAWN.exec(text);
    const ocean = Number(drawn?.[1] ?? 0) - 1;
    if (drawn && oceans[ocean] !== undefined) oceans[ocean] = joined(oceans[ocean], drawn[2]!);
  }
  const bag = table.oceans.reduce((left, pile, index) => without(left, without(oceans[index]!, pile)), table.bag);
  return { ...table, oceans, bag, turn: table.turn + 1, characters: table.characters.map((one) => ({ ...one, ship: true })) };
}
