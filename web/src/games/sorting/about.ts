import type { Abouts } from "../about";

export const about: Abouts = {
  en: {
    name: "Is This a Cat or a Rabbit?",
    sentence: "Tricks without suits: the led card decides what is a rabbit, a cat or something new. Dodge the blame.",
    options: {
      weeks: { label: "Weeks", help: "How many weeks make a match; usually one for each player." },
      declare: {
        label: "Declarations",
        help: "Before each week, promise to take no black chip, or don't: kept promises pay, broken ones cost the week.",
      },
      bears: { label: "Bears", help: "Everyone has a bear to stay out of one day; the week ends when all bears are out." },
    },
  },
};
