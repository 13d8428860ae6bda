import { pick } from "../../lib/say.svelte";
import type { Section } from "../index";
import { en } from "./rules.en";
import { ja } from "./rules.ja";
import { zh } from "./rules.zh";

export { default as Picture } from "./Picture.svelte";

export const sections = (): Section[] => pick({ en, ja, zh });
