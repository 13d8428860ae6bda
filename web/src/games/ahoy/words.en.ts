import type { AhoyTable } from "../../lib/api";
import { pawOfCharacter, read, seatOf } from "./moves";
import { COLOURS, countOf, type Colour } from "./pieces";
import { asked, reason, type Reason } from "./situation";
import type { AhoyWords, Name } from "./words";

const list = (parts: readonly string[], last = "and"): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;

const FISH: Record<Colour, string> = { R: "red", Y: "yellow", B: "blue", W: "white" };
const side = (paw: string): string => (paw === "L" ? "left" : "right");
const Side = (paw: string): string => (paw === "L" ? "Left" : "Right");

/** "2 red and 1 white". */
const pile = (fish: string): string =>
  list(COLOURS.flatMap((colour) => (countOf(fish, colour) > 0 ? [`${countOf(fish, colour)} ${FISH[colour]}`] : [])));
const caught = (fish: string): string => `${pile(fish)} fish`;

function pirate(character: number, paws: boolean, name: Name): string {
  const owner = name(seatOf(character, paws));
  return paws ? `${owner}’s ${side(pawOfCharacter(character))} paw` : owner;
}

function told(text: string, name: Name): string {
  const { paw, what, rest } = read(text);
  const point = paw ? `points the ${side(paw)} paw` : "points";
  const by = paw ? ` with the ${side(paw)} paw` : "";
  switch (what) {
    case "fish":
      return `${point} at ocean ${rest}`;
    case "steal":
      return `${point} at ${pirate(Number(rest), paw !== null, name)}`;
    case "protect":
      return `guards the catch${by}`;
    case "supply":
      return `sends the next fish to ocean ${rest}`;
    case "caught":
      return `catches ${caught(rest)}${by}`;
    case "stole": {
      const [fish = "", from = ""] = rest.split(" from ");
      return `filches ${caught(fish)} from ${pirate(Number(from), paw !== null, name)}${by}`;
    }
    case "claimed":
      return `brings ${caught(rest)} home${by}`;
    case "ocean": {
      const [ocean, fish = ""] = rest.split(" ");
      return `Into ocean ${ocean}: ${caught(fish)}.`;
    }
    case "turn": {
      const last = rest.includes("last") ? " The bag is empty: it is the last one." : "";
      const passes = rest.includes("passes") ? " Everyone is at sea, so it passes." : "";
      return `Turn ${Number.parseInt(rest)} begins.${last}${passes}`;
    }
    case "paws": {
      const [, left, , right] = rest.split(" ");
      return `has ${left === "1" ? "1 point" : `${left} points`} in the left paw and ${right} in the right`;
    }
    case "scores":
      return `The end: ${rest.split(" ").map((score, seat) => `${name(seat)}\u00a0${score}`).join(", ")}.`;
    default:
      return text;
  }
}

function move(text: string, name: Name): string {
  const { paw, what, rest } = read(text);
  const start = (verb: string): string =>
    paw ? `${Side(paw)} paw: ${verb}` : verb.charAt(0).toUpperCase() + verb.slice(1);
  switch (what) {
    case "fish":
      return start(`fish in ocean ${rest}`);
    case "steal":
      return start(`filch from ${pirate(Number(rest), paw !== null, name)}`);
    case "protect":
      return start("guard the catch");
    case "supply":
      return `Send fish to ocean ${rest}`;
    default:
      return text;
  }
}

function prompt(table: AhoyTable, legal: string[], me: number, name: Name): string {
  const now = asked(table, legal, me);
  switch (now.what) {
    case "supply":
      return "The bag runs short: which ocean gets the next fish?";
    case "count":
      return now.atSea ? "You are at sea: the others point …" : "Three, two, one … ahoy!";
    case "wait": {
      const whom = now.others.length === 0 || now.others.length > 3 ? "the others" : list(now.others.map(name));
      return `${now.atSea ? "You are at sea this turn. " : ""}Waiting for ${whom} …`;
    }
    case "point": {
      const targets = ["an ocean", ...(now.steal ? ["a pirate"] : []), ...(now.protect ? ["your own catch"] : [])];
      return `${now.paw ? `${Side(now.paw)} paw: point` : "Point"} at ${list(targets, "or")}.`;
    }
  }
}

const REASONS: Record<Reason, string> = {
  atSea: "You guarded your catch in the last turn, so you are at sea in this one. In the next you point again.",
  banker: "The oceans are being supplied. After that, everyone points again.",
  supplying: "Nobody points now: first choose which ocean gets the next fish.",
  supplied: "This ocean has got its fish already. Choose another one.",
  first: "In the first turn everyone fishes: choose an ocean.",
  empty: "There is no fish on this tile, so there is nothing to guard.",
  wait: "That is not possible just now.",
};

