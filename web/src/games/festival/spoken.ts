/** From a language's phrases to the words of the game: which phrase when is the same in all of them. */

import type { FestivalTable } from "../../lib/api";
import type { Words } from "../index";
import { faceUp, SEASONS, suitOf, type Season } from "./seasons";
import type { Phrases } from "./words.en";

type Name = (seat: number) => string;

const isSeason = (code: string): code is Season => (SEASONS as readonly string[]).includes(code);

function did(its: Phrases["did"], verb: string, rest: string[], name: Name): string | null {
  const [code = ""] = rest;
  switch (verb) {
    case "play": return its.play(code);
    case "take": return its.take(code);
    case "no": return its.noMore(rest.slice(1));
    case "tokens":
    case "token": return its.tokens(rest);
    case "swap": return its.swap(code);
    case "keep": return code ? its.keepCard(code) : its.keep;
    case "redeal": return its.redeal;
    case "start": return its.start(name(Number(code)));
    case "multiplier": return its.multiplier(code);
    default: return null;
  }
}

function happened(its: Phrases, verb: string, rest: string[], name: Name): string | null {
  const say = its.happened;
  const [first = "", second = ""] = rest;
  switch (verb) {
    case "deal": return say.deal(first, rest[2] ?? "", rest[3] ?? "");
    case "dummy":
      if (first === "takes") return say.dummyTakes(second);
      return first === "keeps" ? say.dummyKeeps(second) : say.dummyPlays(first);
    case "swap": return say.swap(first, second);
    case "scores": return say.scores(rest.map((points, seat) => say.score(name(seat), points)));
    case "lot": {
      const who = its.list(rest.slice(1).map((seat) => name(Number(seat))));
      return first === "start" || first === "chooser" || first === "order" || first === "first" ? say[first](who) : null;
    }
    default: return null;
  }
}

function asked(its: Phrases["asked"], table: FestivalTable): string {
  switch (table.phase) {
    case "offer":
    case "start":
    case "multiplier":
    case "tokens":
    case "token":
    case "swap": return its[table.phase];
    case "yorozu token": return its.yorozu;
    default: return table.round === table.rounds ? its.last : its.play;
  }
}

function awaited(its: Phrases, table: FestivalTable, name: Name): string {
  const who = its.list(table.acting.map(name));
  switch (table.phase) {
    case "reveal":
    case "crow":
    case "take":
    case "shuffle":
    case "play": return its.awaited[table.phase];
    case "scores": {
      const drunk = table.seats.flatMap((seat, n) => (seat.booze >= table.drunk ? [name(n)] : []));
      return drunk.length > 0 ? its.awaited.drunk(its.list(drunk)) : its.awaited.scores;
    }
    case "start":
    case "multiplier":
    case "tokens":
    case "token":
    case "swap": return its.awaited[table.phase](who);
    case "yorozu token": return its.awaited.token(who);
    default: return its.awaited.deal;
  }
}

function token(its: Phrases["why"], season: Season, table: FestivalTable, me: number): string {
  if (table.supply[season] === 0) return its.noTokens(season);
  return table.seats[me]?.tokens.includes(season) ? its.twoTokens(season) : its.notYet;
}

/** What the list of legal moves leaves out, in words. */
function whyNot(its: Phrases["why"], code: string, table: FestivalTable, legal: string[], me: number): string {
  if (legal.length === 0) return its.notYet;
  switch (table.phase) {
    case "offer":
    case "start":
    case "multiplier": return its[table.phase];
    case "tokens": return its.tokens;
    case "token":
    case "yorozu token": return isSeason(code) ? token(its, code, table, me) : its.tokens;
    case "swap": return table.hand.includes(code) ? its.swap : its.onlyYorozu;
    case "play": {
      const season = suitOf(code);
      const may = legal.map((move) => suitOf(move.slice("play ".length)));
      const open = SEASONS.filter((one) => may.includes(one));
      if (season === "Y" || open.includes(season)) return its.notYet;
      return its.closed(season, faceUp(table).filter((card) => suitOf(card) === season), open);
    }
    default: return its.notYet;
  }
}

/** The phrases of a language, and what the page asks of every game. */
export function spoken(its: Phrases) {
  return {
    ...its,
    where: (table: FestivalTable, options: Record<string, unknown>): string =>
      its.where(table.deal, Number(options.games ?? 0), table.extra, table.round, table.rounds),
    prompt: (table: FestivalTable, legal: string[], _me: number, name: Name): string =>
      legal.length > 0 ? asked(its.asked, table) : awaited(its, table, name),
    told(text: string, seat: number, name: Name): string | null {
      const [verb = "", ...rest] = text.split(" ");
      return seat >= 0 ? did(its.did, verb, rest, name) : happened(its, verb, rest, name);
    },
    move(move: string, name: Name): string {
      const [verb = "", ...rest] = move.split(" ");
      const [code = ""] = rest;
      switch (verb) {
        case "play":
        case "swap":
        case "multiplier":
        case "token": return its.moves[verb](code);
        case "keep":
        case "redeal": return its.moves[verb];
        case "start": return its.moves.start(name(Number(code)));
        case "tokens": return its.moves.tokens(rest);
        default: return move;
      }
    },
    whyNot: (code: string, table: FestivalTable, legal: string[], me: number): string => whyNot(its.why, code, table, legal, me),
  } satisfies Words<FestivalTable>;
}
