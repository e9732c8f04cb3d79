import type { Sql } from "#backend/platform/db";
import type { BookColumn } from "#documents/base/workbook/words";

/** A row of a sheet as it was read. */
export interface BookRow {
  /** Row of the sheet, from 1. */
  at: number;
  key: string;
  /** Text of each cell that is not empty, by the key of its column. */
  cells: Record<string, string>;
}

/** What is wrong with a row; `column` is the key of one of the sheet, none: its first. */
export interface RowFault {
  at: number;
  column?: string;
  msg: string;
  /** Not wrong, but to be known before it is imported. */
  asks?: true;
}

/** More than this nobody mends one by one (company.md 1.3). */
export const MOST_FAULTS = 10_000;

/** Thrown as soon as there are more. */
export class TooManyFaults extends Error {
  constructor() {
    super(`错误超过${MOST_FAULTS}处，请先修正`);
  }
}

/** One fault at one place, in the words of the file. */
export interface PlacedFault {
  at: number;
  /** Column of the file, from 0. */
  place: number;
  value: string;
  msg: string;
  asks?: true;
}

/** Keeps what is wrong with one sheet of an import. @throws TooManyFaults */
export function faultBook(sql: Sql, importId: string) {
  let count = 0;
  const wrong = new Map<string, Set<number>>();
  return {
    /** Rows of a sheet that something is wrong with. */
    rows: (sheet: string): ReadonlySet<number> => wrong.get(sheet) ?? new Set(),
    get count() {
      return count;
    },
    async add(sheet: string, faults: readonly PlacedFault[]): Promise<void> {
      if (!faults.length) return;
      const rows = wrong.get(sheet) ?? new Set();
      wrong.set(sheet, rows);
      for (const { at, asks } of faults)
        if (!asks) {
          rows.add(at);
          count++;
        }
      const kept = faults.slice(0, MOST_FAULTS).map((f) => ({ ...f, value: f.value.slice(0, 500) }));
      await sql.query(
        `insert into import_fault (import_id, sheet, row_no, place, value, msg, asks)
         select $1, $2, x.at, x.place, x.value, x.msg, coalesce(x.asks, false)
         from jsonb_to_recordset($3::jsonb) as x(at int, place int, value text, msg text, asks boolean)`,
        [importId, sheet, JSON.stringify(kept).replaceAll("\\u0000", "")],
      );
      if (count > MOST_FAULTS) throw new TooManyFaults();
    },
  };
}
export type FaultBook = ReturnType<typeof faultBook>;

/** Faults of rows as they are placed in the file; a column that the file lacks is said at the first one. */
export function placed(
  columns: readonly BookColumn[],
  places: Readonly<Record<string, number>>,
  rows: ReadonlyMap<number, BookRow>,
  faults: readonly RowFault[],
): PlacedFault[] {
  return faults.map(({ at, column = columns[0]?.key ?? "", msg, asks }) => {
    const place = places[column] ?? 0;
    return { at, place, value: rows.get(at)?.cells[column] ?? "", msg, asks };
  });
}
