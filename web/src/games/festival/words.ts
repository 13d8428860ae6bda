import type { FestivalTable } from "../../lib/api";
import { pick, say } from "../../lib/say.svelte";
import type { Words } from "../index";
import { ROUNDS, SEASONS, suitOf, valueOf, type Icon, type Season, type Suit } from "./seasons";

type Name = (seat: number) => string;

const SUITS: Record<Suit, string> = { Sp: "Spring", Su: "Summer", Fa: "Fall", Wi: "Winter", Y: "YOROZU" };
const ICONS: Record<Icon, [string, string]> = { fish: ["fish", "fish"], booze: ["booze", "booze"], crow: ["crow", "crows"] };

const suit = (code: string): string => SUITS[suitOf(code)];
const card = (code: string): string => `${suit(code)} ${valueOf(code)}`;
const and = (parts: readonly string[]): string => say().table.and(parts);
const signed = (points: number | string): string => String(points).replace("-", "−");
const icons = (icon: Icon, many: number): string => `${many} ${ICONS[icon][many === 1 ? 0 : 1]}`;

const LOTS: Record<string, (seats: string) => string> = {
  start: (seat) => `The lot makes ${seat} the start player.`,
  chooser: (seat) => `By lot ${seat} says who begins.`,
  order: (seats) => `By lot the seasons are chosen in this order: ${seats}.`,
  first: (seat) => `By lot ${seat} takes a token first.`,
};

/** What a seat did; the log puts its name before it. */
function did(verb: string, rest: string[], name: Name): string | null {
  switch (verb) {
    case "play": return `plays ${card(rest[0] ?? "")}`;
    case "take": return `takes ${card(rest[0] ?? "")}`;
    case "no": return `has no more ${and(rest.slice(1).map(suit))}`;
    case "tokens": return `takes ${rest.length === 1 ? "a token" : "tokens"} of ${and(rest.map(suit))}`;
    case "token": return `takes a token of ${suit(rest[0] ?? "")}`;
    case "swap": return `sends the crow for ${card(rest[0] ?? "")}`;
    case "keep": return "keeps the cards";
    case "redeal": return "shows three crows and asks for a new deal";
    case "start": return `lets ${name(Number(rest[0]))} begin`;
    case "multiplier": return `lays multiplier card ${rest[0] ?? ""}`;
    default: return null;
  }
}

/** What happened at the table. */
function happened(verb: string, rest: string[], name: Name): string | null {
  switch (verb) {
    case "deal": return `Deal ${rest[0]}: ${card(rest[2] ?? "")} and ${card(rest[3] ?? "")} lie face up.`;
    case "lot": return LOTS[rest[0] ?? ""]?.(and(rest.slice(1).map((seat) => name(Number(seat))))) ?? null;
    case "dummy":
      return rest[0] === "takes" ? `The dummy takes ${card(rest[1] ?? "")}.` : `The dummy turns up ${card(rest[0] ?? "")}.`;
    case "swap": return `The crow of ${card(rest[0] ?? "")} changes places with ${card(rest[1] ?? "")}.`;
    case "scores": return `The deal is over: ${rest.map((points, seat) => `${name(seat)} ${signed(points)}`).join(", ")}.`;
    default: return null;
  }
}

function asked(table: FestivalTable, me: number, name: Name): string {
  switch (table.phase) {
    case "offer": return "So many crows! Keep these cards?";
    case "start": return "You decide: who begins?";
    case "multiplier": return "Choose a multiplier card.";
    case "tokens": return "Take three season tokens.";
    case "token": return "Take one season token.";
    case "yorozu token": return "Take a season token for YOROZU.";
    case "swap": return "What does your crow steal?";
    case "play": return table.round === ROUNDS ? "Play your last card." : "Choose a card.";
    default: return name(me);
  }
}

function awaited(table: FestivalTable, name: Name): string {
  const who = and(table.acting.map(name));
  switch (table.phase) {
    case "reveal": return "All cards are turned up.";
    case "crow": return "Caw! A crow steals a YOROZU card.";
    case "take": return "The cards find their owners.";
    case "scores": return "The deal is over.";
    case "shuffle": return "All cards are shuffled.";
    case "play": return "Everyone chooses a card face down.";
    case "start": return `${who} says who begins …`;
    case "multiplier": return `${who} chooses a multiplier card …`;
    case "tokens": return `${who} takes three season tokens …`;
    case "token":
    case "yorozu token": return `${who} takes a season token …`;
    case "swap": return `The crow of ${who} looks around …`;
    default: return "The cards are being dealt …";
  }
}

