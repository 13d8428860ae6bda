import type { AhoySection } from "./rules";

export const en: AhoySection[] = [
  {
    title: "What it is about",
    text: [
      "You are pirate kittens who share one sea. In each turn everyone points a paw, all at the same moment: at an ocean to " +
        "fish there, at another pirate to filch their catch, or at yourself to bring your own catch home.",
      "Whoever points somewhere alone gets the fish. Where two or more point, they get nothing. When the bag of fish " +
        "is empty, the most valuable catch wins.",
    ],
  },
  {
    title: "What is in the box",
    text: [
      "- 60 fish: 18 red, 18 yellow, 18 blue and 6 white. Two players use 42: 12 of each colour and the 6 white ones.",
      "- Oceans, one fewer than there are pirates: 2 for three players, 3 for four, 4 for five and 5 for six. " +
        "Two players use 3.",
      "- A pirate for everyone, with a tile for the catch and a ship. Two players have two pirates each.",
    ],
  },
  {
    title: "Before you begin",
    text: [
      "All fish go into the bag. Draw two of them onto each ocean.",
      "All fish on the table are open to everyone, and so is how many of each colour are left in the bag. " +
        "Only the order in which they will come is unknown.",
    ],
  },
  {
    title: "A turn: everyone points",
    text: [
      "Everyone who is not at sea chooses one of these, in secret:",
      "- Fish: point at an ocean.",
      "- Filch: point at another pirate.",
      "- Guard: point at yourself. This needs at least one fish on your tile.",
      "In the first turn everyone fishes. Nobody may pass. You may point at an empty ocean, at a pirate without fish or at " +
        "one who is at sea, too; it will just bring nothing.",
      "Then all paws go out, and everything happens at once, from how the fish lay before the turn.",
    ],
  },
  {
    title: "Fishing",
    text: [
      "If you are the only one who points at an ocean, put all its fish on your tile.",
      "If two or more point at the same ocean, all of them get nothing, and its fish stay.",
    ],
    picture: "point",
  },
  {
    title: "Filching",
    text: [
      "Fish on a tile are not safe. If you are the only one who points at a pirate who does not guard, " +
        "all fish that lay on their tile move to yours.",
      "If two or more point at the same pirate, they get nothing. From a pirate who guards nobody gets anything.",
      "Two pirates who filch from each other swap their catches; in a ring of three or more the catches go round. " +
        "What you gain in a turn cannot be taken from you in that same turn.",
    ],
    picture: "steal",
  },
  {
    title: "Guarding",
    text: [
      "Who guards puts all fish from the tile into the chest. There they are safe for the rest of the match.",
      "After that the pirate is at sea: in the next turn it does not point at anything. One turn later it is back.",
      "If everyone is at sea, the turn passes and nothing happens.",
    ],
    picture: "protect",
  },
  {
    title: "Between turns",
    text: [
      "After each turn, look into the bag first. If it is empty, the match is over.",
      "If it is not, draw one fish onto each ocean that has fish left and two onto each empty one.",
      "If there are too few for that, the oceans get theirs in the order of their numbers until the bag is empty. " +
        "When the last fish has been drawn, one more turn is played: the last one.",
    ],
    picture: "refill",
  },
  {
    title: "The end and the points",
    text: [
      "Fish on your tile and in your chest count; fish in the oceans belong to nobody.",
      "- A set of one red, one yellow and one blue fish: 5 points.",
      "- Each white fish: 2 points. White fish are in no set.",
      "- Any other fish: 1 point.",
      "The most points win. If there is a tie, the most white fish decide; if that is a tie, too, the victory is shared.",
    ],
    picture: "score",
  },
  {
    title: "Two players",
    text: [
      "You lead two pirates, one to each paw, and there are three oceans. Decide for the left paw first, then for the " +
        "right; nobody sees it before all paws go out.",
      "Each paw has its own tile, chest and ship. Your two paws count as two: at the same ocean they get in each " +
        "other's way, and one may even filch from the other.",
      "At the end each paw is scored by itself, and the lower score is yours. For a tie the white fish of both paws count.",
    ],
    picture: "paws",
  },
  {
    title: "Talking, and an option",
    text: [
      "Talk as much as you like: plead, promise, threaten. No promise binds anyone.",
      "When the bag runs short: a player decides. With this option, the player in the first seat is the banker. If the bag " +
        "holds too few fish, the banker names an ocean; it gets all it is due, or what is left. Then the banker names " +
        "another, until the bag is empty. If there are exactly enough, nobody is asked.",
    ],
  },
];
