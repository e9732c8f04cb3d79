import type { z } from "zod";
import type { Sql } from "../../db/sql";
import type { Caller } from "../../http/caller";
import type { SheetColumn } from "../../http/spreadsheet";
import type { Asked, OrderBy } from "./query";

export interface Question extends Asked {
  current: number;
  size: number;
  orderBy: OrderBy;
  order: "asc" | "desc";
}

export interface Ask {
  db: Sql;
  caller: Caller;
  query: Question;
}

/** All rows of a table in their order, and the totals over them. */
export interface Table {
  rows: object[];
  summary: object;
  /** Adds what people call the rows; asked for the shown rows only. */
  named?(rows: object[]): Promise<object[]>;
}

/** One table report: its call, its page and its file derive from it. */
export interface TableReport {
  /** Last segment of the address. */
  name: string;
  title: string;
  /** Rows of a page; none: all rows are answered as a list. */
  size?: number;
  /** One row of the answer. */
  record: z.ZodType;
  summary: z.ZodType;
  columns: SheetColumn[];
  read(ask: Ask): Promise<Table>;
  /** Rows of the file, where they are not those of the screen. */
  flat?(rows: object[]): object[];
}
