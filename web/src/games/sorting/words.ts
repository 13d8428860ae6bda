import type { SortingTable } from "../../lib/api";
import { pick } from "../../lib/say.svelte";
import type { Words } from "../index";
import { BEAR } from "./cards";
import { today, type Kind } from "./scope";

const MANY: Record<string, string> = { rabbit: "rabbits", cat: "cats", "new species": "new species" };
const card = (code: string): string => (code === BEAR ? "the bear" : `ears ${code[0]}, tail ${code[1]}`);
const chips = (count: number, colour: string): string => `${count} ${colour} ${count === 1 ? "chip" : "chips"}`;
const listed = (parts: string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function asked(table: SortingTable, legal: string[]): string {
  if (table.phase === "declare") return "Will you stay clear of black chips this week?";
  if (legal.includes("lead bear")) return "Only your bear is left: send it out.";
  if (table.phase === "lead") return "You lead: pick the reference.";
  const kinds = today(table), animal = table.animal ?? "";
  const follows = legal.some((move) => kinds.get(move.slice("play ".length)) === animal);
  return follows ? `Play one of your ${MANY[animal]}.` : `No ${MANY[animal]}: play anything.`;
}

function prompt(table: SortingTable, legal: string[], me: number, name: (seat: number) => string): string {
  if (legal.length > 0) return asked(table, legal);
  if (table.acting.length > 0) {
    if (table.acting.includes(me)) return "Your turn.";
    const who = listed(table.acting.map(name));
    return table.phase === "lead" ? `${who} leads the day.` : `Waiting for ${who}.`;
  }
  if (table.ahead !== null) return `The day goes to ${name(table.ahead)}.`;
  return table.seats.every((seat) => seat.played === null) ? "The week is over." : "A day of bears: nobody wins it.";
}

function told(text: string, name: (seat: number) => string): string {
  const [verb, ...rest] = text.split(" ");
  switch (verb) {
    case "week":
      return `Week ${rest[0]} begins, ${name(Number(rest[2]))} starts.`;
    case "declare":
      return "declares: no black chip this week";
    case "decline":
      return "promises nothing";
    case "lead":
      return rest[0] === BEAR ? "sends out the last card, the bear" : `leads ${card(rest[0]!)}: collect ${MANY[rest[1]!]}!`;
    case "play":
      return `plays ${card(rest[0]!)}`;
    case "discards":
      return `throws away ${chips(Number(rest[0]), "old black")}, thanks to a new species`;
    case "wins": {
      const [white, black] = [Number(rest[0]), Number(rest[2])];
      const taken = listed([...(white > 0 ? [chips(white, "white")] : []), ...(black > 0 ? [chips(black, "black")] : [])]);
      return taken === "" ? "wins the day" : `wins the day and takes ${taken}`;
    }
    case "takes":
      return `takes ${chips(Number(rest[0]), "white")}`;
    case "nobody":
      return "A day of bears: nobody wins it.";
    case "all":
      return "All bears are out: the week ends early.";
    case "broke":
      return "broke the promise and gets nothing this week";
    case "has":
      return "has the most black chips and gets nothing this week";
    case "scores":
      return `The week brings ${listed(rest.map((points, seat) => `${name(seat)} ${points}`))}.`;
  }
  return text;
}

function move(text: string): string {
  const [verb, code = "", animal = ""] = text.split(" ");
  if (verb === "declare") return "No black chip for me";
  if (verb === "decline") return "I promise nothing";
  if (verb === "lead") return code === BEAR ? "Send out the bear" : `Lead ${card(code)} and collect ${MANY[animal]}`;
  return `Play ${card(code)}`;
}

const kinds: Record<Kind, string> = { rabbit: "rabbit", cat: "cat", "new species": "new species" };

const english = {
  where: (table, options) =>
    `Week ${table.week}${typeof options.weeks === "number" ? ` of ${options.weeks}` : ""}${table.day > 0 ? `, day ${table.day}` : ""}`,
  prompt,
  told: (text, _seat, name) => told(text, name),
  move,
} satisfies Words<SortingTable>;

const en = {
  ...english,
  kinds,
  many: (kind: Kind): string => MANY[kind]!,
  card: (code: string, responsibility: number | undefined, kind: Kind | undefined): string =>
    capital(card(code)) + (responsibility === undefined ? "" : `, responsibility ${responsibility}`) + (kind ? `, today a ${kind}` : ""),
  hand: "Your animals",
  total: "Points",
  chart: (middle: string | null, kind: Kind | undefined): string =>
    middle === null
      ? "Chart of all animals: ears upwards, tails to the right"
      : `Cat-bunny-scope, its middle on ${card(middle)}${kind ? `, a ${kind} today` : ""}`,
  chartOf: (kind: Kind, codes: string[]): string => `${capital(MANY[kind]!)}: ${codes.join(", ") || "none"}`,
  belt: "Cards of the day, in the order of play",
  empty: (name: string): string => `${name} has not played yet`,
  reference: "reference",
  ahead: "ahead",
  cardChips: (count: number): string => `${chips(count, "black")} on the card`,
  aside: (count: number): string => `${count} ${count === 1 ? "card lies" : "cards lie"} aside unseen`,
  collect: "Collect",
  nothingNamed: "Which animal today?",
  pickFirst: "Tap a card and look through the scope.",
  asWhat: (code: string): string => `With ${card(code)}, collect …`,
  brings: (kind: Kind, animal: Kind): string =>
    kind === animal ? "one white chip" : kind === "new species" ? "a black chip on the card" : "two black chips",
  display: (white: number, black: number): string => `On the display: ${chips(white, "white")}, ${chips(black, "black")}`,
  white: (count: number): string => chips(count, "white"),
  black: (count: number): string => chips(count, "black"),
  cards: (count: number): string => `${count} ${count === 1 ? "card" : "cards"} in hand`,
  declared: "Declared: no black chip",
  declined: "Promised nothing",
  bearOut: "The bear has been played",
  lacks: (codes: readonly string[]): string => `Has shown to hold none of ${codes.join(", ")}`,
  weekOver: "The week is over",
  bearsOut: "All bears are out",
  mostBlack: "most black",
  broken: "promise broken",
  weekPoints: (points: number): string => `${points} for the week`,
};

export const words = (): typeof en => pick({ en });
