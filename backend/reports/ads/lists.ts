import type { Sql } from "../../db/sql";
import { sharedQuery } from "../shared-query";
import type { PageFilter } from "./filter";
import { changeOf, metricsOf } from "./metrics";
import { metricOf, parted, type Ranking, type RankingSql, type Row } from "./ranking";

const pick = (row: Row, keys: readonly string[], prefix = "") =>
  Object.fromEntries(keys.map((key) => [key, metricOf(row, prefix + key)]));

/** A row as it travels: its metrics beside its names, or as last, current and change. */
export function recordOf(r: Ranking, row: Row): Row {
  const keys = metricsOf(r.metrics).map((m) => m.key);
  const names = Object.fromEntries(Object.keys(r.columns).map((n) => [n, row[n] ?? null]));
  if (!r.both) return { ...names, ...pick(row, keys) };
  const last = pick(row, keys, "last_");
  const current = pick(row, keys);
  const change = Object.fromEntries(
    keys.map((key) => [key, changeOf(current[key] ?? null, last[key] ?? null)]),
  );
  return { ...names, last, current, change };
}

/** One page of a ranking, with the sums of all its rows. */
export async function pageOf(
  sql: Sql,
  r: Ranking,
  found: RankingSql,
  { current, size }: PageFilter,
) {
  const page = found.page(size, (current - 1) * size);
  const { rows, total, sums } = parted(await sharedQuery<Row>(sql, page));
  const records = rows.map((row) => recordOf(r, row));
  const summary = recordOf({ ...r, columns: {} }, sums);
  return { records, total, size, current, pages: Math.ceil(total / size), summary };
}
