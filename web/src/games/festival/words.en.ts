import { numberOf, suitOf, type Icon, type Season, type Suit } from "./seasons";

const SUITS: Record<Suit, string> = { Sp: "Spring", Su: "Summer", Fa: "Fall", Wi: "Winter", Y: "YOROZU" };
const ICONS: Record<Icon, [one: string, more: string]> = {
  fish: ["fish", "fish"], booze: ["booze", "booze"], crow: ["crow", "crows"],
};

const suit = (code: string): string => SUITS[suitOf(code)];
const card = (code: string): string => `${suit(code)} ${numberOf(code)}`;
const list = (parts: readonly string[], last = "and"): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
const suits = (codes: readonly string[]): string => list(codes.map(suit));
const signed = (points: number | string): string => String(points).replace("-", "−");
const icons = (icon: Icon, many: number): string => `${many} ${ICONS[icon][many === 1 ? 0 : 1]}`;

export const en = {
  list,
  where: (deal: number, games: number, extra: boolean, round: number, rounds: number): string => {
    const which = `Deal ${deal}${extra ? ", to break the tie" : games > 0 ? ` of ${games}` : ""}`;
    return round > 0 ? `${which}, round ${round} of ${rounds}` : which;
  },

  /** What a seat did; the log puts its name before it. */
  did: {
    play: (code: string): string => `plays ${card(code)}`,
    take: (code: string): string => `takes ${card(code)}`,
    keepCard: (code: string): string => `keeps ${card(code)}`,
    noMore: (seasons: readonly string[]): string => `has no more ${suits(seasons)}`,
    tokens: (seasons: readonly string[]): string => `takes ${seasons.length === 1 ? "a token" : "tokens"} of ${suits(seasons)}`,
    swap: (code: string): string => `sends the crow for ${card(code)}`,
    keep: "keeps the cards",
    redeal: "shows three crows and asks for a new deal",
    start: (who: string): string => `lets ${who} begin`,
    multiplier: (code: string): string => `lays multiplier card ${code}`,
  },
  happened: {
    deal: (deal: string, low: string, high: string): string => `Deal ${deal}: ${card(low)} and ${card(high)} lie face up.`,
    start: (who: string): string => `The lot makes ${who} the start player.`,
    chooser: (who: string): string => `By lot ${who} says who begins.`,
    order: (who: string): string => `By lot the seasons are chosen in this order: ${who}.`,
    first: (who: string): string => `By lot ${who} takes a token first.`,
    dummyPlays: (code: string): string => `The dummy turns up ${card(code)}.`,
    dummyTakes: (code: string): string => `The dummy takes ${card(code)}.`,
    dummyKeeps: (code: string): string => `The dummy keeps ${card(code)}.`,
    swap: (crow: string, yorozu: string): string => `The crow of ${card(crow)} changes places with ${card(yorozu)}.`,
    scores: (each: readonly string[]): string => `The deal is over: ${each.join(", ")}.`,
    score: (who: string, points: string): string => `${who}\u00a0${signed(points)}`,
  },
  moves: {
    play: (code: string): string => `play ${card(code)}`,
    swap: (code: string): string => `swap with ${card(code)}`,
    keep: "keep these cards",
    redeal: "ask for a new deal",
    start: (who: string): string => `let ${who} begin`,
    multiplier: (code: string): string => `lay multiplier card ${code}`,
    tokens: (seasons: readonly string[]): string => `take ${suits(seasons)}`,
    token: (season: string): string => `take a token of ${suit(season)}`,
  },

  /** What I am asked. */
  asked: {
    offer: "So many crows! Keep these cards?",
    start: "You decide: who begins?",
    multiplier: "Choose a multiplier card.",
    tokens: "Take three season tokens.",
    token: "Take one season token.",
    yorozu: "Take a season token for YOROZU.",
    swap: "What does your crow steal?",
    play: "Choose a card.",
    last: "Play your last card.",
  },
  /** What all wait for. */
  awaited: {
    reveal: "All cards are turned up.",
    crow: "Caw! A crow steals a YOROZU card.",
    take: "The cards find their owners.",
    scores: "The deal is over.",
    drunk: (who: string): string => `One booze too many: ${who}. The deal is over.`,
    shuffle: "All cards are shuffled.",
    deal: "The cards are being dealt …",
    play: "Everyone chooses a card face down.",
    start: (who: string): string => `${who} says who begins …`,
    multiplier: (who: string): string => `${who} chooses a multiplier card …`,
    tokens: (who: string): string => `${who} takes three season tokens …`,
    token: (who: string): string => `${who} takes a season token …`,
    swap: (who: string): string => `The crow of ${who} looks around …`,
  },
  why: {
    closed: (season: Season, shows: readonly string[], open: readonly string[]): string =>
      `${SUITS[season]} is closed, because ${list(shows.map(card))} ${shows.length === 1 ? "lies" : "lie"} face up. ` +
      `While you hold ${list(open.map(suit), "or")}, play that, or YOROZU.`,
    offer: "First say whether you keep these cards.",
    start: "First say who begins.",
    multiplier: "First choose a multiplier card. Cards are played after that.",
    tokens: "First take season tokens. Cards are played after that.",
    swap: "First choose the YOROZU card that your crow steals.",
    onlyYorozu: "Your crow steals a YOROZU card only: choose YOROZU 0 or YOROZU 13.",
    twoTokens: (season: Season): string => `You hold two tokens of ${SUITS[season]} already, and nobody may hold three.`,
    noTokens: (season: Season): string => `No token of ${SUITS[season]} is left in the supply.`,
    notYet: "It is not your turn just now.",
    waitFor: (who: string): string => `It is not your turn: the table waits for ${who}.`,
  },

  lessons: {
    aim:
      "Welcome to the feast! Collect cards with fish: each is a point. One or two booze bring 2 points each, " +
      "but never take a third. Crows cost a point.",
    offer: "You were dealt three crows or more. You may have all cards dealt again, or keep these if you like them.",
    start: "You are last, so you say who lays a multiplier card first. Who lays theirs later knows more.",
    multiplier:
      "A multiplier card says what your fish of each season count in this deal: double, once, or even minus one. " +
      "Choose one that suits your hand; it is used up after the deal.",
    tokens:
      "Fish of a season count as often as you hold its token. " +
      "Take three different seasons: fish of the fourth are worth nothing to you in this deal.",
    token: "Take one more token. A second one of a season doubles its fish; a third is not allowed.",
    seasons:
      "The two cards face up close their seasons. Play a card of a season whose lantern is lit, or YOROZU. " +
      "Tap a dim card to read why it cannot be played.",
    play:
      "All choose at once. Whose card is the highest takes the right face-up card, whose is the lowest takes the left one; " +
      "the others keep the very card they played. The highest and the lowest card stay here for the next round.",
    dummy: "With three players, a dummy plays the fourth card. It is turned up before you choose, so make use of it.",
    places:
      "Here is what you took: cups of booze, fish and crows, and what all that is worth now. " +
      "The number beside your name is what you had before this deal.",
    free: "You hold no card of an open season, so you may play anything. If it is not YOROZU, all will see what you lack.",
    noMore: "A crossed-out season: that player is known to hold no card of it. What is left of that season is elsewhere.",
    two: "You have two cups. With a third, the deal ends at once, your booze counts nothing and your fish only half!",
    yorozu:
      "You hold a YOROZU card. It may always be played; 0 is the lowest and 13 the highest of all. But whoever takes it drinks.",
    crow:
      "You hold a crow. If a YOROZU card is played in the same round, the two cards change places before anything is taken.",
    swap: "Both YOROZU cards and your crow! Choose the one to swap with: it will count as your card, and your crow as theirs.",
    ties:
      "Two of your cards have the same value. Of equal cards, the one with more cats is higher: " +
      "Spring 4, Summer 3, Fall 2, Winter 1.",
    scored:
      "The deal was scored, and the points walk along this path. The match ends when somebody reaches the fish, " +
      "or after as many deals as were agreed. Then the most points win.",
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
  sort: ["Sort by season", "Sort by number"] as readonly [string, string],
  taken: "Cards taken",
  icons,
  cups: (booze: number, drunk: number): string => (booze >= drunk ? `${booze} booze: too much` : `${booze} of ${drunk} booze`),
  worth: "Points of this deal so far",
  total: "Points of all deals before",
  points: (points: number): string => signed(points),
  signed: (points: number): string => (points > 0 ? `+${points}` : signed(points)),
  noMore: (season: Season): string => `No more ${SUITS[season]} in hand`,
  times: (times: number): string => `×${signed(times)}`,
  fishCount: (season: Season, fish: number, times: number): string =>
    `${SUITS[season]}: ${fish} fish, each counts ${signed(times)}`,
  /** What a place says of a season, one thing after the other. */
  both: (parts: readonly string[]): string => parts.join(". "),
  multiplier: (code: string, each: readonly string[]): string => `Multiplier card ${code}: ${list(each)}`,
  seasonTimes: (season: Season, times: number): string => `${SUITS[season]} times ${signed(times)}`,
  multipliersLeft: (left: number): string => (left === 1 ? "1 multiplier card left" : `${left} multiplier cards left`),
  token: (season: string): string => `token of ${suit(season)}`,
  supply: "Tokens to take",
  left: (many: number): string => `${many} left`,
  order: "Order",
  swapWith: (code: string): string => `Swap your crow with ${card(code)}`,
  caw: "Caw!",
  track: (target: number, each: readonly string[]): string =>
    `${target > 0 ? `Points on the way to ${target}` : "Points so far"}: ${each.join(", ")}`,
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
    cats: (season: Season, cats: number): string => `${SUITS[season]}: ${cats === 1 ? "1 cat" : `${cats} cats`}`,
    fish: "1 point each",
    fishTimes: "1 point each, times the multiplier of the season",
    booze: "2 points each. With the third the deal ends, booze counts nothing and your fish half",
    crow: "−1 point each. It changes places with a YOROZU card of the same round (the nearest crow, if there are several)",
    yorozu: "Always allowed. Closes no season",
    noMore: "Is known to hold no card of that season",
  },

  /** What the pictures of the rules page say. */
  pictures: {
    names: ["Mia", "Tom", "Yuki", "Ling"],
    cards: "Spring 1 with two fish, Summer 3 with booze, Fall 7 with a crow, and YOROZU 13 with booze.",
    seasons: "Summer 4 and Winter 9 lie face up, so Summer and Winter are closed. Spring and Fall are open.",
    round:
      "Ling's Spring 3 is the lowest: Ling takes Summer 4. Yuki's Fall 11 is the highest: Yuki takes Winter 9. " +
      "Mia and Tom keep their own cards, and Tom drinks. Spring 3 and Fall 11 are face up next.",
    crow: "Mia's crow on Winter 8 steals Tom's YOROZU 13: now 13 counts as Mia's card and Winter 8 as Tom's.",
    scoring: "Three fish 3, one booze 2, one crow −1: 4 points.",
    drunk: "Three booze! Five fish count half, rounded up: 3. Booze 0, one crow −1: 2 points.",
    multiplier: "Multiplier card A1: two Spring fish count 4, one Summer fish −1, one Fall fish 1. Together 4 points.",
    tokens:
      "Two Spring tokens and one Fall token: two Spring fish count 4, one Fall fish 1, a Summer fish nothing. " +
      "Together 5 points.",
  },
};

export type Phrases = typeof en;
