import type { z } from "zod";
import type { Sql } from "../../../db/sql";
import type { Caller } from "../../../http/caller";
import type { SheetColumn } from "../../../http/spreadsheet";
import type { Asked, OrderBy } from "../asked/query";

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

/** All rows of a table in their order, the totals over them, and what the answer says of some of them. */
export interface Table<T = never> {
  rows: T[];
  summary: object;
  show(rows: T[]): object[] | Promise<object[]>;
}

/** Keeps the type of the rows where they are made and shown. */
export const table = <T>(made: Table<T>) => made as Table;

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
