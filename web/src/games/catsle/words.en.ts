import type { CatsleTable } from "../../lib/api";
import type { Words } from "../index";
import { ledPart, mustFollow, partOf, placingCard, valueOf, type Part, type Stand } from "./parts";
import { whyNot } from "./reasons";

const COLOUR: Record<Part, string> = { R: "red", B: "blue", G: "green", Y: "grey", K: "black" };
const PART: Record<Part, string> = { R: "gate", B: "roof", G: "gable", Y: "wall", K: "stone" };
const ORDINAL = ["1st", "2nd", "3rd", "4th", "5th"];

const card = (code: string): string => `${COLOUR[partOf(code)]} ${valueOf(code)}`;
const piece = (part: Part): string => `${COLOUR[part]} ${PART[part]}`;
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const rank = (rank: number): string => ORDINAL[rank] ?? String(rank + 1);
const at = (name: string): string => (name === "S" ? "on the scrap heap" : `in column ${name}`);
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
  piece,
  letters: { R: "R", B: "B", G: "G", Y: "W", K: "K" } satisfies Record<Part, string>, // W for wall: grey and green begin alike
  rank,
  takes: (ranked: number, cards: number): string =>
    `${rank(ranked)}, takes ${cards === 0 ? "nothing" : count(cards, "card")}`,
  led: "led this trick",
  trick: "The trick",
  notYet: (name: string): string => `${name} has not played yet`,
  taken: (code: string): string => `The ${card(code)} was taken`,
  extra: "Extra",
  extraLeft: (left: number): string => `${count(left, "card")} left in the extra deck`,
  discard: "Cards out of the round, face down",
  hand: "Your cards",
  sort: ["Sort by colour", "Sort by number"] as readonly [string, string],
  inHand: (cards: number): string => `${count(cards, "card")} in hand`,
  lacks: (parts: readonly string[]): string => `has no ${parts.map((part) => COLOUR[partOf(part)]).join(", no ")}`,
  worth: (worth: number): string => `The castle is worth ${count(worth, "point")} now`,
  total: "Points of the rounds before",
  blueprint: (name: string): string => `The blueprint of ${name}`,
  column: (name: string, stand: Stand, built: number, limit: number, part: Part | null): string =>
    (name === "S" ? "Scrap heap" : `Column ${name}`) + (part ? `, ${piece(part)}` : "") + `: ${STANDS[stand](built, limit)}`,
  build: (name: string, part: Part): string =>
    `${name === "S" ? "Throw" : "Build"} the ${piece(part)} ${at(name)}`,
  scrap: "scrap",
  bonus: (perfect: number, bonus: number): string =>
    `${count(perfect, "perfect column")} ${perfect === 1 ? "adds" : "add"} ${count(bonus, "point")}`,
  scored: (scored: number): string => `This round: ${count(scored, "point")}`,
  pictures: {
    players: ["Mia", "Tom", "Yuki", "Ling"],
    box: "The five colours and what they build",
    ranking: "Mia leads blue. Tom's 10 is the highest blue, then comes Mia's 6. Of the two twelves, Ling's was played later.",
    takes: "What each rank takes",
    few: "3 or 4 players",
    five: "5 players",
    building: "The blue 10 goes to the blue roof by itself. The red 4 is new: it may begin any empty place.",
    scoring: "−1 for the gate, 2 + 3 + 2 for the others, 1 for two perfect columns: 7 points",
    perfect: "9 cards in four perfect columns, 2 cards of scrap, a bonus of 4: 11 points",
  },
};

function asked(table: CatsleTable, legal: string[]): string {
  if (table.phase === "take") return "Take a card and build it.";
  if (table.phase === "place") {
    const code = placingCard(table);
    return code ? `Place the ${piece(partOf(code))}.` : "Choose a place.";
  }
  const led = ledPart(table);
  if (led === null) return "You lead: play any card.";
  return mustFollow(legal, led) ? `Follow ${COLOUR[led]}.` : `You have no ${COLOUR[led]}: play any card.`;
}

