/** Most pieces that one scan may stand for. */
const MOST_PIECES = 9999;

/** What a scanner or a person typed: a code, with a count before it where it stands for several. */
export function scanOf(text: string): { code: string; count: number } | null {
  const typed = text.trim();
  const [, digits, rest] = /^(\d{1,4})\s?[*×]\s?(\S.*)$/.exec(typed) ?? [];
  const count = digits ? Number(digits) : 1;
  const code = (rest ?? typed).trim();
  return code && count > 0 && count <= MOST_PIECES ? { code, count } : null;
}

/** A row into which goods are counted. */
export interface Countable {
  /** What stands on its labels. */
  codes: readonly string[];
  /** How many more it takes. */
  room: number;
}

/** What becomes of one scan: the row that it counts and how many, or why none. */
export type Scanned = { index: number; count: number; code: string } | { refused: string };

/**
 * Finds the row that a scanned code counts: of several rows with one code the first that has room for
 * it all.
 */
export function countScan(rows: readonly Countable[], text: string): Scanned {
  const scan = scanOf(text);
  if (!scan) return { refused: "没有扫到条码" };
  const { code, count } = scan;
  const wanted = code.toUpperCase();
  const own = rows.flatMap(({ codes, room }, index) =>
    codes.some((c) => c.toUpperCase() === wanted) ? [{ room, index }] : [],
  );
  if (!own.length) return { refused: `${code}不在本单中` };
  const free = own.find(({ room }) => room >= count);
  if (free) return { index: free.index, count, code };
  const most = Math.max(0, ...own.map(({ room }) => room));
  return { refused: most ? `${code}最多还能计${most}件` : `${code}已经计满` };
}
