import type { Engine, RuleContext } from "#backend/engine/documents";
import { type ReportLine, rowsOf } from "#backend/engine/reports/read";
import { amountIn, type DecimalSign } from "#backend/engine/reports/words";
import { addTradeFacts } from "#backend/ledgers/facts/post";
import type { Database } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { cell, signOf, wrong } from "../cells";
import type { AccountStore } from "../places";
import { accountOf, eachUnknown, keepReportRows, tellUnmapped } from "../rows";
import type { ReportTaken, ReportTold, TakenReport } from "../taken";
import { lockStorage, type StorageMonth, storageEntries } from "./post";

/** Columns without which a file is no report of storage fees (figures.md A.3). */
export const STORAGE_COLUMNS = [
  "asin",
  "fnsku",
  "fulfillment-center",
  "country-code",
  "month-of-charge",
  "average-quantity-on-hand",
  "estimated-monthly-storage-fee",
  "currency",
];

const AMOUNTS = ["average-quantity-on-hand", "item-volume", "estimated-monthly-storage-fee"];

const TABLE = {
  table: "fba_storage_fee",
  columns: {
    month: "text",
    store_id: "bigint",
    country: "text",
    fnsku: "text",
    asin: "text",
    said: "text",
    msku: "text",
    fact_sku: "text",
    fulfillment_center: "text",
    qty: "numeric",
    volume: "numeric",
    amount: "numeric",
    currency: "text",
  },
} as const;

/** Countries whose marketplace calls itself otherwise. */
const SITES: Readonly<Record<string, string>> = { GB: "UK" };

/** The store whose goods lie in a country: that of its marketplace, else the report's own, in the fee's currency. */
function storeAt(row: ReportLine, country: string, stores: readonly [AccountStore, ...AccountStore[]]): AccountStore {
  const [own] = stores;
  const currency = cell(row, "currency").toUpperCase();
  const near = stores.find((s) => s.siteCode === (SITES[country] ?? country)) ?? own;
  const found = near.currency === currency ? near : stores.find((s) => s.currency === currency);
  if (!found) throw conflict(`第${row.no}行币种${currency || "空"}与店铺币种${near.currency}不符`);
  return found;
}

function numberOf(row: ReportLine, column: string, sign: DecimalSign): string {
  const value = amountIn(cell(row, column), sign);
  if (value === undefined) throw wrong(row, column, cell(row, column));
  return value;
}

function monthOf(row: ReportLine): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])(-01)?$/.exec(cell(row, "month-of-charge")) ?? [];
  if (!year || !month) throw wrong(row, "month-of-charge", cell(row, "month-of-charge"));
  return year + month;
}

function rowOf(row: ReportLine, sign: DecimalSign, stores: readonly [AccountStore, ...AccountStore[]]) {
  const country = cell(row, "country-code").toUpperCase();
  const fnsku = cell(row, "fnsku").slice(0, 60);
  if (!fnsku) throw wrong(row, "fnsku", fnsku);
  const { id: store_id, currency } = storeAt(row, country, stores);
  return {
    month: monthOf(row),
    store_id,
    country,
    fnsku,
    asin: cell(row, "asin").slice(0, 20) || null,
    said: (cell(row, "msku") || cell(row, "sku")).slice(0, 60) || null,
    msku: null,
    fact_sku: "*",
    fulfillment_center: cell(row, "fulfillment-center").slice(0, 20),
    qty: numberOf(row, "average-quantity-on-hand", sign),
    volume: cell(row, "item-volume") ? numberOf(row, "item-volume", sign) : null,
    amount: numberOf(row, "estimated-monthly-storage-fee", sign),
    currency,
  };
}

/**
 * Gives rows the goods that they are: by FNSKU, by the MSKU that the file says, by the ASIN where one MSKU that the
 * platform stores has it. $1 tenant
 */
const PAIR = `
  update fba_storage_fee f set fact_sku = x.msku, msku = x.msku
  from (
    select s.id, coalesce(
      (select min(l.msku) from sku_listing l where l.store_id = s.store_id and l.fnsku = s.fnsku and l.del_flag = 0
       having count(distinct l.msku) = 1),
      (select l.msku from sku_listing l where l.store_id = s.store_id and lower(l.msku) = lower(s.said)
       order by l.del_flag, l.id limit 1),
      (select min(l.msku) from sku_listing l where l.store_id = s.store_id and l.asin = s.asin
         and l.fulfillment_channel = 'AFN' and l.del_flag = 0 having count(distinct l.msku) = 1)) as msku
    from fba_storage_fee s where s.tenant_id = $1 and s.fact_sku = '*' and s.del_flag = 0) x
  where f.id = x.id and x.msku is not null
  returning f.store_id as "storeId", f.month`;

