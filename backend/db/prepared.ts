/** Most statements that a connection keeps the plan of, at some 50 KB each. */
const MOST_KEPT = 128;
/** Most texts that are counted for one. */
const MOST_COUNTED = 512;
/** A text that ran so often is worth its plan. */
const OFTEN = 5;

interface Known {
  kept: Map<string, string>;
  counted: Map<string, number>;
}

const byConnection = new WeakMap<object, Known>();

/**
 * Name of a prepared statement for a text that a connection ran often; undefined for others. What is made
 * up for one question alone never comes so far.
 */
export function preparedName(connection: object, text: string): string | undefined {
  const known = byConnection.get(connection) ?? { kept: new Map(), counted: new Map() };
  byConnection.set(connection, known);
  const { kept, counted } = known;
  const name = kept.get(text);
  if (name || kept.size >= MOST_KEPT) return name;
  const times = (counted.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (counted.size >= MOST_COUNTED) counted.clear();
    counted.set(text, times);
    return undefined;
  }
  counted.delete(text);
  kept.set(text, `erp_${kept.size + 1}`);
  return kept.get(text);
}
