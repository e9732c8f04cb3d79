import type { Sql } from "../../db/sql";
import { withBids } from "./bids";
import type { PageFilter, Periods } from "./filter";
import { changeOf, metricsOf } from "./metrics";
import { type Ranking, type RankingSql, type Row, summaryOf } from "./ranking";
import { keywordChange } from "./rankings";

const pick = (row: Row, keys: readonly string[], prefix = "") =>
  Object.fromEntries(keys.map((key) => [key, (row[prefix + key] ?? null) as number | null]));

/** A row as it travels: its metrics beside its names, or as last, current and change. */
export function recordOf(r: Ranking, row: Row): Row {
  const keys = metricsOf(r.metrics).map((m) => m.key);
  const names: Row = Object.fromEntries(Object.keys(r.columns).map((n) => [n, row[n] ?? null]));
  if ("lastBid" in row) names.lastBid = row.lastBid;
  if (!r.both) return { ...names, ...pick(row, keys) };
  const last = pick(row, keys, "last_");
  const current = pick(row, keys);
  const change = Object.fromEntries(
    keys.map((key) => [key, changeOf(current[key] ?? null, last[key] ?? null)]),
  );
  return { ...names, last, current, change };
}

/** What single rows get after they were found. */
export const completed = (sql: Sql, r: Ranking, periods: Periods, rows: Row[]) =>
  r === keywordChange && rows.length ? withBids(sql, periods, rows) : rows;

/** One page of a ranking, with the sums of all its rows. */
export async function pageOf(
  sql: Sql,
  r: Ranking,
  found: RankingSql,
  { current, size }: PageFilter,
  periods: Periods,
) {
  const { total, sums } = await summaryOf(sql, found);
  const rows = await sql.query<Row>(
    `${found.rows} limit ${size} offset ${(current - 1) * size}`,
    found.values,
  );
  const records = (await completed(sql, r, periods, rows)).map((row) => recordOf(r, row));
  const summary = recordOf({ ...r, columns: {} }, sums);
  return { records, total, size, current, pages: Math.ceil(total / size), summary };
}
