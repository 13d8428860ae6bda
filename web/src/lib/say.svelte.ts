/** Which language is spoken. Each text has one place, a catalogue; a component asks for it with say(). */

import { en } from "../texts/en";
import { ja } from "../texts/ja";
import { zh } from "../texts/zh";

export const LANGUAGES = { en: "English", ja: "日本語", zh: "繁體中文" } as const;
export type Language = keyof typeof LANGUAGES;
const TAGS: Record<Language, string> = { en: "en", ja: "ja", zh: "zh-Hant" };
const KEY = "tabbytop.language";

const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGES;

/** What was chosen before, or else what the browser asks for. */
function usual(): Language {
  try {
    const chosen = localStorage.getItem(KEY);
    if (isLanguage(chosen)) return chosen;
  } catch {
    // private windows may have no storage
  }
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en";
}

export type Texts = typeof en;
const CATALOGUES: Record<Language, Texts> = { en, ja, zh };

class Speech {
  language = $state<Language>(usual());

  set(language: Language): void {
    this.language = language;
    this.show();
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // then it is forgotten with the page
    }
  }

  /** Line breaking and fonts follow the page's language. */
  show(): void {
    document.documentElement.lang = TAGS[this.language];
  }
}
export const speech = new Speech();

/** How the spoken language is called where dates and numbers are written. */
export const tag = (): string => TAGS[speech.language];

export const say = (): Texts => CATALOGUES[speech.language];

/** The words of a game in the language that is spoken. */
export const pick = <W>(words: Record<Language, W>): W => words[speech.language];
