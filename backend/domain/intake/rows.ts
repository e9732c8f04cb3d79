import { seeUnmapped } from "#backend/engine/connect/unmapped";
import type { Engine, RuleContext } from "#backend/engine/documents";
import { type ReportLine, rowsOf } from "#backend/engine/reports/read";
import type { Database } from "#backend/platform/db";
import { conflict, systemOf } from "#backend/platform/http";
import type { ReportTaken, TakenReport } from "./taken";

/** Columns of a table that reports write, and what they are in SQL. */
export type KeptColumns = Readonly<Record<string, "text" | "date" | "int" | "bigint" | "numeric" | "boolean">>;

interface KeptTable {
  table: string;
  columns: KeptColumns;
}

/** A row by columns, with what tells it from others of its account. */
type KeptRow = Readonly<Record<string, string | number | boolean | null>> & { row_key: string };

/** The account of these stores, whichever of them a report was handed in for. */
export const accountOf = (stores: readonly { id: string }[]): string =>
  [...stores].sort((a, b) => Number(a.id) - Number(b.id))[0]?.id ?? "";

/**
 * Keeps rows of a report (figures.md A.4): a newer report takes the place of an older one, an older one that comes
 * late fills what nobody said, the same changes nothing.
 */
const keepRows = (
  { sql, tenantId }: RuleContext,
  { id, reportTime }: TakenReport,
  { table, columns }: KeptTable,
  rows: readonly KeptRow[],
) => {
  const names = Object.keys(columns);
  return sql.query(
    `insert into ${table} as t (tenant_id, version, create_time, del_flag, report_file_id, report_time, row_key,
       ${names.join(", ")})
     select $1, 0, now(), 0, $2, $3::timestamptz, x.row_key, ${names.map((name) => `x.${name}`).join(", ")}
     from jsonb_to_recordset($4::jsonb) as x(row_key text, ${Object.entries(columns)
       .map((column) => column.join(" "))
       .join(", ")})
     order by x.row_key
     on conflict (tenant_id, row_key) where del_flag = 0 do update set update_time = now(),
       report_file_id = excluded.report_file_id, report_time = excluded.report_time,
       ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
     where t.report_time <= excluded.report_time`,
    [tenantId, id, reportTime, JSON.stringify(rows)],
  );
};

/** Keeps rows of one report. Those that it says with the same key are told apart: each is the n-th of it, in any order. */
export function rowKeeper(c: RuleContext, report: TakenReport, table: KeptTable) {
  const seen = new Map<string, number>();
  return (rows: readonly KeptRow[]) =>
    keepRows(
      c,
      report,
      table,
      rows.map((row) => {
        const n = (seen.get(row.row_key) ?? 0) + 1;
        seen.set(row.row_key, n);
        return n === 1 ? row : { ...row, row_key: `${row.row_key}#${n}` };
      }),
    );
}

/**
 * Keeps all rows of a report in columns, some at a time.
 * @param read what rows say, by columns
 * @returns how many there are
 */
export async function keepReportRows(
  c: RuleContext,
  report: TakenReport,
  { open, charset, columns }: ReportTaken,
  table: KeptTable,
  read: (rows: readonly ReportLine[]) => readonly KeptRow[] | Promise<readonly KeptRow[]>,
): Promise<number> {
  const keep = rowKeeper(c, report, table);
  let count = 0;
  for await (const rows of rowsOf(open, charset, columns)) {
    const kept = await read(rows);
    await keep(kept);
    count += kept.length;
  }
  return count;
}

/** The days of a report as its file says them. */
export function periodOf(days: ReadonlySet<string>): { period?: string } {
  const [first, ...more] = [...days].sort();
  return first ? { period: `${first} 至 ${more.at(-1) ?? first}` } : {};
}

/**
 * Refuses a report without rows of days that had some (figures.md F.3): nothing of them is withdrawn.
 * @throws Refusal 409
 */
export async function refuseNone(
  { sql, tenantId }: RuleContext,
  table: string,
  { storeId, day }: { storeId: string; day: string },
): Promise<void> {
  const had = await sql.one(
    `select 1 from ${table} where tenant_id = $1 and store_id = $2 and day = $3 and del_flag = 0 limit 1`,
    [tenantId, storeId, day],
  );
  if (had) throw conflict("原有数据的区间返回无数据");
}

/** What is told of a report with far fewer rows than there are: a person decides (figures.md A.4). */
const held = (rows: string) => ({ state: "changed" as const, problem: `数据明显减少：${rows}，请确认后采用` });
export const heldFewer = (had: number, has: number) => held(`原有${had}行，这份报告${has}行`);
/** The same of one that lacks more of them than it has. */
export const heldLacking = (lacks: number) => held(`原有的${lacks}行这份报告里没有`);

/** Puts what a store's report names and nobody knows into the inbox; `count` is how many rows wait for each. */
export async function tellUnmapped(
  { sql, tenantId }: RuleContext,
  place: { storeId: string; source: string },
  unknown: readonly { code: string; count: number; sample: string; title?: string | null }[],
): Promise<void> {
  const seen = new Date().toISOString();
  await seeUnmapped(
    sql,
    { tenantId, ...place },
    unknown.map((one) => ({ title: null, ...one, firstSeen: seen, lastSeen: seen })),
  );
}

/**
 * Gives the rows of a tenant the goods that they name and that are known by now ($1). Listings have an index in capitals.
 * @param no SQL of what is answered of each beside its store: its order, unless reports have none
 * @returns statement whose rows are the store and that of each
 */
export const pairSaid = (table: string, no = "coalesce(f.order_no, '')"): string => `
  update ${table} f set fact_sku = x.msku
  from (select r.id, (select l.msku from sku_listing l where l.store_id = r.store_id and upper(l.msku) = upper(r.msku)
      order by l.del_flag, l.id limit 1) as msku
    from ${table} r where r.tenant_id = $1 and r.fact_sku = '*' and r.del_flag = 0) x
  where f.id = x.id and x.msku is not null
  returning f.store_id as "storeId", ${no} as no`;

/** Goes through the tenants that have rows whose goods nobody knew, each in a transaction of its own. */
export async function eachUnknown(
  db: Database,
  engine: Engine,
  table: string,
  pair: (c: RuleContext) => Promise<void>,
): Promise<void> {
  const waiting = await db.query<{ tenantId: string }>(
    `select distinct tenant_id as "tenantId" from ${table} where fact_sku = '*' and del_flag = 0 order by 1`,
  );
  for (const { tenantId } of waiting) await db.tx((sql) => pair({ sql, ...systemOf(tenantId), ...engine }));
}
