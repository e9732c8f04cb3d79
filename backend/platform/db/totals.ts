import type { Sql } from "./sql";

/** What a list's totals are of; `table` is one with an `id`, whose size the planner knows. */
export interface TotalCounted {
  from: string;
  where: { toString(): string; readonly values: unknown[] };
  summary?: string;
  table?: string;
  /** SQL of a state: the number of rows in each comes with the total. */
  state?: string;
  /** SQL of a currency → what is summed in each currency by itself: they come with the total too. */
  currencies?: Map<string, [name: string, sql: string][]>;
}

export interface TotalTotals {
  total: number;
  sums: Record<string, unknown>;
  states?: Record<string, number>;
  /** The total is a guess, and there are no sums. */
  rough?: true;
}

/** A table of more rows than this does not have all of them counted for each page. */
const LARGE = 100_000;
/** So many rows of such a table an index counts in a moment. */
export const COUNTED = 10_000;
/** So many are read whole before they are cut to a page: more would not stay in memory. */
const FEW = 3_000;
const KEPT_MS = 60_000;

const sizes = new WeakMap<Sql, Map<string, { rows: number; until: number }>>();

/** How many rows a table has as the planner knows it. Looked up once in a minute. */
export async function sizeOf(sql: Sql, table: string | undefined): Promise<number> {
  if (!table) return 0;
  const known = sizes.get(sql) ?? new Map<string, { rows: number; until: number }>();
  sizes.set(sql, known);
  const kept = known.get(table);
  if (kept && kept.until > Date.now()) return kept.rows;
  const found = await sql.one<{ rows: number }>(
    // What lies apart by month has its rows in its parts.
    `select sum(greatest(reltuples, 0))::float8 as rows from pg_class
     where oid = to_regclass($1) or oid in (select relid from pg_partition_tree(to_regclass($1)) where isleaf)`,
    [table],
  );
  const rows = found?.rows ?? 0;
  known.set(table, { rows, until: Date.now() + KEPT_MS });
  return rows;
}

/** Does a table have very many rows? */
export const isLarge = async (sql: Sql, table: string | undefined): Promise<boolean> =>
  (await sizeOf(sql, table)) > LARGE;

/** What is guessed of so many questions is kept. */
const MOST_GUESSES = 500;
const guesses = new WeakMap<Sql, Map<string, { rows: Promise<number>; until: number }>>();

/**
 * How many rows the planner guesses that a statement has, none of which are read. Over a table in many
 * parts planning costs as much as reading a page: the same question is asked once in a minute.
 */
export function guessed(sql: Sql, text: string, values: unknown[]): Promise<number> {
  const known = guesses.get(sql) ?? new Map<string, { rows: Promise<number>; until: number }>();
  guesses.set(sql, known);
  const question = JSON.stringify([text, values]);
  const kept = known.get(question);
  if (kept && kept.until > Date.now()) return kept.rows;
  if (known.size >= MOST_GUESSES) known.clear();
  const rows = planned(sql, text, values);
  known.set(question, { rows, until: Date.now() + KEPT_MS });
  rows.catch(() => known.delete(question));
  return rows;
}

