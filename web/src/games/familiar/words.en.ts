import type { Errand, FamiliarTable } from "../../lib/api";
import { asksOf, coloursOf, errandOf, ledOf, leftOf, ROMAN, stepOf, valueOf, type Colour } from "./cards";

type Name = (seat: number) => string;

const COLOUR_NAMES: Record<Colour, string> = { R: "red", B: "blue", G: "green" };
const RATINGS = ["Is that all?", "So-so", "Better!", "Amazing!", "The best!"]; // one for each step of the ladder

const list = (parts: readonly string[], and = "and"): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
const points = (number: number): string => (number === 1 ? "1 point" : `${number} points`);
const cards = (count: number): string => (count === 1 ? "1 card" : `${count} cards`);
const colours = (code: string): string[] => coloursOf(code).map((colour) => COLOUR_NAMES[colour]);
const card = (code: string): string => `${colours(code).join("-")} ${valueOf(code)}`;
const asks = (errand: Errand): string => list(asksOf(errand).map((ask) => `${COLOUR_NAMES[ask.colour]} ${ask.number}`));
const errand = (code: string): string => {
  const found = errandOf(code);
  return found ? asks(found) : code;
};
const worth = (code: string): string => {
  const found = errandOf(code);
  return found ? `${asks(found)}, ${points(found.points)}` : code;
};

/** What has to be decided before anything else. */
function first(phase: string): string {
  switch (phase) {
    case "exchange":
      return "First decide whether everyone passes a card.";
    case "pass":
      return "First pass a card of your hand to the left.";
    case "swap":
      return "First decide about the errands: replace one, or keep them all.";
    case "draw":
      return "First choose the pile of the next errand.";
    default:
      return "Now it is about the trick: play a card of your hand.";
  }
}

