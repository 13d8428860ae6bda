import type { Section } from "../index";

export const en: Section[] = [
  {
    title: "What it is about",
    text: [
      "Cats from everywhere have come to the feast. You want fish, as many as you can get. A cup or two makes the evening " +
        "merry; after the third you lie under the table. And where there is food, there are crows.",
      "Three or four people play several deals of at most nine rounds. In a round all reveal a card at the same time. " +
        "Whoever played the highest or the lowest must take what lay on the table; all others get the card they played " +
        "themselves. So it is less about winning cards than about being high, low or in the middle at the right moment.",
      "The points of all deals are added up. The first to reach 30 ends the match, and the most points win.",
    ],
  },
  {
    title: "The cards",
    text: [
      "There are 36 season cards, nine of each season: Spring 1 to 9, Summer 2 to 10, Fall 3 to 11 and Winter 4 to 12.",
      "The nine cards of a season show, from the lowest to the highest: two fish, booze, one fish, nothing, a crow, " +
        "nothing, one fish, booze, two fish.",
      "Two YOROZU cards belong to no season: 0, lower than everything, and 13, higher than everything. Each carries booze.",
      "The cats on a card matter only between equal values: the card with more cats is higher. Spring has four, Summer " +
        "three, Fall two, Winter one.",
    ],
    picture: "cards",
  },
  {
    title: "Before a deal",
    text: [
      "The eight season cards with booze are shuffled first, and each hand gets two of them. Of the other thirty cards two " +
        "are laid face up on the table, and each hand gets seven. So everyone begins with nine cards, at least two of them " +
        "with booze.",
      "Of the two cards on the table the lower lies on the left, the higher on the right.",
      "Whoever was dealt three or more crows may ask that all cards are dealt again. Nobody has to, and after a new deal " +
        "the offer is made again.",
    ],
  },
  {
    title: "Open and closed seasons",
    text: [
      "A season is closed while one of the two face-up cards shows it. All other seasons are open; their lanterns are lit. " +
        "YOROZU on the table closes nothing.",
      "All choose a card at the same time, face down. It must be of an open season, or YOROZU.",
      "Only if you hold no card of any open season may you play what you like. You need not play YOROZU then.",
      "If you do play a card of a closed season, everyone sees that you have no card of the open ones. These seasons stay " +
        "crossed out at your place until the deal ends. This is not done in the ninth round, and YOROZU gives nothing away.",
    ],
    picture: "seasons",
  },
  {
    title: "Who takes what",
    text: [
      "When all cards are revealed, they are put in order by value; of equal ones, more cats are higher.",
      "- The lowest card: its player takes the lower face-up card.",
      "- The highest card: its player takes the higher face-up card.",
      "- Everyone else takes the card that they played.",
      "The lowest and the highest card of the round then become the new face-up cards, and with that other seasons may be " +
        "open.",
      "What you took lies open before you. For each card with booze you get a cup.",
    ],
    picture: "round",
  },
  {
    title: "Crows steal",
    text: [
      "Crows love shiny YOROZU cards. If both a crow and a YOROZU card were revealed in a round, they change places before " +
        "anything is taken: each counts as the card of the other player. Only then is it decided who is highest and lowest.",
      "- One YOROZU card and several crows: only the crow nearest to it in value swaps.",
      "- Both YOROZU cards and two crows: the lower crow swaps with 0, the higher with 13.",
      "- Both YOROZU cards and one crow: whoever played the crow chooses one of them.",
    ],
    picture: "crow",
  },
  {
    title: "End of a deal and points",
    text: [
      "A deal ends after the ninth round, or at once when a player has three cups.",
      "- Fish: 1 point each.",
      "- Booze: with one or two cups, 2 points for each.",
      "- With three cups: no points for booze, and your fish points are halved, rounded up.",
      "- Crows: −1 point each, after the halving.",
      "A deal may cost you points, and a total may be below zero.",
      "When somebody has reached 30 points after a deal, whoever has the most wins. If several share the lead, all play one " +
        "more deal; then the most points win, and a tie is shared.",
      "For a first match, 20 or 25 points are enough. Or agree on a number of deals instead: then the most points after the " +
        "last one win, and a tie is shared at once.",
    ],
    picture: "scoring",
  },
  {
    title: "Three players",
    text: [
      "The fourth hand belongs to a dummy. It is shuffled into a face-down deck, and in each round its top card is turned " +
        "up before you choose, whatever its season is.",
      "The dummy's card counts like any other: it may be the highest or the lowest, its crow swaps, and it takes cards. If " +
        "its crow may choose between both YOROZU cards, it takes the nearer one. But it never asks for a new deal, takes no " +
        "markers, and a third cup of the dummy's does not end the deal.",
    ],
  },
  {
    title: "With multiplier cards",
    text: [
      "Twelve multiplier cards say what fish of each season count: one season double, one minus once, the other two as " +
        "usual.",
      "In the first deal and in every third deal after it (1, 4, 7 …) all of them are shuffled and three are dealt to each " +
        "player; four with three players. Only you see yours.",
      "Clockwise from the start player, everyone looks at their hand and lays one of them open. It counts for this deal and " +
        "is then discarded. The first start player is drawn by lot; later whoever has the lowest total names one, any player " +
        "at all (if several are lowest, by lot one of them does).",
    ],
    picture: "multiplier",
  },
  {
    title: "With season tokens",
    text: [
      "Here fish of a season count as often as you hold its token: not at all, once or twice. There are four tokens of each " +
        "season, three with three players.",
      "In the first deal, in an order drawn by lot, everyone looks at their hand and takes three tokens of different " +
        "seasons.",
      "After each deal all tokens go back. Then everyone takes a token for each season card with booze they took, of that " +
        "card's season; and who took YOROZU 0, then who took YOROZU 13, takes any one token.",
      "When the next hands are dealt, everyone takes one more, beginning with the lowest total and going clockwise. Nobody " +
        "may hold three of one season, and what the supply lacks cannot be taken.",
    ],
    picture: "tokens",
  },
];
