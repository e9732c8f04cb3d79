import type { Engine, RuleContext } from "#backend/engine/documents";
import { type ReportLine, rowsOf } from "#backend/engine/reports/read";
import { amountIn, type DecimalSign } from "#backend/engine/reports/words";
import { addTradeFacts } from "#backend/ledgers/facts/post";
import type { Database } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { keysOf } from "#documents/kit";
import { cell, signOf, wrong } from "../cells";
import { type AccountStore, type AccountStores, siteIn } from "../places";
import { accountOf, eachUnknown, heldLacking, type KeptColumns, keepReportRows, tellUnmapped } from "../rows";
import type { ReportTaken, ReportTold, TakenReport } from "../taken";
import { lockStorage, STORAGE_KINDS, type StorageKind, type StorageMonth, storageEntries } from "./post";

/** The store whose goods lie in a country: that of its marketplace, else the report's own, in the fee's currency. */
export function storeAt(row: ReportLine, country: string, stores: AccountStores): AccountStore {
  const [own] = stores;
  const currency = cell(row, "currency").toUpperCase();
  const near = stores.find((s) => s.siteCode === siteIn(country)) ?? own;
  const found = near.currency === currency ? near : stores.find((s) => s.currency === currency);
  if (!found) throw conflict(`第${row.no}行币种${currency || "空"}与店铺币种${near.currency}不符`);
  return found;
}

/** A number of a row, as decimal text. @throws Refusal 409 naming the cell */
export function numberOf(row: ReportLine, column: string, sign: DecimalSign): string {
  const value = amountIn(cell(row, column), sign);
  if (value === undefined) throw wrong(row, column, cell(row, column));
  return value;
}

/** What a row of a report of fees says: of a month, 202607, and of goods that nobody knows yet. */
interface FeeSaid {
  [column: string]: string | number | null;
  month: string;
  store_id: string;
  country: string;
  fnsku: string | null;
  /** MSKU as the report names it. */
  said: string | null;
  fact_sku: "*";
}

/** A report of what the platform charges for storage. */
export interface FeeReport {
  kind: StorageKind;
  columns: KeptColumns;
  /** Columns whose decimal sign is proved. */
  amounts: readonly string[];
  read(row: ReportLine, sign: DecimalSign, stores: AccountStores): FeeSaid;
  /** What tells a row from others of its account, month and country. */
  key(said: FeeSaid): readonly (string | number | null)[];
  /** What of a row names goods, as SQL. */
  goods: "fnsku" | "lower(said)";
  /** Name of the report in the inbox. */
  source: string;
  /** What is said of goods that nobody knows: how many, and one of them. */
  unknown(count: number, first: { fnsku: string | null; said: string | null }): string;
}

/**
 * Gives rows the goods that they are: by FNSKU, by the MSKU that the file says, by the ASIN where one MSKU that the
 * platform stores has it. $1 tenant
 */
const pairFees = (kind: StorageKind) => `
  update ${STORAGE_KINDS[kind].table} f set fact_sku = x.msku, msku = x.msku
  from (
    select s.id, coalesce(
      (select min(l.msku) from sku_listing l where l.store_id = s.store_id and l.fnsku = s.fnsku and l.del_flag = 0
       having count(distinct l.msku) = 1),
      (select l.msku from sku_listing l where l.store_id = s.store_id and lower(l.msku) = lower(s.said)
       order by l.del_flag, l.id limit 1),
      (select min(l.msku) from sku_listing l where l.store_id = s.store_id and l.asin = s.asin
         and l.fulfillment_channel = 'AFN' and l.del_flag = 0 having count(distinct l.msku) = 1)) as msku
    from ${STORAGE_KINDS[kind].table} s where s.tenant_id = $1 and s.fact_sku = '*' and s.del_flag = 0) x
  where f.id = x.id and x.msku is not null
  returning '${kind}' as kind, f.store_id as "storeId", f.month`;

/** Says how many goods nobody knows, and puts those that the file names into the inbox. */
async function tellUnknown(c: RuleContext, report: FeeReport, fileId: string): Promise<string | null> {
  const unknown = await c.sql.query<{ storeId: string; fnsku: string | null; said: string | null; rows: number }>(
    `select store_id as "storeId", min(fnsku) as fnsku, min(said) as said, count(*)::int as rows from ${STORAGE_KINDS[report.kind].table}
     where report_file_id = $1 and fact_sku = '*' and del_flag = 0 group by store_id, ${report.goods} order by 1, 2, 3`,
    [fileId],
  );
  for (const { storeId, fnsku, said, rows } of unknown)
    if (said)
      await tellUnmapped(c, { storeId, source: report.source }, [{ code: said, count: rows, sample: fnsku ?? "" }]);
  const [first] = unknown;
  return first ? report.unknown(unknown.length, first) : null;
}

