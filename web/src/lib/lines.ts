/** What happened at a table, in words: a line of the log, or what a screen reader says. */

import type { Words } from "../games";
import type { News, React } from "./api";
import { say } from "./say.svelte";
import type { Strength } from "./seats";

export interface Line {
  seat: number; // of who; -1: nobody's
  who: string;
  text: string;
  kind: News["kind"];
}

/** Null: not worth a line. */
export function lineOf(item: News, words: Words | null, name: (seat: number) => string): Line | null {
  const who = item.seat >= 0 ? name(item.seat) : "";
  const written = (text: string): Line => ({ seat: -1, who: "", text, kind: item.kind });
  switch (item.kind) {
    case "told": {
      const told = words ? words.told(item.text, item.seat, name) : item.text;
      return told === null ? null : { seat: item.seat, who, text: told, kind: item.kind };
    }
    case "said":
      return { seat: item.seat, who, text: item.text, kind: item.kind };
    case "reacted":
      return { seat: item.seat, who, text: say().table.reactions[item.text as React["what"]] ?? item.text, kind: "said" };
    case "sat":
      return written(say().news.sat(item.text));
    case "renamed":
      return written(say().news.renamed(item.seat, item.text));
    case "hired":
      return written(say().news.hired(say().bots[item.text as Strength]?.name ?? item.text));
    case "left":
      return written(say().news.left(item.seat));
    case "started":
      return written(say().news.started);
    case "away":
      return written(say().news.away(who));
    case "back":
      return written(say().news.back(who));
    case "rematch":
      return written(say().news.rematch);
  }
}

/** Between who and what. */
export const joint = (line: Line): string => (line.who === "" ? "" : line.kind === "said" ? say().news.says : say().news.does);
