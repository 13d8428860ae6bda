/** Which fish lies where. The table only says how many of each colour; here each keeps its name, so that the right one flies. */

import type { AhoyTable } from "../../lib/api";

export const COLOURS = ["R", "Y", "B", "W"] as const;
export type Colour = (typeof COLOURS)[number];

export interface Token {
  name: string;
  colour: Colour;
}

/** Fish that went from one place to another, when it was told which. */
export interface Flow {
  from: string;
  to: string;
  fish: string;
}

export type Places = ReadonlyMap<string, Token[]>;

export const oceanPlace = (number: number): string => `ocean-${number}`;
export const tilePlace = (number: number): string => `tile-${number}`;
export const claimedPlace = (number: number): string => `claimed-${number}`;

export const isColour = (letter: string): letter is Colour => (COLOURS as readonly string[]).includes(letter);
export const coloursOf = (fish: string): Colour[] => [...fish].filter(isColour);
export const countOf = (fish: string, colour: Colour): number => coloursOf(fish).filter((one) => one === colour).length;

function wanted(table: AhoyTable): Map<string, Colour[]> {
  const places = new Map<string, Colour[]>();
  table.oceans.forEach((fish, index) => places.set(oceanPlace(index + 1), coloursOf(fish)));
  for (const one of table.characters) {
    places.set(tilePlace(one.number), coloursOf(one.tile));
    places.set(claimedPlace(one.number), coloursOf(one.claimed));
  }
  return places;
}

/** Take a token of this colour out of a pile. */
function pull(pile: Token[] | undefined, colour: Colour): Token | undefined {
  const found = pile?.findIndex((token) => token.colour === colour) ?? -1;
  return found >= 0 ? pile!.splice(found, 1)[0] : undefined;
}

export class Shoal {
  #places: Places = new Map();
  #table: AhoyTable | null = null;
  #named = 0;

  /** The tokens of this table: what flowed first, then what stayed, then what lies elsewhere, then new ones from the bag. */
  lay(table: AhoyTable, flows: readonly Flow[]): Places {
    if (table === this.#table) return this.#places;
    const left = new Map([...this.#places].map(([place, pile]) => [place, [...pile]]));
    const arrived = new Map<string, Token[]>();
    for (const flow of flows) {
      for (const colour of coloursOf(flow.fish)) {
        const token = pull(left.get(flow.from), colour);
        if (token) arrived.set(flow.to, [...(arrived.get(flow.to) ?? []), token]);
      }
    }
    const places = new Map<string, Token[]>();
    const missing: [string, Colour][] = [];
    for (const [place, colours] of wanted(table)) {
      const here = arrived.get(place) ?? [];
      const pile: Token[] = [];
      for (const colour of colours) {
        const token = pull(left.get(place), colour) ?? pull(here, colour);
        if (token) pile.push(token);
        else missing.push([place, colour]);
      }
      places.set(place, pile);
    }
    const adrift = [...left.values()].flat();
    for (const [place, colour] of missing) {
      places.get(place)!.push(pull(adrift, colour) ?? { name: `fish-${this.#named++}`, colour });
    }
    for (const pile of places.values()) pile.sort((a, b) => COLOURS.indexOf(a.colour) - COLOURS.indexOf(b.colour));
    this.#table = table;
    this.#places = places;
    return places;
  }
}
