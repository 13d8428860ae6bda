import type { AhoyTable, Character } from "../../lib/api";
import { pick } from "../../lib/say.svelte";
import type { Words } from "../index";
import { COLOURS, countOf, type Colour } from "./pieces";

/** The texts of the board beside those that every game has. */
export interface AhoyWords extends Words<AhoyTable> {
  oceanNames: readonly string[];
  ocean(number: number, pile: string): string;
  tile(character: Character, owner: string, mine: boolean): string;
  pawShort(paw: string): string;
  choosing: string;
  atSea: string;
  atRisk: string;
  safe: string;
  worth(points: number): string;
  bagHolds(pile: string): string;
  lastTurn: string;
  aid: string;
  aidSet: string;
  aidWhite: string;
  aidOther: string;
  lower: string;
  passes: string;
  points: string;
}

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const FISH: Record<Colour, string> = { R: "red", Y: "yellow", B: "blue", W: "white" };
const PAW: Record<string, string> = { L: "left paw", R: "right paw" };

/** "2 red and 1 white". */
const pile = (fish: string): string =>
  list(COLOURS.flatMap((colour) => (countOf(fish, colour) > 0 ? [`${countOf(fish, colour)} ${FISH[colour]}`] : [])));
const caught = (fish: string): string => `${pile(fish)} fish`;

type Name = (seat: number) => string;

/** A character: with two players everyone has two, one to a paw. */
function pirate(number: number, paws: boolean, name: Name): string {
  return paws ? `${name((number - 1) >> 1)}’s ${number % 2 === 1 ? PAW.L : PAW.R}` : name(number - 1);
}

const WRITTEN = /^(?:([LR]) )?(fish|steal|protect|supply|caught|stole|claimed|ocean|turn|paws|scores)(?: (.*))?$/;

function told(text: string, name: Name): string | null {
  const [, paw, what, rest = ""] = WRITTEN.exec(text) ?? [];
  const point = paw ? `points the ${PAW[paw]}` : "points";
  const by = paw ? ` with the ${PAW[paw]}` : "";
  switch (what) {
    case "fish":
      return `${point} at ocean ${rest}`;
    case "steal":
      return `${point} at ${pirate(Number(rest), paw !== undefined, name)}`;
    case "protect":
      return `guards the catch${by}`;
    case "supply":
      return `sends the next fish to ocean ${rest}`;
    case "caught":
      return `catches ${caught(rest)}${by}`;
    case "stole": {
      const [fish = "", from = ""] = rest.split(" from ");
      return `filches ${caught(fish)} from ${pirate(Number(from), paw !== undefined, name)}${by}`;
    }
    case "claimed":
      return `brings ${caught(rest)} home${by}`;
    case "ocean": {
      const [ocean, fish = ""] = rest.split(" ");
      return `Into ocean ${ocean}: ${caught(fish)}.`;
    }
    case "turn": {
      const number = Number.parseInt(rest);
      const last = rest.includes("last") ? " The bag is empty: it is the last one." : "";
      const passes = rest.includes("passes") ? " Everyone is at sea, so it passes." : "";
      return `Turn ${number} begins.${last}${passes}`;
    }
    case "paws": {
      const [, left, , right] = rest.split(" ");
      return `has ${left} points in the left paw and ${right} in the right`;
    }
    case "scores":
      return `The end: ${rest.split(" ").map((score, seat) => `${name(seat)} ${score}`).join(", ")}.`;
    default:
      return text;
  }
}

function move(text: string, name: Name): string {
  const [, paw, what, rest = ""] = WRITTEN.exec(text) ?? [];
  const by = paw ? `${paw === "L" ? "Left" : "Right"} paw: ` : "";
  const start = (verb: string): string => (by ? by + verb : verb.charAt(0).toUpperCase() + verb.slice(1));
  switch (what) {
    case "fish":
      return start(`fish in ocean ${rest}`);
    case "steal":
      return start(`filch from ${pirate(Number(rest), paw !== undefined, name)}`);
    case "protect":
      return start("guard the catch");
    case "supply":
      return `Send fish to ocean ${rest}`;
    default:
      return text;
  }
}

function waitFor(acting: readonly number[], me: number, name: Name): string {
  const others = acting.filter((seat) => seat !== me);
  return others.length > 3 ? "Waiting for the others …" : `Waiting for ${list(others.map(name))} …`;
}

function prompt(table: AhoyTable, legal: string[], me: number, name: Name): string {
  if (table.phase === "supply") {
    return legal.length > 0 ? "The bag runs short: which ocean gets the next fish?" : waitFor(table.acting, me, name);
  }
  if (table.acting.length === 0) return "Three, two, one … ahoy!";
  if (legal.length === 0) {
    if (me < 0 || table.acting.includes(me)) return waitFor(table.acting, me, name);
    return `You are at sea this turn. ${waitFor(table.acting, me, name)}`;
  }
  const can = (what: string): boolean => legal.some((text) => WRITTEN.exec(text)?.[2] === what);
  const paw = WRITTEN.exec(legal[0]!)?.[1];
  const targets = ["an ocean", ...(can("steal") ? ["a pirate"] : []), ...(can("protect") ? ["your own catch"] : [])];
  const at = targets.length < 2 ? targets.join("") : `${targets.slice(0, -1).join(", ")} or ${targets.at(-1)}`;
  return paw ? `${paw === "L" ? "Left" : "Right"} paw: point at ${at}.` : `Point at ${at}.`;
}

const en: AhoyWords = {
  where: (table) => (table.bag === "" ? `Turn ${table.turn}: the last one` : `Turn ${table.turn}`),
  prompt,
  told: (text, _seat, name) => told(text, name),
  move,
  oceanNames: ["Sardine Sea", "Bay of Naps", "Whisker Strait", "Gulf of Yarn", "Catnip Cape"],
  ocean: (number, fish) => `Ocean ${number}: ${fish === "" ? "no fish" : caught(fish)}`,
  tile: (one, owner, mine) =>
    [
      one.paw ? `${owner}, ${PAW[one.paw]}` : owner,
      ...(mine ? ["you"] : []),
      ...(one.ship ? ["at sea this turn"] : []),
      `on the tile: ${pile(one.tile) || "nothing"}`,
      `safe: ${pile(one.claimed) || "nothing"}`,
      `${one.worth} points`,
    ].join("; "),
  pawShort: (paw) => (paw === "L" ? "Left" : "Right"),
  choosing: "pointing now",
  atSea: "at sea",
  atRisk: "may be filched",
  safe: "safe",
  worth: (points) => (points === 1 ? "1 point" : `${points} points`),
  bagHolds: (fish) => (fish === "" ? "The bag is empty" : `Left in the bag: ${caught(fish)}`),
  lastTurn: "Last turn",
  aid: "What fish are worth: a set of red, yellow and blue 5, a white one 2, any other 1",
  aidSet: "5",
  aidWhite: "2",
  aidOther: "1",
  lower: "The paw with fewer points counts",
  passes: "Everyone is at sea: this turn passes.",
  points: "Points as things stand",
};

export const words = (): AhoyWords => pick({ en });
