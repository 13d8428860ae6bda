import type { FamiliarTable } from "../../lib/api";
import { pick } from "../../lib/say.svelte";
import type { Words } from "../index";
import { en } from "./words.en";
import { ja } from "./words.ja";
import { zh } from "./words.zh";

export type GameWords = typeof en;

export const words = (): Words<FamiliarTable> & GameWords => pick({ en, ja, zh });
