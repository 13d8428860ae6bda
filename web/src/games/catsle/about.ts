import type { Abouts } from "../about";

export const about: Abouts = {
  en: {
    name: "CATsle Builders",
    sentence: "The rank of your card decides how much you must build. Fill each column of your castle, never overfill it.",
    options: {
      rounds: { label: "Rounds", help: "How many rounds make a match." },
      leader: {
        label: "Next leader",
        help: "Who leads the next trick.",
        words: { two: "whoever took two cards", first: "whoever ranked first" },
      },
      removed: {
        label: "Colour left in the box",
        help: "Only with three players: one colour is not used.",
        words: { K: "black (stone)", R: "red (gate)", B: "blue (roof)", G: "green (gable)", Y: "grey (wall)" },
      },
    },
  },
};
