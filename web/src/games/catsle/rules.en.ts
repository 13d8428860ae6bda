import type { Section } from "../index";

export const en: Section[] = [
  {
    title: "What it is about",
    text: [
      "The cats of the land want to know who is the best castle carpenter. In every trick each of you plays a card, and the " +
        "rank of your card decides how much building material you must take from it: one card, two, or none at all.",
      "What you take is built at once, each colour in a column of its own. Columns that are filled exactly are best. Columns " +
        "that are overfilled cost points. So the question is never just how to win a trick, but which rank you want in it.",
    ],
  },
  {
    title: "What is in the box",
    text: [
      "60 cards in five colours, each with the numbers 1 to 12. Each colour builds one part of the castle: red gates, blue " +
        "roofs, green gables, grey walls and black stone.",
      "A blueprint for everybody, with four columns. The number of a column is its limit: so many cards fit in.",
      "- 3 players: limits 1, 2, 3 and 4, no scrap heap",
      "- 4 players: limits 1, 2, 3 and 4, and a scrap heap",
      "- 5 players: limits 1, 2, 3 and 3, and a scrap heap",
    ],
    picture: "box",
  },
  {
    title: "Before each round",
    text: [
      "All cards are shuffled and dealt anew, and all blueprints are empty.",
      "- 3 players: one colour stays in the box for the whole match. Everybody gets 11 cards, 11 more are the face-down extra " +
        "deck, and 4 stay aside unseen.",
      "- 4 players: everybody gets 14 cards, and 4 stay aside unseen.",
      "- 5 players: everybody gets 12 cards.",
      "Lot decides who starts the first round. Each later round is started by the next player clockwise from whoever started " +
        "the round before.",
    ],
  },
  {
    title: "Playing a trick",
    text: [
      "Whoever starts the round leads the first trick with any card. Clockwise, everybody else plays one card too.",
      "You must follow: if you hold cards of the led colour, play one of them. If you have none, play whatever you like.",
      "With three players the top card of the extra deck is turned up before the leader plays. It joins the trick.",
    ],
  },
  {
    title: "Ranks",
    text: [
      "When all have played, the cards are ranked:",
      "- Cards of the led colour come first, the highest on top.",
      "- All other cards follow, again the higher before the lower. Of equal numbers the one played later is better.",
      "- The extra card of a game of three has no rank.",
    ],
    picture: "ranking",
  },
  {
    title: "Taking cards",
    text: [
      "In the order of ranks you now take cards from the trick: any that are left, your own and the extra card among them.",
      "- 3 or 4 players: the first takes one card, the second takes two.",
      "- 5 players: the first and the second take one card each, the third takes two.",
      "Everybody else takes nothing. Nobody may take fewer, even if it hurts. What is left is discarded face down, and nobody " +
        "may look at it again.",
      "Whoever took two cards leads the next trick. When all hands are empty, the round is over.",
    ],
    picture: "takes",
  },
  {
    title: "Building",
    text: [
      "Each card is built before you take the next.",
      "A colour that is already on your blueprint goes to its place, even if there is no room left. A new colour goes to any " +
        "empty place you choose, a column or the scrap heap. There are as many places as colours, so there is always one.",
      "A place holds one colour only, and that is true for the scrap heap too.",
    ],
    picture: "building",
  },
  {
    title: "Points of a round",
    text: [
      "- A column up to its limit: 1 point for each card.",
      "- A column above its limit: −1 for each card too many, and nothing for the others in it. Five cards in a column for " +
        "three are worth −2.",
      "- Scrap heap: −1 for each card.",
      "A round that ends below zero counts as zero.",
    ],
    picture: "scoring",
  },
  {
    title: "Perfect columns",
    text: [
      "A column with exactly as many cards as its limit is perfect and gets a roof with a golden fish. Perfect columns add:",
      "- none or one: nothing",
      "- two: 1 point",
      "- three: 2 points",
      "- four: 4 points",
      "The scrap heap never counts as a perfect column.",
    ],
    picture: "perfect",
  },
  {
    title: "The end, and other ways to play",
    text: [
      "After three rounds the highest total wins. If several have it, the most perfect columns in the last round decide; if " +
        "that is equal too, they win together.",
      "When you open a table you may choose:",
      "- how many rounds are played;",
      "- that whoever ranked first leads the next trick, instead of whoever took two cards;",
      "- with three players, which colour stays in the box. Usually it is black.",
    ],
  },
];
