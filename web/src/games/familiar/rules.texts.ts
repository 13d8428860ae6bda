import { pick } from "../../lib/say.svelte";
import { en, type RulesTexts } from "./rules.en";
import { ja } from "./rules.ja";
import { zh } from "./rules.zh";

export const texts = (): RulesTexts => pick({ en, ja, zh });
