import { setImmediate } from "node:timers/promises";

/** Rows of one turn: their work takes a few milliseconds. */
const TURN = 200;

/**
 * What `of` makes of each row; calls of others are answered between the turns.
 * @param turn rows of one turn, where one is more work
 */
export async function inTurns<T, R>(
  rows: readonly T[],
  of: (row: T) => R,
  turn = TURN,
): Promise<R[]> {
  const made: R[] = [];
  for (const [i, row] of rows.entries()) {
    if (i % turn === turn - 1) await setImmediate();
    made.push(of(row));
  }
  return made;
}