async function planned(sql: Sql, text: string, values: unknown[]): Promise<number> {
  const found = await sql.one<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) ${text}`,
    values,
  );
  return found?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** Sums of the rows of one currency each, 人民币 first: name → currency → sum. */
function inEach(found: Record<string, unknown>[], by: string, names: string[]) {
  const rows = found
    .filter((row) => row.$set === by)
    .map((row) => ({ row, code: String(row[by] ?? "") }))
    .sort((a, b) => Number(a.code !== "CNY") - Number(b.code !== "CNY") || (a.code < b.code ? -1 : 1));
  return names.map((name) => [name, Object.fromEntries(rows.map(({ row, code }) => [code, row[name] ?? "0"]))]);
}

/** Name and SQL of what rows are summed by, each by itself. */
const groupsOf = ({ state, currencies }: TotalCounted): [name: string, sql: string][] => [
  ...(state ? [["$state", state] satisfies [string, string]] : []),
  ...[...(currencies?.keys() ?? [])].map((of, i): [string, string] => [`$by${i}`, of]),
];

/** Number and sums of rows, whatever is wanted apart: over a table in many parts each would be planned by itself. */
function totalsOf(counted: TotalCounted, rows: string): string {
  const { summary, currencies = new Map<string, [name: string, sql: string][]>() } = counted;
  const each = [...currencies.values()].flat().map(([name, of]) => `sum(${of})::text as "${name}"`);
  const figures = ['count(*)::int as "$total"', ...(summary ? [summary] : []), ...each].join(", ");
  const groups = groupsOf(counted);
  const sets = groups.map(([, of]) => `(${of})`);
  const which = groups.map(([name, of]) => `when grouping(${of}) = 0 then '${name}'`).join(" ");
  const keys = groups.map(([name, of]) => `${of} as "${name}", `).join("");
  return groups.length
    ? `select ${keys} case ${which} end as "$set", ${figures} from ${rows}
       group by grouping sets (${sets.join(", ")}, ())`
    : `select ${figures} from ${rows}`;
}

/** What such a statement found. */
function totalsIn(counted: TotalCounted, found: Record<string, unknown>[]): TotalTotals {
  const { state, currencies = new Map<string, [name: string, sql: string][]>() } = counted;
  const whole = found.find((row) => !row.$set) ?? {};
  const apart = new Set(["$total", "$set", ...groupsOf(counted).map(([name]) => name)]);
  const sums: Record<string, unknown> = Object.fromEntries(Object.entries(whole).filter(([name]) => !apart.has(name)));
  [...currencies.values()].forEach((those, i) => {
    Object.assign(
      sums,
      Object.fromEntries(
        inEach(
          found,
          `$by${i}`,
          those.map(([name]) => name),
        ),
      ),
    );
  });
  const states = found.filter((row) => row.$set === "$state").map((row) => [row.$state, row.$total]);
  return { total: Number(whole.$total ?? 0), sums, ...(state && { states: Object.fromEntries(states) }) };
}

/** Number and sums of all rows, or of the first `limit` that are met. */
export async function exactTotals(sql: Sql, counted: TotalCounted, limit?: number): Promise<TotalTotals> {
  const { from, where } = counted;
  const rows = limit ? `(select t.* from ${from} where ${where} limit ${limit}) t` : `${from} where ${where}`;
  return totalsIn(counted, await sql.query<Record<string, unknown>>(totalsOf(counted, rows), where.values));
}

/**
 * A page of rows of a large table that are few, with their exact totals: one statement, for which they are
 * met once. @returns nothing where the planner guesses that they are many, or they are
 */
export async function pageOfFew<T extends object>(
  sql: Sql,
  counted: TotalCounted & { select: string },
  { order, offset, size }: { order: string; offset: number; size: number },
): Promise<(TotalTotals & { records: T[] }) | undefined> {
  const { select, from, where } = counted;
  if ((await guessed(sql, `select 1 from ${from} where ${where}`, where.values)) > FEW) return;
  const at = where.values.length;
  const found = await sql.query<T & { $nth?: string | null; $totals?: Record<string, unknown>[] }>(
    `with met as materialized (select t.* from ${from} where ${where} limit ${COUNTED + 1}),
       totals as (${totalsOf(counted, "met t")})
     select s."$totals", p.* from (select jsonb_agg(to_jsonb(totals)) as "$totals" from totals) s
       left join (select row_number() over () as "$nth", r.* from (
         select ${select} from met t order by ${order} limit $${at + 1} offset $${at + 2}) r) p on true
     order by p."$nth"`,
    [...where.values, size, offset],
  );
  const totals = totalsIn(counted, found[0]?.$totals ?? []);
  if (totals.total > COUNTED) return;
  const records = found.filter((row) => row.$nth !== null);
  for (const row of records) {
    delete row.$nth;
    delete row.$totals;
  }
  return { ...totals, records };
}

/**
 * Totals of a list from a large table, of which a page has been read from `offset` on and `found` rows
 * were there, one more than `size` where it goes on: exact as long as they are few, else a guess.
 */
export async function roughTotals(
  sql: Sql,
  counted: TotalCounted,
  { offset, found, size }: { offset: number; found: number; size: number },
): Promise<TotalTotals> {
  // Behind the last page: where that is must be known.
  if (!found && offset) return exactTotals(sql, counted);
  const seen = offset + found;
  const { from, where } = counted;
  const all = `select 1 from ${from} where ${where}`;
  const guess = found > size ? await guessed(sql, all, where.values) : seen;
  if (Math.max(guess, seen) <= COUNTED) {
    const exact = await exactTotals(sql, counted, COUNTED + 1);
    if (exact.total <= COUNTED) return exact;
  }
  const least = found > size ? Math.max(seen, COUNTED + 1) : seen;
  return { total: found > size ? Math.max(guess, least) : seen, sums: {}, rough: true };
}
