/** The records of a file that was dropped onto the page, kept as long as the tab is open: a reload does not lose them. */

const KEPT = "tabbytop.record";
const ROOM = 4_000_000; // letters that a tab can keep
const LEGAL = /,\s*"legal"\s*:\s*\[[^\]]*\]/g; // in no move there is a bracket

interface Kept {
  records: string[]; // one line each
  at: number; // which of them is looked at
}

function kept(): Kept {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Partial<Kept> | null;
    if (Array.isArray(found?.records)) return { records: found.records, at: found.at ?? 0 };
  } catch {
    // then there is none
  }
  return { records: [], at: 0 };
}

function isRecord(line: string): boolean {
  try {
    const found: unknown = JSON.parse(line);
    return typeof found === "object" && found !== null && "events" in found && Array.isArray(found.events);
  } catch {
    return false;
  }
}

class Dropped {
  #all = $state.raw(kept());

  get at(): number {
    return this.#all.at;
  }
  get count(): number {
    return this.#all.records.length;
  }

  /** The one that is looked at; null if it is none. What may be done at each step is left out: the server knows. */
  get record(): string | null {
    const line = this.#all.records[this.at];
    return line !== undefined && isRecord(line) ? line.replace(LEGAL, "") : null;
  }

  /** The records of a file, one in each line; false if it does not begin with one. */
  take(text: string): boolean {
    const records = text.split("\n").filter((line) => line.trim() !== "");
    if (!isRecord(records[0] ?? "")) return false;
    this.#all = { records, at: 0 };
    this.#keep();
    return true;
  }

  go(at: number): void {
    this.#all = { ...this.#all, at };
    this.#keep();
  }

  /** All of them or, if there is no room for so many, the one that is looked at; else it is shown all the same. */
  #keep(): void {
    const { records, at } = this.#all;
    const fits = records.reduce((sum, record) => sum + record.length, 0) < ROOM;
    const shown = this.record;
    try {
      sessionStorage.removeItem(KEPT);
      sessionStorage.setItem(KEPT, JSON.stringify(fits ? { records, at } : { records: shown === null ? [] : [shown], at: 0 }));
    } catch {
      // There is none even for one.
    }
  }
}

export const dropped = new Dropped();
