import type { Section } from "../index";

export const en: Section[] = [
  {
    title: "What it is about",
    text: [
      "You work at the biggest yard for rabbits and cats in Tokyo. Every day some animals come along the belt, and " +
        "somebody has to say what they are. Long ears and a short tail: a rabbit, surely. Short ears and a long tail: a " +
        "cat. But what is long? That depends on the animal you compare with.",
      "The first card of the day decides what all other cards are. If you have the animal of the day you must play it. If " +
        "all goes well there are white chips, which are points. If something else turns up there are black chips, and the " +
        "winner of the day has to take those too.",
      "So win when it pays, and let others win when it hurts. After the last week, whoever has the most points wins the match.",
    ],
  },
  {
    title: "What is in the box",
    text: [
      "Thirty cards. Each shows an animal with ears of length 1 to 5 and a tail of length 1 to 5. Every combination exists " +
        "once, and a second time where ears and tail are equally long: 1 and 1, 2 and 2, and so on up to 5 and 5.",
      "The number in the red ring is the responsibility, from 1 to 9: how strong the card is. It is ears plus tail, less one.",
      "There are also white and black chips, as many as you need, and a display for the animal of the day. The chart shows " +
        "all animals, with the cat-bunny-scope laid over it; animals you hold have a yellow line below them.",
    ],
    picture: "card",
  },
  {
    title: "Rabbit, cat or new species?",
    text: [
      "Every card is compared with the reference, the first card of the day:",
      "- Ears as long or longer, and the tail as long or shorter: a rabbit.",
      "- Ears as long or shorter, and the tail as long or longer: a cat.",
      "- Both longer, or both shorter: nobody has ever seen this. A new species!",
      "The second copy of the reference is the animal that is collected that day, whichever that is.",
    ],
    picture: "scope",
  },
  {
    title: "Before each week",
    text: [
      "All cards are shuffled and dealt: 9 each with three players, 7 each with four, 6 each with five. The remaining " +
        "three, two or no cards are put aside, and nobody sees them.",
      "Seat 1 starts the first week, seat 2 the second, and so on round the table. Nobody has any chips at the beginning " +
        "of a week.",
    ],
  },
  {
    title: "A day",
    text: [
      "The starting player plays any card as the reference and says which animal is collected, rabbits or cats. One white " +
        "chip goes onto the display.",
      "Clockwise, the others play a card each. If you have the animal collected you must play one. If you have none you " +
        "may play anything. Each of these cards brings chips:",
      "- The animal collected: one white chip onto the display.",
      "- The other animal: two black chips onto the display.",
      "- A new species: one black chip onto the card itself.",
    ],
    picture: "day",
  },
  {
    title: "Who wins the day",
    text: [
      "The strongest card wins. A new species beats every card that is none. Otherwise the higher responsibility wins, and " +
        "if that is equal, the card that was played first. The reference competes like any other card, and so does the " +
        "animal nobody asked for.",
      "The winner starts the next day. The cards of the day are put away face down, and nobody may look at them again. " +
        "When all hands are empty the week is over.",
    ],
    picture: "species",
  },
  {
    title: "Who takes the chips",
    text: [
      "Well sorted! If all cards of the day are the animal collected, each player takes one white chip, and the winner one more.",
      "If not, the winner takes all chips of the day, white and black, from the display and from the cards.",
      "A discovery makes up for a lot: if the winning card is a new species, the winner first throws away all black chips " +
        "from earlier days of this week. Those of today must be taken all the same.",
    ],
    picture: "same",
  },
  {
    title: "Points, and the end",
    text: [
      "At the end of the week each white chip is a point. Then:",
      "- The player with the most black chips gets 0 for the week. If several share the most, or nobody has any, no one is " +
        "punished.",
      "- Players without any black chip get 2 points more.",
      "All chips go back, and the next week begins. Usually there are as many weeks as players; for a short match, play " +
        "one fewer. After the last one the highest total wins, and players who tie share the victory.",
    ],
    picture: "points",
  },
  {
    title: "With declarations",
    text: [
      "After the deal, from the starting player clockwise, everyone says openly whether they promise to take no black chip " +
        "this week. The 2 points for having none are not given; instead:",
      "- Promised, and no black chip at the end of the week: 3 points more.",
      "- Promised, but any black chip: 0 for the week. Who has the most black chips is then decided among the other players.",
      "- Not promised: nothing more, with or without black chips.",
      "What counts is what you have at the end of the week: black chips you threw away in time do not break a promise.",
    ],
  },
  {
    title: "With bears",
    text: [
      "Five bears replace the second copies. Everyone gets one bear, spare bears leave the game, and of the other 25 cards " +
        "8, 6 or 5 are dealt to each of three, four or five players. With three or four players one card stays aside.",
      "You may play your bear when you have none of the animal collected. You are then out of it for that day: the bear " +
        "brings no chip, cannot win, and you take none. Whether all cards are the animal collected is asked of the others " +
        "only. If just one card is no bear, its player takes two white chips.",
      "You may lead the bear only as your last card. The next player then starts that day instead. If everybody plays a " +
        "bear, nobody wins the day.",
      "Played bears stay on the table. When all of them are out, the week ends with that day; cards left in hand are discarded.",
    ],
    picture: "bear",
  },
];
