import { pick } from "../../lib/say.svelte";
import { en } from "./words.en";
import { ja } from "./words.ja";
import { zh } from "./words.zh";

export type GameWords = typeof en;

export const words = (): GameWords => pick<GameWords>({ en, ja, zh });
