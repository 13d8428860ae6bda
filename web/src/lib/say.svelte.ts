/** Which language is spoken. Each text has one place, a catalogue; a component asks for it with say(). */

import { en } from "../texts/en";

export type Language = "en";
const CATALOGUES = { en };

class Speech {
  language = $state<Language>("en");
}
export const speech = new Speech();

export const say = (): typeof en => CATALOGUES[speech.language];

/** The words of a game in the language that is spoken. */
export const pick = <W>(words: Record<Language, W>): W => words[speech.language];
