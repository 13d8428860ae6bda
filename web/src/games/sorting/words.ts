import type { SortingTable } from "../../lib/api";
import { pick, say } from "../../lib/say.svelte";
import type { Words } from "../index";
import { BEAR } from "./cards";
import { isKind, today, type Kind } from "./scope";
import { en, type Phrases } from "./words.en";
import { ja } from "./words.ja";
import { zh } from "./words.zh";

export type LessonId = keyof Phrases["lessons"];
type Name = (seat: number) => string;

const animalOf = (table: SortingTable): Kind => (table.animal === "cat" ? "cat" : "rabbit");

function asked(phrases: Phrases, table: SortingTable, legal: string[]): string {
  const { ask } = phrases;
  if (table.phase === "declare") return ask.declare;
  if (legal.includes("lead bear")) return ask.leadBear;
  if (table.phase === "lead") return ask.lead;
  const kinds = today(table), animal = animalOf(table);
  const follows = legal.some((move) => kinds.get(move.slice("play ".length)) === animal);
  return follows ? ask.follow(animal) : ask.anything(animal);
}

function prompt(phrases: Phrases, table: SortingTable, legal: string[], me: number, name: Name): string {
  const { wait } = phrases;
  if (legal.length > 0) return asked(phrases, table, legal);
  if (table.acting.length > 0) {
    if (table.acting.includes(me)) return wait.mine;
    const who = say().table.and(table.acting.map(name));
    return table.phase === "lead" ? wait.leads(who) : wait.for(who);
  }
  if (table.ahead !== null) return table.ahead === me ? wait.ahead(null) : wait.ahead(name(table.ahead));
  return table.seats.every((seat) => seat.played === null) ? wait.week : wait.bears;
}

function told(log: Phrases["log"], text: string, name: Name): string | null {
  const [verb, first = "", second = "", third = ""] = text.split(" ");
  switch (verb) {
    case "week":
      return log.week(Number(first), name(Number(third)));
    case "declare":
      return log.declare;
    case "decline":
      return log.decline;
    case "lead":
      return isKind(second) ? log.lead(first, second) : log.leadBear;
    case "play":
      return log.play(first);
    case "adds":
      return null; // seen on the table, and no news to who listens
    case "discards":
      return log.discards(Number(first));
    case "wins":
      return log.wins(Number(first), Number(third));
    case "takes":
      return log.takes(Number(first));
    case "nobody":
      return log.nobody;
    case "all":
      return log.bearsOut;
    case "broke":
      return log.broke;
    case "has":
      return log.mostBlack;
    case "earns":
      return log.clean(Number(first));
    case "scores":
      return log.scores(text.split(" ").slice(1).map((points, seat) => ({ who: name(seat), points: Number(points) })));
  }
  return text;
}

function move(moves: Phrases["moves"], text: string): string {
  const [verb, code = "", animal = ""] = text.split(" ");
  if (verb === "declare" || verb === "decline") return moves[verb];
  if (verb === "lead") return isKind(animal) ? moves.lead(code, animal) : moves.leadBear;
  return moves.play(code);
}

/** What the list of legal moves leaves out, in words. With `name` it can say whose turn it is. */
function whyNot({ no }: Phrases, code: string, table: SortingTable, legal: string[], me: number, name?: Name): string {
  if (!table.acting.includes(me)) {
    return name && table.acting.length > 0 ? no.turnOf(say().table.and(table.acting.map(name))) : no.turn;
  }
  if (table.phase === "declare") return no.declare;
  if (table.phase === "lead") return code === BEAR && legal.length > 0 ? no.leadBear : no.moment;
  const kinds = today(table), animal = animalOf(table), kind = kinds.get(code);
  const mustFollow = legal.length > 0 && legal.every((move) => kinds.get(move.slice("play ".length)) === animal);
  if (!mustFollow || kind === animal) return no.moment;
  return kind === undefined ? no.bear(animal) : no.follow(code, kind, animal);
}

const speak = (phrases: Phrases) =>
  ({
    ...phrases,
    where: (table, options) => phrases.where(table.week, typeof options.weeks === "number" ? options.weeks : null, table.day),
    prompt: (table, legal, me, name) => prompt(phrases, table, legal, me, name),
    told: (text, _seat, name) => told(phrases.log, text, name),
    move: (text: string) => move(phrases.moves, text),
    whyNot: (code: string, table: SortingTable, legal: string[], me: number, name?: Name) =>
      whyNot(phrases, code, table, legal, me, name),
  }) satisfies Words<SortingTable>;

const spoken = { en: speak(en), ja: speak(ja), zh: speak(zh) };

export const words = () => pick(spoken);
