import type { Errand, FamiliarTable } from "../../lib/api";
import { pick } from "../../lib/say.svelte";
import type { Words } from "../index";
import { asksOf, coloursOf, errandOf, stepOf, valueOf, type Colour } from "./cards";

const ROUNDS = 9;
const COLOUR_NAMES: Record<Colour, string> = { R: "red", B: "blue", G: "green" };
const ROMAN = ["", "I", "II", "III"];
const RATINGS = ["Is that all?", "So-so", "Better!", "Amazing!", "The best!"]; // one for each step of the ladder

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
const points = (number: number): string => (number === 1 ? "1 point" : `${number} points`);
const card = (code: string): string => `${coloursOf(code).map((colour) => COLOUR_NAMES[colour]).join("-")} ${valueOf(code)}`;
const asks = (errand: Errand): string => list(asksOf(errand).map((ask) => `${COLOUR_NAMES[ask.colour]} ${ask.number}`));
const errand = (code: string): string => {
  const found = errandOf(code);
  return found ? asks(found) : code;
};
const left = (seat: number): number => (seat + 1) % 3;

const en = {
  where: (table: FamiliarTable): string => `Round ${table.round} of ${ROUNDS}`,

  prompt(table: FamiliarTable, legal: string[], me: number, name: (seat: number) => string): string {
    const seat = table.acting[0];
    if (seat === undefined) return table.phase === "count" ? "The trick is counted." : "A new errand is turned up.";
    const mine = seat === me && legal.length > 0;
    switch (table.phase) {
      case "exchange":
        return mine ? "You lead. Shall everyone pass a card?" : `${name(seat)} decides whether cards are passed.`;
      case "pass":
        return mine ? `Pass a card to ${name(left(me))}.` : `${name(seat)} passes a card to ${name(left(seat))}.`;
      case "swap":
        return mine ? "Replace an errand? Choose it, then a pile." : `${name(seat)} looks over the errands.`;
      case "draw":
        return mine ? "Choose the pile of the next errand." : `${name(seat)} turns up an errand.`;
      default:
        if (!mine) return `${name(seat)} chooses a card.`;
        return seat === table.lead ? "You lead: play any card." : "Your card, please.";
    }
  },

  told(text: string, seat: number, name: (seat: number) => string): string | null {
    const [verb = "", first = "", second = "", third = ""] = text.split(" ");
    switch (verb) {
      case "exchange":
        return "has everyone pass a card to the left";
      case "no":
        return first === "exchange" ? "lets everyone keep their cards" : "keeps the errands";
      case "pass":
        return first ? `passes the ${card(first)} to ${name(left(seat))}` : `passes a card to ${name(left(seat))}`;
      case "swap":
        return `puts the errand ${errand(first)} back for one of level ${second}`;
      case "play":
        return `plays the ${card(first)}`;
      case "draw":
        return `takes an errand of level ${first}`;
      case "new":
        return first ? `draws the ${card(first)}` : null;
      case "lead":
        return `${name(Number(first))} leads.`;
      case "up":
        return `New errand: ${errand(first)}${errandOf(first) ? `, ${points(errandOf(first)!.points)}` : ""}.`;
      case "round":
        return `Round ${first}.`;
      case "totals":
        return `The cards make red ${first}, blue ${second}, green ${third}.`;
      case "completed":
        return `Done: ${errand(first)}${errandOf(first) ? `, ${points(errandOf(first)!.points)}` : ""}!`;
      case "score":
        return `The match ends with ${points(Number(first))}.`;
      default:
        return text;
    }
  },

  move(move: string, _name: (seat: number) => string): string {
    const [verb = "", first = "", second = ""] = move.split(" ");
    switch (verb) {
      case "exchange":
        return "Pass cards";
      case "no":
        return first === "exchange" ? "Keep cards" : "Keep the errands";
      case "pass":
        return `Pass the ${card(first)}`;
      case "swap":
        return `Replace ${errand(first)} by level ${second}`;
      case "play":
        return `Play the ${card(first)}`;
      case "draw":
        return `Turn up an errand of level ${first}`;
      default:
        return move;
    }
  },

  card,
  played: (code: string, name: string): string => `${name} played the ${card(code)}`,
  noCard: (name: string): string => `${name} has not played yet`,
  lastTrick: (code: string): string => `in the last trick: ${card(code)}`,
  leads: "leads",
  hand: "Your cards",
  cards: (count: number): string => (count === 1 ? "1 card" : `${count} cards`),
  roman: (level: number): string => ROMAN[level] ?? String(level),
  errands: "Errands",
  errand: (found: Errand, totals: readonly number[]): string =>
    `Errand of level ${found.level}, ${points(found.points)}: ${
      asksOf(found).map((ask) => `${COLOUR_NAMES[ask.colour]} ${totals[ask.index] ?? 0} of ${ask.number}`).join(", ")}`,
  replace: (found: Errand): string => `Put back the errand ${asks(found)}, ${points(found.points)}`,
  errandDone: "done!",
  completed: (found: Errand): string => `${asks(found)}: ${points(found.points)}`,
  completedAll: "Errands done",
  noneCompleted: "no errand done yet",
  pile: (level: number, count: number, bottom: readonly string[]): string =>
    `Pile of level ${level}: ${count === 1 ? "1 errand" : `${count} errands`}${
      bottom.length > 0 ? `; at the bottom ${list(bottom.map(errand))}` : ""}`,
  under: (level: number): string => `under ${ROMAN[level] ?? level}:`,
  drawPile: (count: number): string => `Draw pile: ${count === 1 ? "1 card" : `${count} cards`}`,
  discards: "Played so far",
  discarded: (code: string): string => `${card(code)}, played`,
  totals: "The cards together",
  total: (colour: Colour, total: number): string => `${COLOUR_NAMES[colour]} ${total}`,
  score: (score: number): string => `Score: ${points(score)}`,
  rating: (table: FamiliarTable): string => RATINGS[stepOf(table)] ?? "",
  nextRating: (table: FamiliarTable): string | null => {
    const next = stepOf(table) + 1;
    return next < table.ladder.length ? `${table.ladder[next]! - table.score} to “${RATINGS[next]}”` : null;
  },
  over: "The witch has counted.",
};

export const words = (): Words<FamiliarTable> & typeof en => pick({ en });
