/** Rows of an action that count goods: which line each is, what is left of it and what may be counted. */
export interface Tally {
  /** Line field (`hidden`) that says which line is counted. */
  by: string;
  /** Counts that together are at most what is left; a scanned code adds to the first of them. */
  of: readonly [string, ...string[]];
  /** Field with what is left. */
  left: string;
  /** Reference whose codes are scanned; none: the rows are counted by hand alone. */
  scans?: string;
}

type Row = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number => {
  const n = Number(value ?? 0);
  return Number.isFinite(n) ? n : 0;
};

/** What is counted of a row altogether. */
export const countedOf = (tally: Tally, row: Row): number =>
  tally.of.reduce((sum, name) => sum + numberOf(row[name]), 0);

/** How far rows are done: nothing of any, something, or everything of all. */
export function portionOf(rows: readonly { done: number; of: number }[]): "none" | "part" | "all" {
  if (rows.every((row) => row.done <= 0)) return "none";
  return rows.every((row) => row.done >= row.of) ? "all" : "part";
}

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

/** What became of one scan: the row that it counted and what is counted there now, or why none. */
export type Scanned = { index: number; value: number } | { refused: string };

/**
 * Finds the row of a scanned code that has room for it: of several rows with one code the first that
 * is not full. `codes`: of each row, as they stand on its labels.
 */
export function countScan(
  tally: Tally,
  rows: readonly Row[],
  codes: (row: Row) => readonly string[],
  text: string,
): Scanned {
  const scan = scanOf(text);
  if (!scan) return { refused: "没有扫到条码" };
  const { code, count } = scan;
  const wanted = code.toUpperCase();
  const own = rows.flatMap((row, index) =>
    codes(row).some((c) => c.toUpperCase() === wanted) ? [{ row, index }] : [],
  );
  if (!own.length) return { refused: `${code}不在本单中` };
  const room = ({ row }: { row: Row }) => numberOf(row[tally.left]) - countedOf(tally, row);
  const free = own.find((r) => room(r) >= count);
  if (!free) {
    const most = Math.max(0, ...own.map(room));
    return { refused: most ? `${code}最多还能计${most}件` : `${code}已经计满` };
  }
  return { index: free.index, value: numberOf(free.row[tally.of[0]]) + count };
}

/** True for an action that asks for rows on a page of its own. */
export const asksRows = (action: { lines?: object; part?: boolean } | undefined): boolean =>
  !!action?.lines && !action.part;