const en = {
  where(table: FestivalTable, options: Record<string, unknown>): string {
    const games = Number(options.games ?? 0);
    const of = table.extra ? ", to break the tie" : games > 0 ? ` of ${games}` : "";
    const deal = `Deal ${table.deal}${of}`;
    return table.round > 0 ? `${deal}, round ${table.round} of ${ROUNDS}` : deal;
  },
  prompt: (table: FestivalTable, legal: string[], me: number, name: Name): string =>
    legal.length > 0 ? asked(table, me, name) : awaited(table, name),
  told(text: string, seat: number, name: Name): string | null {
    const [verb = "", ...rest] = text.split(" ");
    return seat >= 0 ? did(verb, rest, name) : happened(verb, rest, name);
  },
  move(move: string, name: Name): string {
    const [verb = "", ...rest] = move.split(" ");
    switch (verb) {
      case "play": return `play ${card(rest[0] ?? "")}`;
      case "swap": return `swap with ${card(rest[0] ?? "")}`;
      case "keep": return "keep these cards";
      case "redeal": return "ask for a new deal";
      case "start": return `let ${name(Number(rest[0]))} begin`;
      case "multiplier": return `lay multiplier card ${rest[0] ?? ""}`;
      case "tokens": return `take ${and(rest.map(suit))}`;
      case "token": return `take a token of ${suit(rest[0] ?? "")}`;
      default: return move;
    }
  },

  suits: SUITS,
  letters: { Sp: "Sp", Su: "Su", Fa: "Fa", Wi: "Wi", Y: "Y" } satisfies Record<Suit, string>,
  card: (code: string, its: readonly Icon[]): string =>
    [card(code), ...[...new Set(its)].map((icon) => icons(icon, its.filter((one) => one === icon).length))].join(", "),
  faceDown: "a card, face down",
  open: "open",
  closed: "closed",
  season: (season: Season, isOpen: boolean): string => `${SUITS[season]} is ${isOpen ? "open" : "closed"}`,
  faceUp: "Face up on the table",
  lower: "lower",
  higher: "higher",
  lowest: "lowest",
  highest: "highest",
  played: (name: string): string => `Played by ${name}`,
  nothingYet: "no card yet",
  dummy: "Dummy",
  dummyDeck: (cards: number): string => `${cards} in its deck`,
  hand: "Your cards",
  taken: "Cards taken",
  icons,
  cups: (booze: number): string => (booze >= 3 ? "three booze: too much" : `${booze} of 3 booze`),
  worth: "Points of this deal so far",
  total: "Points of all deals before",
  points: (points: number): string => signed(points),
  signed: (points: number): string => (points > 0 ? `+${points}` : signed(points)),
  noMore: (season: Season): string => `No more ${SUITS[season]} in hand`,
  times: (times: number): string => `×${signed(times)}`,
  fishCount: (season: Season, fish: number, times: number): string =>
    `${SUITS[season]}: ${fish} fish, each counts ${signed(times)}`,
  multiplier: (code: string, times: readonly number[]): string =>
    `Multiplier card ${code}: ${and(SEASONS.map((season, n) => `${SUITS[season]} times ${signed(times[n] ?? 1)}`))}`,
  multipliersLeft: (left: number): string => `${left} multiplier cards left`,
  token: (season: string): string => `token of ${suit(season)}`,
  supply: "Tokens to take",
  left: (many: number): string => `${many} left`,
  order: "Order",
  swapWith: (code: string): string => `Swap your crow with ${card(code)}`,
  caw: "Caw!",
  track: (target: number, points: readonly string[]): string =>
    `${target > 0 ? `Points on the way to ${target}` : "Points so far"}: ${points.join(", ")}`,
  at: (name: string, points: number): string => `${name}: ${signed(points)}`,
  aid: {
    open: "Player aid",
    play:
      "All lay a card of an open season face down, or YOROZU. A season is closed while a face-up card shows it. " +
      "Without any open season you may lay anything.",
    take:
      "The lowest card's owner takes the lower face-up card, the highest card's owner the higher one. " +
      "Everyone else keeps their own. The lowest and the highest card are the new face-up cards.",
    ties: "Equal values: more cats are higher.",
    cats: (cats: number): string => (cats === 1 ? "1 cat" : `${cats} cats`),
    fish: "1 point each",
    fishTimes: "1 point each, times the multiplier of the season",
    booze: "2 points each. With the third the deal ends, booze counts nothing and your fish half",
    crow: "−1 point each. It changes places with a YOROZU card of the same round (the nearest crow, if there are several)",
    yorozu: "Always allowed. Closes no season",
    noMore: "Has shown to hold no card of that season",
  },
} satisfies Words<FestivalTable> & Record<string, unknown>;

export const words = (): typeof en => pick({ en });