export const en = {
  ...labels,
  where: (table, options) => {
    return `Round ${table.round} of ${String(options.rounds ?? table.round)}, trick ${table.trick} of ${table.tricks}`;
  },
  prompt: (table, legal, me, name) => {
    if (table.acting.includes(me)) return asked(table, legal);
    const who = table.acting.map(name).join(", ");
    switch (table.phase) {
      case "play":
        return who ? `${who} ${ledPart(table) ? "plays" : "leads"} …` : "The next trick …";
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
      case "builds":
        return null; // seen on the board, and no news to who listens
      case "place":
        return first === "S" ? "throws it on the scrap heap" : `begins column ${first} with it`;
      case "round":
        return `Round ${first}: ${name(Number(rest[2]))} starts.`;
      case "extra":
        return `The extra card is the ${card(first)}.`;
      case "scores":
        return `The round brings ${rest.map((scored, seat) => `${name(seat)}\u00a0${scored}`).join(", ")}.`;
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
  whyNot: whyNot({
    turn: (who) => (who === null ? "It is not your turn." : `It is ${who}'s turn.`),
    wait: "One moment, the table is still busy.",
    follow: (part) => `You must follow ${COLOUR[part]}, which was led, as long as you hold ${COLOUR[part]} cards.`,
    takeFirst: "First take a card of this trick. Your hand is for the next one.",
    placeFirst: (part) => `First choose a place for the ${piece(part)}.`,
    later: "Cards of the trick are taken when everybody has played.",
    occupied: (name, part) =>
      `A place holds one colour only, and ${at(name)} there is ${COLOUR[part]}. Choose an empty one.`,
  }),
  lessons: {
    aim:
      "Welcome to the building site! Give each column of your blueprint exactly as many cards as the number below it says. " +
      "A column that is too full costs points.",
    lead: "You lead this trick: play any card. The others must follow its colour if they can.",
    follow:
      "Somebody else has led. As long as you hold cards of that colour you must play one of them. " +
      "The others are dim; tap one to read why.",
    void:
      "You have no card of the led colour, so you may play anything. It ranks behind every card of that colour; " +
      "among the rest high beats low, and of equal numbers the later one is better.",
    ranks:
      "The rank of your card decides what you build: the highest takes one card of the trick, the second must take two, " +
      "the others nothing. How much do you want just now?",
    ranksFive:
      "The rank of your card decides what you build: the highest two take one card of the trick each, the third must take " +
      "two, the others nothing. How much do you want just now?",
    extra: "With three players, a card of the extra deck lies in every trick. It has no rank, but it may be taken.",
    takeOne: "Your rank takes one card. It is built at once, so choose a colour for which you still have room.",
    takeTwo:
      "Your rank takes two cards, one after the other, and you may not refuse, even if they do not fit. " +
      "Usually whoever takes two leads the next trick.",
    place:
      "This colour is new in your castle: choose an empty place for it. All later cards of the colour go there by themselves, " +
      "so think how many may come.",
    scrap: "One colour may lie on the scrap heap. It has no limit, but each card there costs a point, and it is never perfect.",
    perfect:
      "A perfect column! Two, three or four of them at the end of the round add 1, 2 or 4 points. " +
      "One more card of this colour would spoil it.",
    over: "This column is too full: each card too many costs a point, and the other cards in it count nothing.",
    known:
      "The little castle shows what a board is worth now, the number beside a name what the rounds before have brought. " +
      "A crossed-out sign: nothing of that colour is left in that hand.",
    scoring:
      "Soon the round is over. Each card in a column that is not too full brings a point; each card too many, and each on a " +
      "scrap heap, costs one. A round never counts less than zero.",
    newRound:
      "A new round: what the castles were worth is now part of the points beside the names, and the blueprints are empty. " +
      "The start has moved one seat clockwise.",
  },
} satisfies Words<CatsleTable>;
