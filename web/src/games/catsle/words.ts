import type { CatsleTable } from "../../lib/api";
import { pick } from "../../lib/say.svelte";
import type { Words } from "../index";
import { partOf, placingCard, trickOf, valueOf, type Part, type Stand } from "./parts";

const COLOUR: Record<Part, string> = { R: "red", B: "blue", G: "green", Y: "grey", K: "black" };
const PART: Record<Part, string> = { R: "gate", B: "roof", G: "gable", Y: "wall", K: "stone" };
const ORDINAL = ["1st", "2nd", "3rd", "4th", "5th"];

const card = (code: string): string => `${COLOUR[partOf(code)]} ${valueOf(code)}`;
const points = (n: number): string => (n === 1 ? "1 point" : `${n} points`);
const place = (name: string): string => (name === "S" ? "the scrap heap" : `column ${name}`);
const STANDS: Record<Stand, (built: number, limit: number) => string> = {
  empty: (_, limit) => (limit === 0 ? "empty" : `empty, room for ${limit}`),
  under: (built, limit) => `${built} of ${limit}`,
  exact: (built, limit) => `${built} of ${limit}, perfect`,
  over: (built, limit) => (limit === 0 ? `${built} wasted` : `${built} of ${limit}, ${built - limit} too many`),
};

const labels = {
  card: (code: string): string => `${card(code)}, ${PART[partOf(code)]}`,
  takeable: (code: string): string => `Take the ${card(code)}, ${PART[partOf(code)]}`,
  playable: (code: string): string => `Play the ${card(code)}, ${PART[partOf(code)]}`,
  rank: (rank: number): string => ORDINAL[rank] ?? String(rank + 1),
  takes: (rank: number, cards: number): string =>
    `${ORDINAL[rank] ?? rank + 1}${cards === 0 ? ", takes nothing" : `, takes ${cards === 1 ? "one card" : `${cards} cards`}`}`,
  led: "led this trick",
  trick: "The trick",
  notYet: (name: string): string => `${name} has not played yet`,
  taken: (code: string): string => `The ${card(code)} was taken`,
  extra: "Extra",
  extraLeft: (left: number): string => `${left} cards left in the extra deck`,
  discard: "Cards out of the round, face down",
  hand: "Your cards",
  inHand: (cards: number): string => (cards === 1 ? "1 card in hand" : `${cards} cards in hand`),
  lacks: (parts: readonly string[]): string => `has no ${parts.map((part) => COLOUR[partOf(part)]).join(", no ")}`,
  worth: (worth: number): string => `The castle is worth ${points(worth)} now`,
  total: "Points of the rounds before",
  blueprint: (name: string): string => `The blueprint of ${name}`,
  column: (name: string, stand: Stand, built: number, limit: number, part: Part | null): string =>
    (name === "S" ? "Scrap heap" : `Column ${name}`) + (part ? `, ${COLOUR[part]} ${PART[part]}` : "") + `: ${STANDS[stand](built, limit)}`,
  build: (name: string, part: Part): string => `Build the ${COLOUR[part]} ${PART[part]} in ${place(name)}`,
  scrap: "scrap",
  bonus: (perfect: number, bonus: number): string => `${perfect} perfect columns add ${points(bonus)}`,
  scored: (scored: number): string => `This round: ${points(scored)}`,
};

function asked(table: CatsleTable, legal: string[]): string {
  if (table.phase === "take") return "Take a card and build it.";
  if (table.phase === "place") {
    const code = placingCard(table);
    return code ? `Place the ${COLOUR[partOf(code)]} ${PART[partOf(code)]}.` : "Choose a place.";
  }
  const led = table.seats[table.leader]?.played;
  if (!led) return "You lead: play any card.";
  const part = partOf(led);
  return legal.length === 0 || legal.every((move) => move.startsWith(`play ${part}`))
    ? `Follow ${COLOUR[part]}.`
    : `You have no ${COLOUR[part]}: play any card.`;
}

const en: Words<CatsleTable> & typeof labels = {
  ...labels,
  where: (table, options) => {
    const { trick, of } = trickOf(table);
    return `Round ${table.round} of ${String(options.rounds ?? table.round)}, trick ${trick} of ${of}`;
  },
  prompt: (table, legal, me, name) => {
    if (table.acting.includes(me)) return asked(table, legal);
    const who = table.acting.map(name).join(", ");
    switch (table.phase) {
      case "play":
        return who ? `${who} ${table.seats[table.leader]?.played ? "plays" : "leads"} …` : "The next trick …";
      case "take":
        return who ? `${who} takes a card …` : "The trick is done.";
      case "place":
        return who ? `${who} looks for a place …` : "A card is built.";
      default:
        return "The castles are scored.";
    }
  },
  told: (text, _seat, name) => {
    const [what, ...rest] = text.split(" ");
    const first = rest[0] ?? "";
    switch (what) {
      case "play":
        return `plays the ${card(first)}`;
      case "take":
        return `takes the ${card(first)}`;
      case "place":
        return first === "S" ? "throws it on the scrap heap" : `begins column ${first} with it`;
      case "round":
        return `Round ${first}: ${name(Number(rest[2]))} starts.`;
      case "extra":
        return `The extra card is the ${card(first)}.`;
      case "scores":
        return `The round brings ${rest.map((scored, seat) => `${name(seat)} ${scored}`).join(", ")}.`;
      default:
        return text;
    }
  },
  move: (move) => {
    const [what, about = ""] = move.split(" ");
    switch (what) {
      case "play":
        return `Play the ${card(about)}`;
      case "take":
        return `Take the ${card(about)}`;
      case "place":
        return about === "S" ? "Put it on the scrap heap" : `Build it in column ${about}`;
      default:
        return move;
    }
  },
};

export const words = (): typeof en => pick({ en });
