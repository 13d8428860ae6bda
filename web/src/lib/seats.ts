/** Who sits where, in words. */

import type { Seated } from "./api";
import { say } from "./say.svelte";

export const STRENGTHS = ["kitten", "tabby", "lynx", "tiger"] as const;
export type Strength = (typeof STRENGTHS)[number];

export const nameOf = (seated: Seated): string =>
  seated.name ?? (seated.bot ? say().bots[seated.bot as Strength].name : say().table.free);
