import type { Section } from "../index";

export type PictureName = "cards" | "display" | "follow" | "leader" | "verdict" | "ratings";

export interface RulesTexts {
  sections: (Section & { picture?: PictureName })[];
  captions: Record<PictureName, string>;
}

export const en: RulesTexts = {
  captions: {
    cards: "A plain card counts in its colour, a two-colour card 2 in both, a three-colour card 1 in all three.",
    display: "The usual opening: three errands of level I, one of level II and one of level III.",
    follow:
      "The red 5 was led. Red, the two-colour card with red in it and the three-colour card may be played; blue and green " +
      "may not.",
    leader: "The red 5 was led. The blue 9 is higher but does not match, so the red 7 leads next.",
    verdict: "Red 6 + 2, blue 2 + 5: two errands are done at once, for 5 points. The third would need blue 10.",
    ratings: "What the witch says of your points.",
  },
  sections: [
    {
      title: "What it is about",
      text: [
        "You are three owls in a witch's service, and she has errands for you. You play nine tricks together, against " +
          "nobody but her high expectations.",
        "The three cards of a trick are added up, colour by colour. Every errand that these totals cover is done, and " +
          "the points of all errands are the score of the whole team.",
        "The trouble: nobody may say what they hold or what another should play. Only the cards speak.",
      ],
    },
    {
      title: "In the box",
      text: [
        "27 attribute cards in red (life), blue (water) and green (tree):",
        "- the values 3 to 9 once in each colour,",
        "- three two-colour cards of value 2, one for each pair of colours,",
        "- three three-colour cards of value 1, all alike.",
        "27 errand cards: nine of level 1, ten of level 2, eight of level 3. Each asks for a total in one, two or three " +
          "colours and is worth 1 to 8 points. Higher levels ask for more and pay more.",
      ],
      picture: "cards",
    },
    {
      title: "Setup",
      text: [
        "Everyone gets five attribute cards. The other twelve are the face-down draw pile.",
        "The errands of each level are shuffled into a pile of their own. Three of level 1, one of level 2 and one of " +
          "level 3 are turned up: the display.",
        "Lot decides who is the first lead player.",
      ],
      picture: "display",
    },
    {
      title: "A round at a glance",
      text: [
        "There are nine rounds. Each goes like this:",
        "- Hand exchange: the lead player may have everyone pass a card.",
        "- Errand exchange: the lead player may replace one errand.",
        "- Trick: everyone plays a card; then it is clear who leads next.",
        "- Verdict: the cards are added up, and errands are done.",
        "- New errands: the new lead player fills up the display.",
        "- New cards: everyone draws one, while there are any.",
      ],
    },
    {
      title: "Before the trick",
      text: [
        "Hand exchange: if the lead player wants it, the lead player and then the others clockwise pass exactly one card " +
          "to the left, one after the other. You may pass on the very card that you were just given. Only giver and " +
          "receiver see it. The exchange is offered in every round, the first and the last included.",
        "Errand exchange: then the lead player may put back one errand of the display and turn up the top card of any " +
          "level's pile instead. The one put back goes to the bottom of its own level's pile, and everybody knows that it " +
          "lies there.",
        "A pile that was empty before cannot be chosen. If all piles are empty, there is no errand exchange.",
      ],
    },
    {
      title: "The trick",
      text: [
        "The lead player plays any card, the others follow clockwise.",
        "- If you have a card that shares a colour with the led card, you must play such a card.",
        "- A two-colour card shares both its colours. If it is your only match, you must play it.",
        "- A three-colour card may always be played and never has to be. If three-colour cards are all that you could " +
          "match with, you may play any card.",
        "- If a two-colour card was led, either of its colours matches. After a three-colour card you may play anything.",
      ],
      picture: "follow",
    },
    {
      title: "Who leads next",
      text: [
        "Look only at the cards that share a colour with the led card, the led card included. Two- and three-colour " +
          "cards belong to each of their colours. Whoever played the highest value among these is the new lead player; of " +
          "equals, the one who played first.",
        "Nobody wins the trick itself: its three cards count for all of you.",
      ],
      picture: "leader",
    },
    {
      title: "The verdict",
      text: [
        "Add up the values of the three cards for each colour. A two- or three-colour card adds its value to each of its " +
          "colours.",
        "Every face-up errand is compared with the full totals: the same cards may complete several errands. All numbers " +
          "of an errand must be reached in this one trick. More than asked for is fine, and you cannot decline: an errand " +
          "that is covered is done.",
        "The three cards are discarded face up. Everybody may look at the discards at any time.",
      ],
      picture: "verdict",
    },
    {
      title: "After the trick, and the end",
      text: [
        "Until the display has as many errands as at the start, the new lead player chooses a level whose pile is not " +
          "empty, and its top card is turned up, one at a time. These errands wait for the next trick. When all piles are " +
          "empty, the display stays short.",
        "Then everyone draws a card, from the new lead player clockwise. After the fourth round the draw pile is empty, " +
          "and hands shrink.",
        "The match ends with the verdict on the ninth trick; no errands are turned up after it. Add up the points of all " +
          "errands that you have done.",
      ],
      picture: "ratings",
    },
    {
      title: "Options",
      text: [
        "For a first match you may leave out some things or make them easier:",
        "- Passing cards, replacing errands: without them, the hand exchange or the errand exchange is skipped.",
        "- Errands laid out: 3 and 2, or 4 and 2, of levels 1 and 2, and none of level 3 at the start. Only the opening " +
          "changes; level 3 can still be chosen later, and the display is always filled up to its opening number.",
        "- Next leader: the highest value of all cards leads next, whatever its colour; of equals, the one played first.",
      ],
    },
  ],
};
