/** The written moves: with two players a paw stands before what it does. */

export const pawOf = (move: string): string | null => (/^[LR] /.test(move) ? move[0]! : null);
export const bare = (move: string): string => move.replace(/^[LR] /, "");
export const findMove = (moves: readonly string[], wanted: string): string | undefined =>
  moves.find((move) => bare(move) === wanted);
