/** Guided first matches: which tables are, and what was already explained there. */

const KEY = "tabbytop.guide";
const MOST = 20; // tables

type Told = Record<string, string[]>; // by table, the lessons

function read(): Told {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Told | null) ?? {};
  } catch {
    return {};
  }
}

class Guide {
  #told = $state.raw<Told>(read());

  at(table: string): boolean {
    return table in this.#told;
  }

  told(table: string, lesson: string): boolean {
    return this.#told[table]?.includes(lesson) ?? false;
  }

  begin(table: string): void {
    this.#keep({ ...this.#told, [table]: [] });
  }

  tell(table: string, lesson: string): void {
    this.#keep({ ...this.#told, [table]: [...(this.#told[table] ?? []), lesson] });
  }

  leave(table: string): void {
    const { [table]: _, ...others } = this.#told;
    this.#keep(others);
  }

  #keep(told: Told): void {
    this.#told = Object.fromEntries(Object.entries(told).slice(-MOST));
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#told));
    } catch {
      // then it is forgotten with the page
    }
  }
}

export const guide = new Guide();
