import type { Abouts } from "../about";

export const about: Abouts = {
  en: {
    name: "Festival of Thousand Cats",
    sentence: "All reveal a card at once; the highest and the lowest trade with the table. Eat fish, drink twice, never thrice.",
    options: {
      mode: {
        label: "Rules",
        help: "Plain fish, or seasons that count double, or not at all.",
        words: { basic: "basic", experienced: "with multiplier cards", advanced: "with season tokens" },
      },
      target: { label: "Points to win", help: "The match ends when somebody has so many." },
      games: { label: "Deals", help: "A fixed number of deals instead; 0 plays to the points above." },
    },
  },
};
