/** What the page knows of each game: how to draw it and how to say it. It knows no rules. */

import type { Component } from "svelte";
import type { Seated } from "../lib/api";
import type { Moments } from "../lib/presenter.svelte";

export const IDS = ["festival", "familiar", "catsle", "ahoy", "sorting"] as const;
export type GameId = (typeof IDS)[number];
export const isGame = (id: string): id is GameId => (IDS as readonly string[]).includes(id);

/** What a game's board is given. T is the game's table as the server sends it, S what only moments show. */
export interface BoardProps<T = unknown, S = unknown> {
  table: T;
  show: S | null;
  seats: Seated[];
  me: number; // -1: watching
  legal: string[]; // what I may do; empty while moments are shown
  chosen: string[]; // my own choices that lie face down
  hint: string | null; // the move a strong bot would make
  play: (move: string) => void;
  why?: ((sentence: string) => void) | undefined; // shows why something may not be done; without it nobody asks
  options: Record<string, string | number | boolean>;
  over: boolean;
}

/** What a game's picture of the table at the end is given. It is drawn for a screen of one width and any height. */
export interface SouvenirProps<T = unknown> {
  table: T;
  seats: Seated[];
}

/** A game's own words, one object for each language. */
export interface Words<T = unknown> {
  /** Where the match stands: "Round 2 of 3, trick 4". */
  where(table: T, options: Record<string, unknown>): string;
  /** What I am asked, or what the table waits for; `name` gives a seat's name. */
  prompt(table: T, legal: string[], me: number, name: (seat: number) => string): string;
  /** A line of the log, without its subject if there is one ("plays the red 8"); null: not worth a line. */
  told(text: string, seat: number, name: (seat: number) => string): string | null;
  /** A move as a button or a hint says it: "Play the red 8". */
  move(move: string, name: (seat: number) => string): string;
  /** Why a card of one's hand, or another thing of that code, is not among the legal moves: the rule in a sentence. */
  whyNot(code: string, table: T, legal: string[], me: number, name?: (seat: number) => string): string;
  /** A lesson of the guided first match, by its id. */
  lessons: Record<string, string>;
  /** Where all share one score: how good it is. */
  rating?(table: T): string;
}

/** Something explained once, when it first matters. What it says is in the words, by its id. */
export interface Lesson<T = unknown> {
  id: string;
  when: (table: T, legal: string[], me: number) => boolean;
  about?: string; // a selector of what it is about, which is then marked
}

/** A part of the rules page. `picture` is drawn by the game's Picture component. */
export interface Section {
  title: string;
  text: string[]; // paragraphs; a line that begins with "- " is an item of a list
  picture?: string;
}

/** Which table it is depends on the game that is loaded: hence any. */
export interface GameModule {
  Board: Component<BoardProps<any, any>>;
  moments: Moments<any, any>;
  words: () => Words<any>;
  lessons: Lesson<any>[];
  Souvenir: Component<SouvenirProps<any>>; // how the table lies at the end, to be sent around
  Open?: Component<{ code: string; table: any }>; // a card of an open hand, where there are hands
  Finale?: Component<{ table: any }>; // a picture for the end, where all share one score
}

/** What the rules page of a game shows. */
export interface RulesModule {
  sections: () => Section[];
  Picture: Component<{ name: string }>;
}

export const loadRules: Record<GameId, () => Promise<RulesModule>> = {
  festival: () => import("./festival/rules"),
  familiar: () => import("./familiar/rules"),
  catsle: () => import("./catsle/rules"),
  ahoy: () => import("./ahoy/rules"),
  sorting: () => import("./sorting/rules"),
};

/** Loaded when a table of the game is entered. */
export const load: Record<GameId, () => Promise<GameModule>> = {
  festival: () => import("./festival"),
  familiar: () => import("./familiar"),
  catsle: () => import("./catsle"),
  ahoy: () => import("./ahoy"),
  sorting: () => import("./sorting"),
};