/** What a newer report of a month and country does not name any more is charged no longer (figures.md A.4). */
const withdraw = (table: string) => `
  with said as (select distinct store_id, month, country from ${table} where report_file_id = $1)
  update ${table} f set amount = 0, report_time = $2::timestamptz, update_time = now()
  from said s where f.store_id = s.store_id and f.month = s.month and f.country = s.country and f.del_flag = 0
    and f.report_file_id <> $1 and f.report_time < $2::timestamptz and f.amount <> 0`;

/** How many rows a file has, and how many that are charged it lacks: a newer one of their months and countries. */
async function lacking(
  c: RuleContext,
  report: TakenReport,
  { open, charset, columns }: ReportTaken,
  { table, read }: { table: string; read: (row: ReportLine) => FeeSaid & { row_key: string } },
): Promise<{ has: number; lacks: number }> {
  const keys = new Set<string>();
  const places = new Set<string>();
  let has = 0;
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) {
      const { month, store_id, country, row_key } = read(row);
      has += 1;
      keys.add(row_key);
      places.add([store_id, month, country].join(" "));
    }
  const found = await c.sql.one<{ n: number }>(
    `select count(*)::int as n from ${table} f
     where f.tenant_id = $1 and f.del_flag = 0 and f.amount <> 0 and f.report_time < $2::timestamptz
       and concat_ws(' ', f.store_id, f.month, f.country) = any($3::text[]) and not f.row_key = any($4::text[])`,
    [c.tenantId, report.reportTime, [...places], [...keys]],
  );
  return { has, lacks: found?.n ?? 0 };
}

/**
 * Takes what the platform charges for storage by its report: it is the storage fee of its goods until a settlement
 * says one, and what that is shared by (figures.md C.2, C.4). What lacks more rows than it has waits for a person (A.4).
 */
export const takeFees =
  (fees: FeeReport) =>
  async (c: RuleContext, report: TakenReport, taken: ReportTaken, stores: AccountStores): Promise<ReportTold> => {
    const { kind } = fees;
    const { table } = STORAGE_KINDS[kind];
    const sign = await signOf(taken, fees.amounts, stores[0].siteCode);
    await lockStorage(c);
    const months = new Map<string, StorageMonth>();
    const account = accountOf(stores);
    const read = (row: ReportLine) => {
      const said = fees.read(row, sign, stores);
      return { ...said, row_key: [account, ...fees.key(said)].join("/") };
    };
    if (!report.replaces) {
      const { has, lacks } = await lacking(c, report, taken, { table, read });
      if (lacks > has) return { rowCount: has, ...heldLacking(lacks) };
    }
    const rowCount = await keepReportRows(c, report, taken, { table, columns: fees.columns }, (rows) =>
      rows.map((row) => {
        const said = read(row);
        const { month, store_id: storeId } = said;
        months.set(`${storeId} ${month}`, { kind, storeId, month });
        return said;
      }),
    );
    await c.sql.query(withdraw(table), [report.id, report.reportTime]);
    for (const paired of await c.sql.query<StorageMonth>(pairFees(kind), [c.tenantId]))
      months.set(`${paired.storeId} ${paired.month}`, paired);
    await addTradeFacts(c.sql, await storageEntries(c, [...months.values()], { orders: true }));
    const said = [...new Set([...months.values()].map(({ month }) => `${month.slice(0, 4)}-${month.slice(4)}`))].sort();
    return { rowCount, period: said.join("、"), problem: await tellUnknown(c, fees, report.id) };
  };

/** Goods that are known by now get the storage fees that lay on their store. */
export async function pairStorage(db: Database, engine: Engine): Promise<void> {
  for (const kind of keysOf(STORAGE_KINDS))
    await eachUnknown(db, engine, STORAGE_KINDS[kind].table, async (c) => {
      await lockStorage(c);
      const paired = await c.sql.query<StorageMonth>(pairFees(kind), [c.tenantId]);
      const months = new Map(paired.map((one) => [`${one.storeId} ${one.month}`, one]));
      await addTradeFacts(c.sql, await storageEntries(c, [...months.values()], { orders: true }));
    });
}
