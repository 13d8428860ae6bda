/** All that this game says in English. Other languages have the same phrases. */

import { BEAR, byEars } from "./cards";
import type { Kind } from "./scope";

const many: Record<Kind, string> = { rabbit: "rabbits", cat: "cats", "new species": "new species" };
const kinds: Record<Kind, string> = { rabbit: "rabbit", cat: "cat", "new species": "new species" };
const animals = (codes: readonly string[]): string =>
  byEars(codes).map(({ ears, tails }) => `ears ${ears} with tail ${tails.join(", ")}`).join("; ");
const card = (code: string): string => (code === BEAR ? "the bear" : `ears ${code[0]}, tail ${code[1]}`);
const chips = (count: number, colour: string): string => `${count} ${colour} ${count === 1 ? "chip" : "chips"}`;
const listed = (parts: string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const en = {
  where: (week: number, weeks: number | null, day: number): string =>
    `Week ${week}${weeks === null ? "" : ` of ${weeks}`}${day > 0 ? `, day ${day}` : ""}`,

  ask: {
    declare: "Will you stay clear of black chips this week?",
    leadBear: "Only your bear is left: send it out.",
    lead: "You lead: pick the reference.",
    name: "What shall be collected: rabbits or cats?",
    follow: (animal: Kind): string => `Play one of your ${many[animal]}.`,
    anything: (animal: Kind): string => `No ${many[animal]}: play anything.`,
  },
  wait: {
    mine: "Your turn.",
    leads: (who: string): string => `${who} leads the day.`,
    for: (who: string): string => `Waiting for ${who}.`,
    ahead: (who: string | null): string => (who === null ? "The day is yours!" : `The day goes to ${who}.`),
    bears: "A day of bears: nobody wins it.",
    week: "The week is over.",
  },
  log: {
    week: (week: number, who: string): string => `Week ${week} begins, ${who} starts.`,
    declare: "declares: no black chip this week",
    decline: "promises nothing",
    leadBear: "sends out the last card, the bear",
    lead: (code: string, animal: Kind): string => `leads ${card(code)}: collect ${many[animal]}!`,
    play: (code: string): string => `plays ${card(code)}`,
    discards: (black: number): string => `throws away ${chips(black, "old black")}, thanks to a new species`,
    wins: (white: number, black: number): string => {
      const taken = listed([...(white > 0 ? [chips(white, "white")] : []), ...(black > 0 ? [chips(black, "black")] : [])]);
      return taken === "" ? "wins the day" : `wins the day and takes ${taken}`;
    },
    takes: (white: number): string => `takes ${chips(white, "white")}`,
    nobody: "A day of bears: nobody wins it.",
    bearsOut: "All bears are out: the week ends early.",
    broke: "broke the promise and gets nothing this week",
    mostBlack: "has the most black chips and gets nothing this week",
    clean: (points: number): string => `has no black chip: ${points} points more`,
    scores: (scores: { who: string; points: number }[]): string =>
      `The week brings ${listed(scores.map(({ who, points }) => `${who}\u00a0${points}`))}.`,
  },
  moves: {
    declare: "No black chip for me",
    decline: "I promise nothing",
    leadBear: "Send out the bear",
    lead: (code: string, animal: Kind): string => `Lead ${card(code)} and collect ${many[animal]}`,
    play: (code: string): string => `Play ${card(code)}`,
  },
  no: {
    turn: "It is not your turn yet.",
    turnOf: (who: string): string => `It is not your turn yet: ${who} decides.`,
    moment: "One moment: the table is busy.",
    declare: "First say whether you promise to take no black chip; cards come after that.",
    leadBear: "You may lead the bear only when it is your last card.",
    bear: (animal: Kind): string => `The bear may only come out when you hold no ${many[animal]}, and you do hold some.`,
    follow: (code: string, kind: Kind, animal: Kind): string =>
      `${capital(card(code))} is a ${kinds[kind]} today. While you hold ${many[animal]}, you must play one of them.`,
  },
  lessons: {
    aim:
      "Welcome to the sorting hall! White chips are points. Black chips are blame: whoever alone has the most of them gets " +
      "nothing for the whole week.",
    declare:
      "Before the week you may promise to take no black chip. Keep the promise and you get 3 points more; with even one " +
      "black chip you get 0 for the week. Without a promise there is neither.",
    cards:
      "These are your animals. Top left is the length of the ears, bottom right that of the tail. The number in the red " +
      "ring is the responsibility: how strong the card is.",
    lead:
      "You start the day. Tap a card: through the scope on the chart you see what all other animals are beside it. Then " +
      "name which of them are collected, rabbits or cats.",
    scope:
      "The ringed animal is today's reference. With ears at least as long and a tail no longer than that, an animal is a " +
      "rabbit; the other way round, a cat. Both longer or both shorter: a new species!",
    follow:
      "The display says what is collected today. You have such animals, so you must play one of them; it adds a white " +
      "chip. Cards that are not allowed are dim: tap one to hear why.",
    bear:
      "Your bear may come out now. With it you sit out the day: it brings no chips and you take none. If you lead it, " +
      "which only your last card may do, the next player starts the day instead.",
    free:
      "You have none of the animals collected, so you may play anything. The other animal puts two black chips on the " +
      "display, a new species one black chip on itself. Careful: the winner takes them all.",
    ahead:
      "The crown marks who is winning. A new species beats everything else; among equals the higher responsibility counts, " +
      "and then who played first.",
    taken:
      "A day is done. If everyone played the animal collected, each player got a white chip and the winner one more. " +
      "Otherwise the winner took all chips, black ones too. The winner starts the next day.",
    black:
      "You have black chips. Win a day with a new species, and you throw away those of earlier days; the chips of that day " +
      "you still take.",
    clean: "No black chip so far! If it stays like that until the end of the week, you get 2 points more.",
    lacks:
      "The little chart before a player crosses out animals this player cannot have: one was asked for, and they played " +
      "something else.",
    week:
      "A week was counted: a point for each white chip, but 0 for whoever alone had the most black ones. Chips go back, " +
      "cards are dealt anew, and the next player starts.",
  },
  captions: {
    card: "Ears 3, tail 4, responsibility 6 in the red ring.",
    scope:
      "The reference is ears 4, tail 3. Up and to the left are rabbits, down and to the right cats, in the other corners " +
      "new species.",
    day:
      "Rabbits are collected. The second card is a rabbit, the third a cat: with responsibility 7 it wins, and takes 2 " +
      "white and 2 black.",
    species:
      "A new species wins, whatever its responsibility. It takes 2 white chips and its own black one, but older black " +
      "chips are thrown away.",
    same: "All are rabbits: a white chip for everyone, and one more for the strongest.",
    points: "Left: alone with the most black chips, so 0. Middle: 5 white, 5 points. Right: 3 white and no black, 3 + 2 points.",
    bear: "The bear sits out. All others are rabbits, so each of them gets a white chip and the strongest one more.",
  },

  kinds,
  many,
  card: (code: string, responsibility: number | undefined, kind: Kind | undefined): string =>
    capital(card(code)) + (responsibility === undefined ? "" : `, responsibility ${responsibility}`) +
    (kind ? `, today a ${kinds[kind]}` : ""),
  hand: "Your animals",
  sort: ["Sort by ears", "Sort by tails"] as readonly [string, string],
  total: "Points",
  chart: (middle: string | null, kind: Kind | undefined): string =>
    middle === null
      ? "Chart of all animals: ears upwards, tails to the right"
      : `Cat-bunny-scope, its middle on ${card(middle)}${kind ? `, a ${kinds[kind]} today` : ""}`,
  chartOf: (kind: Kind, codes: string[]): string => `${capital(many[kind])}: ${animals(codes) || "none"}`,
  belt: "Cards of the day, in the order of play",
  empty: (name: string): string => `${name} has not played yet`,
  reference: "reference",
  referenceOf: (name: string): string => `${name}, reference`,
  ahead: "ahead",
  winner: "winner of the day",
  bear: "bear",
  cardChips: (count: number): string => `${chips(count, "black")} on the card`,
  aside: (count: number): string => `${count} ${count === 1 ? "card lies" : "cards lie"} aside unseen`,
  collect: "Collect",
  nothingNamed: "Which animal today?",
  pickFirst: "Tap a card and look through the scope.",
  asWhat: (code: string): string => `With ${card(code)}, collect …`,
  brings: (kind: Kind, white: number, black: number, onCard: boolean): string => {
    const brought = listed([...(white > 0 ? [chips(white, "white")] : []), ...(black > 0 ? [chips(black, "black")] : [])]);
    return `${kinds[kind]}: ${brought}${onCard ? " on the card" : ""}`;
  },
  display: (white: number, black: number): string => `On the display: ${chips(white, "white")}, ${chips(black, "black")}`,
  white: (count: number): string => chips(count, "white"),
  black: (count: number): string => chips(count, "black"),
  cards: (count: number): string => `${count} ${count === 1 ? "card" : "cards"} in hand`,
  declared: "Declared: no black chip",
  declined: "Promised nothing",
  bearOut: "The bear has been played",
  lacks: (codes: readonly string[]): string => `Is known to hold none of: ${animals(codes)}`,
  weekOver: "The week is over",
  bearsOut: "All bears are out",
  mostBlack: "most black",
  clean: (points: number): string => `${points} for no black`,
  broken: "promise broken",
  weekPoints: (points: number): string => `${points} for the week`,
};

export type Phrases = typeof en;
