/** What the home page says of each game, and the options in words. */

import type { Component } from "svelte";
import type { Language } from "../lib/say.svelte";
import type { GameId } from "./index";
import { about as ahoy } from "./ahoy/about";
import AhoyCover from "./ahoy/Cover.svelte";
import { about as catsle } from "./catsle/about";
import CatsleCover from "./catsle/Cover.svelte";
import { about as familiar } from "./familiar/about";
import FamiliarCover from "./familiar/Cover.svelte";
import { about as festival } from "./festival/about";
import FestivalCover from "./festival/Cover.svelte";
import { about as sorting } from "./sorting/about";
import SortingCover from "./sorting/Cover.svelte";

export interface About {
  name: string;
  sentence: string;
  /** Options by their names: a label, what it means, and its words if it is one of a few. */
  options: Record<string, { label: string; help: string; words?: Record<string, string> }>;
}
export type Abouts = Record<Language, About>;

export const abouts: Record<GameId, Abouts> = { festival, familiar, catsle, ahoy, sorting };

/** A picture of each box, drawn in a box of 0 0 400 280. */
export const covers: Record<GameId, Component> = {
  festival: FestivalCover, familiar: FamiliarCover, catsle: CatsleCover, ahoy: AhoyCover, sorting: SortingCover,
};
