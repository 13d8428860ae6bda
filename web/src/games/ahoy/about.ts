import type { Abouts } from "../about";

export const about: Abouts = {
  en: {
    name: "Ahoy! Kitten",
    sentence: "Point at an ocean to fish, at a pirate to filch, or guard your catch. Whoever points alone gets the fish.",
    options: {
      banker: {
        label: "When the bag runs short",
        help: "Who decides which oceans still get fish.",
        words: { table: "the first oceans get them", player: "a player decides" },
      },
    },
  },
};
