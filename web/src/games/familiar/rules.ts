import type { Section } from "../index";
import { texts } from "./rules.texts";

export { default as Picture } from "./Picture.svelte";

export const sections = (): Section[] => texts().sections;
