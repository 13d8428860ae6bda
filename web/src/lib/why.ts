/** Why something did not work, in the language that is spoken. */

import type { Code } from "./api";
import { Refused } from "./http";
import { say } from "./say.svelte";

/** What has a page of its own: pages/Trouble.svelte. */
export type Trouble = "nowhere" | "noTable" | "lostSeat" | "noReplay" | "unreachable" | "broken" | "tooOften" | "crowded";

/** A sentence. The server may know codes that this page does not: then its own words are shown. */
export function why(error: unknown): string {
  if (!(error instanceof Refused)) return say().errors.network;
  const words: Partial<Record<Code, string>> = say().refusals;
  if (error.code !== null) return words[error.code] ?? error.message;
  return error.status >= 500 ? say().troubles.broken.text : error.message;
}

const TROUBLES: Partial<Record<Code, Trouble>> = {
  no_table: "noTable", not_over: "noReplay", bad_record: "noReplay", no_such_seat: "noReplay", too_long: "noReplay", too_often: "tooOften",
};

/** What to show if a page cannot be made at all. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Refused)) return "unreachable";
  return (error.code && TROUBLES[error.code]) ?? "broken";
}
