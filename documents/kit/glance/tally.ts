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

type TallyRow = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number => {
  const n = Number(value ?? 0);
  return Number.isFinite(n) ? n : 0;
};

/** What is counted of a row altogether. */
export const countedOf = (tally: Tally, row: TallyRow): number =>
  tally.of.reduce((sum, name) => sum + numberOf(row[name]), 0);

/** How far rows are done: nothing of any, something, or everything of all. */
export function portionOf(rows: readonly { done: number; of: number }[]): "none" | "part" | "all" {
  if (rows.every((row) => row.done <= 0)) return "none";
  return rows.every((row) => row.done >= row.of) ? "all" : "part";
}

/** True for an action that asks for rows on a page of its own. */
export const asksRows = (action: { lines?: object; part?: boolean | string } | undefined): boolean =>
  !!action?.lines && !action.part;
