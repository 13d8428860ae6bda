/** What this browser remembers: its person's name and colour, its theme, and the keys of the seats it took. */

const NAME = "tabbytop.name";
const COLOUR = "tabbytop.colour";
const THEME = "tabbytop.theme";
const PACE = "tabbytop.pace";
const SWITCHES = "tabbytop.switches";
const ORDERS = "tabbytop.orders";
const TABLES = "tabbytop.tables";
const MOST = 500; // tables remembered

export interface Mine {
  table: string;
  game: string;
  token?: string | null; // of the seat
  host?: string | null; // of who opened the table
  over?: boolean; // its match, as far as this browser has seen
}

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise; // private windows may have no storage
  }
}

/** If they are too many, the matches that are over go first, and those that were left longest ago. */
function trimmed(tables: Mine[]): Mine[] {
  const over = tables.filter((mine) => mine.over);
  const gone = new Set(over.slice(Math.max(0, over.length - Math.max(0, tables.length - MOST))));
  return tables.filter((mine) => !gone.has(mine)).slice(0, MOST);
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // then it is forgotten with the page
  }
}

export type Theme = "auto" | "light" | "dark";
export type Switch = "confirm" | "notify" | "sound" | "keys"; // all but the keys are off until somebody wants them
export type Pace = "calm" | "quick" | "none";

class Memory {
  name = $state(read(NAME, ""));
  colour = $state(read<number | null>(COLOUR, null)); // one of six; null: as the seat has it
  theme = $state<Theme>(read<Theme>(THEME, "auto"));
  pace = $state<Pace>(read<Pace>(PACE, "calm")); // of what happens on the table
  tables = $state.raw<Mine[]>(read<Mine[]>(TABLES, []));

  setName(name: string): void {
    this.name = name;
    write(NAME, name);
  }

  setColour(colour: number): void {
    this.colour = colour;
    write(COLOUR, colour);
  }

  #switches = $state.raw<Partial<Record<Switch, boolean>>>(read(SWITCHES, {}));

  get confirm(): boolean {
    return this.#switches.confirm ?? false;
  }
  get notify(): boolean {
    return this.#switches.notify ?? false;
  }
  get sound(): boolean {
    return this.#switches.sound ?? false;
  }
  get keys(): boolean {
    return this.#switches.keys ?? true;
  }

  set(name: Switch, on: boolean): void {
    this.#switches = { ...this.#switches, [name]: on };
    write(SWITCHES, this.#switches);
  }

  #orders = $state.raw<Partial<Record<string, number>>>(read(ORDERS, {}));

  /** In which of its orders a game's hand is held. */
  order(game: string): number {
    return this.#orders[game] ?? 0;
  }

  setOrder(game: string, order: number): void {
    this.#orders = { ...this.#orders, [game]: order };
    write(ORDERS, this.#orders);
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    write(PACE, pace);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    write(THEME, theme);
    this.showTheme();
  }

  showTheme(): void {
    const dark = this.theme === "dark" || (this.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }

  find(table: string): Mine | undefined {
    return this.tables.find((mine) => mine.table === table);
  }

  keep(table: string, game: string, keys: Partial<Mine> = {}): void {
    const all = read<Mine[]>(TABLES, this.tables); // other tabs write, too
    const known = all.find((mine) => mine.table === table);
    this.tables = trimmed([{ ...known, ...keys, table, game }, ...all.filter((mine) => mine !== known)]);
    write(TABLES, this.tables);
  }

  /** The matches of these tables are over. */
  finish(tables: readonly string[]): void {
    if (!tables.some((table) => this.find(table)?.over === undefined)) return;
    this.tables = read<Mine[]>(TABLES, this.tables).map((mine) => (tables.includes(mine.table) ? { ...mine, over: true } : mine));
    write(TABLES, this.tables);
  }

  forget(tables: readonly string[]): void {
    if (tables.length === 0) return;
    this.tables = read<Mine[]>(TABLES, this.tables).filter((mine) => !tables.includes(mine.table));
    write(TABLES, this.tables);
  }
}

export const memory = new Memory();
addEventListener("storage", (event) => {
  if (event.key === TABLES) memory.tables = read<Mine[]>(TABLES, []);
});