export const en = {
  where: (table: FamiliarTable): string => `Round ${table.round} of ${table.rounds}`,

  prompt(table: FamiliarTable, legal: string[], me: number, name: Name): string {
    const seat = table.acting[0];
    if (seat === undefined) return table.phase === "count" ? "The trick is counted." : "A new errand is turned up.";
    const mine = seat === me && legal.length > 0;
    switch (table.phase) {
      case "exchange":
        return mine ? "You lead. Shall everyone pass a card?" : `${name(seat)} decides whether cards are passed.`;
      case "pass":
        return mine ? `Pass a card to ${name(leftOf(table, me))}.` : `${name(seat)} passes a card to ${name(leftOf(table, seat))}.`;
      case "swap":
        return mine ? "Replace an errand? Choose it, then a pile." : `${name(seat)} looks over the errands.`;
      case "draw":
        return mine ? "Choose the pile of the next errand." : `${name(seat)} turns up an errand.`;
      default:
        if (!mine) return `${name(seat)} chooses a card.`;
        return seat === table.lead ? "You lead: play any card." : "Your card, please.";
    }
  },

  told(text: string, _seat: number, name: Name): string | null {
    const [verb = "", first = "", second = "", third = ""] = text.split(" ");
    switch (verb) {
      case "exchange":
        return "has everyone pass a card to the left";
      case "no":
        return first === "exchange" ? "lets everyone keep their cards" : "keeps the errands";
      case "pass":
        return second ? `passes the ${card(first)} to ${name(Number(second))}` : `passes a card to ${name(Number(first))}`;
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
        return `New errand: ${worth(first)}.`;
      case "round":
        return `Round ${first}.`;
      case "totals":
        return `The cards make red ${first}, blue ${second}, green ${third}.`;
      case "completed":
        return `Done: ${worth(first)}!`;
      case "score":
        return `The match ends with ${points(Number(first))}.`;
      default:
        return text;
    }
  },

  move(move: string, _name: Name): string {
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

  whyNot(_code: string, table: FamiliarTable, legal: string[], me: number, name?: Name): string {
    const seat = table.acting[0];
    if (seat === undefined) return "One moment: the table is being set up for what comes next.";
    if (seat !== me) return name ? `It is ${name(seat)}'s turn.` : "It is not your turn.";
    const led = ledOf(table);
    if (table.phase !== "play" || led === null || legal.length === 0) return first(table.phase);
    const allowed = list([...colours(led), "a three-colour card"], "or");
    return `The ${card(led)} was led: while you hold ${list(colours(led), "or")}, you must play ${allowed}.`;
  },
  whyNotErrand: (table: FamiliarTable): string =>
    table.phase === "play" ? "Errands are not chosen: a trick completes every errand that its totals cover." : first(table.phase),
  whyNotPile(level: number, table: FamiliarTable): string {
    if (table.phase !== "swap" && table.phase !== "draw") return first(table.phase);
    if (table.piles[level - 1]?.errands === 0) return "This pile is empty; take another.";
    return "First choose the errand that goes back, then the pile of the new one.";
  },

  lessons: {
    aim:
      "You and your two partners share one score. In each of nine tricks everyone plays a card; the three cards are added " +
      "up colour by colour, and that runs the witch's errands.",
    errand:
      "These are the errands. Each bar must be full in the same trick: reach all its numbers, and you get the points in " +
      "the circle. One trick may complete several.",
    exchange:
      "Before a trick the lead player may have everyone pass a card to the left. It helps if your hand does not suit the " +
      "errands, but you do not know what you will get.",
    pass:
      "Give one card to your left neighbour, perhaps one that an errand needs and that they can play. The third player " +
      "does not see which.",
    swap:
      "Before a trick the lead player may replace one errand: choose one that you will hardly manage, then the pile of the " +
      "new one. Higher levels are harder and pay more.",
    lead:
      "You lead, so play any card. The others must match its colour if they can. Nobody may talk, so your card says which " +
      "errand you are after.",
    follow:
      "You must match a colour of the card that was led. Dim cards do not; tap one to read why. Point at a card, and the " +
      "errands' bars show what it would add.",
    free:
      "You have to match nothing now: play whatever serves the errands best. The others learn something about your hand, " +
      "too.",
    two:
      "A two-colour card counts 2 in both its colours, and matches either. If it is all you have to match with, it must be " +
      "played.",
    three: "The three-colour card counts 1 in every colour. It may always be played and never has to be: it is your way out.",
    leader:
      "This owl leads now: it played the highest card that matched the one that was led (or the highest of all, if the " +
      "table agreed so).",
    score: "An errand is done! Its points are yours together. At 20, 30, 40 and 50 points the witch gets friendlier.",
    draw: "You lead now, so you choose where the next errand comes from. I is easy, II pays more, III is hard and pays most.",
    cards:
      "The draw pile is empty, so hands shrink from now on, and the ninth trick is the last. Here lies all that was " +
      "played: every gap is still in somebody's hand.",
  },

  thenPile: "Now choose the pile of the new errand.",
  letters: { R: "R", B: "B", G: "G" } satisfies Record<Colour, string>,
  card,
  played: (code: string, name: string): string => `${name} played the ${card(code)}`,
  noCard: (name: string): string => `${name} has not played yet`,
  lastTrick: (code: string): string => `in the last trick: ${card(code)}`,
  leads: "leads",
  hand: "Your cards",
  sort: ["Sort by colour", "Sort by value"] as readonly [string, string],
  cards,
  roman: (level: number): string => ROMAN[level] ?? String(level),
  errands: "Errands",
  errand: (found: Errand, totals: readonly number[], done: boolean): string =>
    `Errand of level ${found.level}, ${points(found.points)}: ${
      asksOf(found).map((ask) => `${COLOUR_NAMES[ask.colour]} ${totals[ask.index] ?? 0} of ${ask.number}`).join(", ")}${
      done ? ", done!" : ""}`,
  replace: (found: Errand): string => `Put back the errand ${asks(found)}, ${points(found.points)}`,
  completed: (found: Errand): string => `${asks(found)}: ${points(found.points)}`,
  completedAll: "Errands done",
  noneCompleted: "no errand done yet",
  pile: (level: number, count: number, bottom: readonly string[]): string =>
    `Pile of level ${level}: ${count === 1 ? "1 errand" : `${count} errands`}${
      bottom.length > 0 ? `; at the bottom ${list(bottom.map(errand))}` : ""}`,
  take: (move: string, pile: string): string => `${move}. ${pile}`,
  under: (level: number): string => `under ${ROMAN[level] ?? level}:`,
  drawPile: (count: number): string => `Draw pile: ${cards(count)}`,
  discards: "Played so far",
  discarded: (code: string): string => `${card(code)}, played`,
  totals: "The cards together",
  total: (colour: Colour, total: number): string => `${COLOUR_NAMES[colour]} ${total}`,
  score: (table: FamiliarTable): string => `Score: ${points(table.score)}. ${RATINGS[stepOf(table)] ?? ""}`,
  ratings: RATINGS,
  rating: (table: FamiliarTable): string => RATINGS[stepOf(table)] ?? "",
  nextRating: (table: FamiliarTable): string | null => {
    const next = stepOf(table) + 1;
    return next < table.ladder.length ? `${table.ladder[next]! - table.score} to “${RATINGS[next]}”` : null;
  },
  over: "The witch has counted.",
};
