/** The written moves and lines of the log: with two players a paw stands before what it does. */

export const pawOf = (move: string): string | null => (/^[LR] /.test(move) ? move[0]! : null);
export const bare = (move: string): string => move.replace(/^[LR] /, "");
export const findMove = (moves: readonly string[], wanted: string): string | undefined =>
  moves.find((move) => bare(move) === wanted);

/** "L stole YW from 3" is the left paw, "stole", and "YW from 3". */
export function read(text: string): { paw: string | null; what: string; rest: string } {
  const [what = "", ...rest] = bare(text).split(" ");
  return { paw: pawOf(text), what, rest: rest.join(" ") };
}

/** Whose a character is. With two players everyone has two, one to a paw. */
export const seatOf = (character: number, paws: boolean): number => (paws ? (character - 1) >> 1 : character - 1);
export const pawOfCharacter = (character: number): "L" | "R" => (character % 2 === 1 ? "L" : "R");
