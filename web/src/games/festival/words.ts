import { pick } from "../../lib/say.svelte";
import { spoken } from "./spoken";
import { en } from "./words.en";
import { ja } from "./words.ja";
import { zh } from "./words.zh";

const WORDS = { en: spoken(en), ja: spoken(ja), zh: spoken(zh) };

export const words = (): typeof WORDS.en => pick(WORDS);