/** Says how many goods nobody knows, and puts those that the file names into the inbox. */
async function tellUnknown(c: RuleContext, fileId: string): Promise<string | null> {
  const unknown = await c.sql.query<{ storeId: string; fnsku: string; said: string | null; rows: number }>(
    `select store_id as "storeId", fnsku, min(said) as said, count(*)::int as rows from fba_storage_fee
     where report_file_id = $1 and fact_sku = '*' and del_flag = 0 group by 1, 2 order by 1, 2`,
    [fileId],
  );
  for (const { storeId, fnsku, said, rows } of unknown)
    if (said) await tellUnmapped(c, { storeId, source: "FBA仓储费" }, [{ code: said, count: rows, sample: fnsku }]);
  const [first] = unknown;
  return first ? `${unknown.length}个FNSKU不知道是哪个MSKU（如${first.fnsku}），请在SKU的平台映射里填写FNSKU` : null;
}

/** What a newer report of a month and country does not name any more is charged no longer (figures.md A.4). */
const WITHDRAW = `
  with said as (select distinct store_id, month, country from fba_storage_fee where report_file_id = $1)
  update fba_storage_fee f set amount = 0, report_time = $2::timestamptz, update_time = now()
  from said s where f.store_id = s.store_id and f.month = s.month and f.country = s.country and f.del_flag = 0
    and f.report_file_id <> $1 and f.report_time < $2::timestamptz and f.amount <> 0`;

/** Rows that are charged and that a newer report of their months and countries does not name, by its keys. */
const LACKED = `
  select count(*)::int as n from fba_storage_fee f
  where f.tenant_id = $1 and f.del_flag = 0 and f.amount <> 0 and f.report_time < $2::timestamptz
    and concat_ws(' ', f.store_id, f.month, f.country) = any($3::text[]) and not f.row_key = any($4::text[])`;

/** How many rows a file has, and how many that are there it lacks. */
async function lacking(
  c: RuleContext,
  report: TakenReport,
  { open, charset, columns }: ReportTaken,
  read: (row: ReportLine) => { month: string; store_id: string; country: string; row_key: string },
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
  const found = await c.sql.one<{ n: number }>(LACKED, [c.tenantId, report.reportTime, [...places], [...keys]]);
  return { has, lacks: found?.n ?? 0 };
}

/**
 * Takes what the platform expects to charge for storage: it is the storage fee of its goods until a settlement says
 * one, and what that is shared by (figures.md C.2, C.4). What lacks more rows than it has waits for a person (A.4).
 */
export async function takeStorage(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: readonly [AccountStore, ...AccountStore[]],
): Promise<ReportTold> {
  const sign = await signOf(taken, AMOUNTS, stores[0].siteCode);
  await lockStorage(c);
  const months = new Map<string, StorageMonth>();
  const account = accountOf(stores);
  const read = (row: ReportLine) => {
    const said = rowOf(row, sign, stores);
    const { month, country, fnsku, fulfillment_center: place } = said;
    return { ...said, row_key: [account, month, country, fnsku, place].join("/") };
  };
  if (!report.replaces) {
    const { has, lacks } = await lacking(c, report, taken, read);
    const problem = `数据明显减少：原有的${lacks}行这份报告里没有，请确认后采用`;
    if (lacks > has) return { rowCount: has, state: "changed", problem };
  }
  const rowCount = await keepReportRows(c, report, taken, TABLE, (rows) =>
    rows.map((row) => {
      const said = read(row);
      const { month, store_id: storeId } = said;
      months.set(`${storeId} ${month}`, { storeId, month });
      return said;
    }),
  );
  await c.sql.query(WITHDRAW, [report.id, report.reportTime]);
  for (const paired of await c.sql.query<StorageMonth>(PAIR, [c.tenantId]))
    months.set(`${paired.storeId} ${paired.month}`, paired);
  await addTradeFacts(c.sql, await storageEntries(c, [...months.values()], { orders: true }));
  const said = [...new Set([...months.values()].map(({ month }) => `${month.slice(0, 4)}-${month.slice(4)}`))].sort();
  return { rowCount, period: said.join("、"), problem: await tellUnknown(c, report.id) };
}

/** Goods that are known by now get the storage fees that lay on their store. */
export const pairStorage = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async (c) => {
    await lockStorage(c);
    const paired = await c.sql.query<StorageMonth>(PAIR, [c.tenantId]);
    const months = new Map(paired.map((one) => [`${one.storeId} ${one.month}`, one]));
    await addTradeFacts(c.sql, await storageEntries(c, [...months.values()], { orders: true }));
  });
