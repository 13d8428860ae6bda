/** How long ago something happened, in words: "now", "3 hours ago". */

import { tag } from "./say.svelte";

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

export function ago(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["second", Infinity];
  return new Intl.RelativeTimeFormat(tag(), { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
