import type { Abouts } from "../about";

export const about: Abouts = {
  en: {
    name: "Familiar's Trouble",
    sentence:
      "Three owls, one score: the cards of each trick add up, colour by colour, and run the witch's errands. Nobody may tell what they hold.",
    options: {
      hand_exchange: { label: "Passing cards", help: "Before a trick, the leader may have everyone pass a card to the left." },
      errand_exchange: { label: "Replacing errands", help: "Before a trick, the leader may put an errand back and turn up another." },
      display: {
        label: "Errands laid out",
        help: "How many of level 1, 2 and 3 lie face up at the start; fewer hard ones are easier.",
        words: { "3-1-1": "3, 1 and 1 (usual)", "3-2-0": "3 and 2", "4-2-0": "4 and 2" },
      },
      leader: {
        label: "Next leader",
        help: "Which card makes its owner lead the next trick.",
        words: { suit: "the highest card that matches the lead", value: "the highest card of all" },
      },
    },
  },
};
