import type { z } from "zod";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import type { SheetColumn } from "#backend/platform/http/spreadsheet";
import type { Asked, OrderBy } from "../asked/query";
import { compare } from "../sums/compare";
import { groupsOf, hasTarget } from "../sums/figures";
import { NOTHING } from "../sums/sums";

export interface Question extends Asked {
  orderBy: OrderBy;
  order: "asc" | "desc";
}

export interface Ask {
  db: Sql;
  caller: Caller;
  query: Question;
}

/** The rows of a table in their order, as they are answered, and the totals over all of them. */
export interface Table {
  total: number;
  summary: object;
  /** Some of the rows as the screen shows them. */
  show(from?: number, till?: number): object[] | Promise<object[]>;
  /** All rows as the file has them. */
  sheet(): object[] | Promise<object[]>;
}

/** A table over rows that are shown only when they are asked for; a file may show them its own way. */
export const table = <T>(made: {
  rows: T[];
  summary: object;
  show(rows: T[]): object[] | Promise<object[]>;
  sheet?(rows: T[]): object[] | Promise<object[]>;
}): Table => ({
  total: made.rows.length,
  summary: made.summary,
  show: (from, till) => made.show(made.rows.slice(from, till)),
  sheet: () => (made.sheet ?? made.show)(made.rows),
});

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
}

/**
 * Operating groups with facts in the asked months, and those that have a target but sold nothing: they
 * are the ones to find.
 */
export async function comparedGroups({ db, caller, query }: Ask) {
  const [groups, compared] = await Promise.all([groupsOf(db, caller, query), compare(db, caller, query, ["group"])]);
  const { rows, before } = compared;
  const known = new Set(rows.map((row) => row.keys[0]));
  for (const { groupId, counted, target } of groups.values()) {
    if (!counted || !Number(target) || !hasTarget(query)) continue;
    if (!known.has(groupId)) rows.push({ keys: [groupId], now: NOTHING });
    if (!before.has(groupId)) before.set(groupId, NOTHING);
  }
  return { ...compared, groups };
}
