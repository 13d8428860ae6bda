/** How long ago something happened, in words: "just now", "3 hours ago". */

import { say, tag } from "./say.svelte";

const MINUTE = 60;
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", MINUTE]] as const;

export function ago(seconds: number): string {
  if (seconds < MINUTE) return say().home.justNow;
  const [unit, length] = UNITS.find(([, length]) => seconds >= length)!;
  return new Intl.RelativeTimeFormat(tag(), { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