export const en: AhoyWords = {
  where: (table) => (table.bag === "" ? `Turn ${table.turn}: the last one` : `Turn ${table.turn}`),
  prompt,
  told: (text, _seat, name) => told(text, name),
  move,
  whyNot: (code, table, legal, me) => REASONS[reason(code, table, legal, me)],
  supplies: (banker) => `${banker} decides now which oceans get fish. After that, everyone points again.`,
  oceanNames: ["Sardine Sea", "Bay of Naps", "Whisker Strait", "Gulf of Yarn", "Catnip Cape"],
  ocean: (number, fish, move) => `${move || `Ocean ${number}`}: ${fish === "" ? "no fish" : caught(fish)}`,
  tile: (one, owner, mine, move) =>
    [
      move || (one.paw ? `${owner}, ${side(one.paw)} paw` : owner),
      ...(mine ? ["you"] : []),
      ...(one.ship ? ["at sea this turn"] : []),
      `on the tile: ${pile(one.tile) || "nothing"}`,
      `safe: ${pile(one.claimed) || "nothing"}`,
      one.worth === 1 ? "1 point" : `${one.worth} points`,
    ].join("; "),
  pawShort: Side,
  choosing: "pointing now",
  atSea: "at sea",
  atRisk: "may be filched",
  safe: "safe",
  worth: (points) => (points === 1 ? "1 point" : `${points} points`),
  bagHolds: (fish) => (fish === "" ? "The bag is empty" : `Left in the bag: ${caught(fish)}`),
  lastTurn: "Last turn",
  aid: (worth) =>
    `What fish are worth: a set of red, yellow and blue ${worth.set}, a white one ${worth.white}, any other ${worth.single}`,
  lower: "The paw with fewer points counts",
  passes: "Everyone is at sea: this turn passes.",
  points: "Points as things stand",
  lessons: {
    supply:
      "The bag holds too few fish for all oceans, and you are the banker. Choose the ocean that is next: " +
      "it gets all it is due, or what is left.",
    last:
      "The bag is empty, so this is the last turn. Fish on your tile count as well as those in your chest: " +
      "guard them, or reach out once more.",
    aim:
      "Ahoy, captain! Collect the most valuable fish: a set of red, yellow and blue is worth 5 points, a white fish 2, " +
      "any other fish 1.",
    paws:
      "With two players you lead two cats: first the left paw points, then the right. Look after both, " +
      "for at the end only the one with fewer points counts.",
    fish:
      "In the first turn everyone fishes: point at an ocean. If you are the only one there, all its fish are yours. " +
      "If two or more point at it, they get nothing.",
    secret:
      "Everyone chooses in secret, and all paws go out at once. So think about where the others want to go, too!",
    missed:
      "Empty paws? Then another paw pointed at the same ocean, and its fish stayed where they were. " +
      "Look for a place that the others overlook.",
    risk:
      "Your catch lies on your tile. It counts, but it is not safe: " +
      "whoever is the only one to point at you takes all of it, unless you guard it.",
    steal:
      "From now on you may also point at another pirate. If nobody else does, and they do not guard, " +
      "you take all the fish on their tile.",
    protect:
      "Point at your own tile to guard it: all fish on it go into your chest, safe for good. " +
      "The price: you miss the next turn.",
    chest:
      "The fish in your chest are yours until the end; nobody can take them. " +
      "Who guards is at sea for one turn and then points again.",
    ship:
      "See the ship? Who guarded is at sea and does not point in this turn: one rival less. " +
      "On that tile there is nothing to take.",
    refill:
      "After each turn new fish come out of the bag: one into an ocean that has fish left, two into an empty one. " +
      "The bag shows what is still to come.",
    set:
      "You lack one colour for a set: with it, the three fish are worth 5 points instead of 3. " +
      "The number beside your name says what all your fish are worth now.",
  },
  pictures: {
    point: "The captain with the red hat is alone and takes both fish. The other two meet at one ocean and get nothing.",
    steal: "Above: alone at an open tile, the thief takes all its fish. Below: a guarded tile gives nothing.",
    protect: "One turn to guard, and the fish are in the chest; one turn at sea; then the captain is back.",
    refill: "An ocean with fish left gets one more, an empty ocean gets two.",
    score: "Two sets, one red fish and one white: 10 + 1 + 2 = 13 points.",
    paws: "Left paw 7, right paw 5: this player has 5 points.",
  },
};
