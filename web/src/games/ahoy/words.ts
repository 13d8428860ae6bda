import type { AhoyTable, Character, Worth } from "../../lib/api";
import { pick } from "../../lib/say.svelte";
import type { Words } from "../index";
import { en } from "./words.en";
import { ja } from "./words.ja";
import { zh } from "./words.zh";

export type LessonId =
  | "supply" | "last" | "aim" | "paws" | "fish" | "secret" | "missed" | "risk" | "steal" | "protect" | "chest" | "ship"
  | "refill" | "set";
export type PictureName = "point" | "steal" | "protect" | "refill" | "score" | "paws";

/** The texts of the board beside those that every game has. */
export interface AhoyWords extends Words<AhoyTable> {
  lessons: Record<LessonId, string>;
  pictures: Record<PictureName, string>;
  supplies(banker: string): string;
  oceanNames: readonly string[];
  /** What lies there, after what a click does, if it does something. */
  ocean(number: number, pile: string, move: string): string;
  tile(character: Character, owner: string, mine: boolean, move: string): string;
  pawShort(paw: string): string;
  choosing: string;
  atSea: string;
  atRisk: string;
  safe: string;
  worth(points: number): string;
  bagHolds(pile: string): string;
  lastTurn: string;
  aid: (worth: Worth) => string;
  lower: string;
  passes: string;
  points: string;
}

export type Name = (seat: number) => string;

export const words = (): AhoyWords => pick({ en, ja, zh });
