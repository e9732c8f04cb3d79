import { type Engine, type RuleContext, rules } from "#backend/engine/documents";
import { type ReportLine, rowsOf } from "#backend/engine/reports/read";
import { type DecimalSign, timeIn } from "#backend/engine/reports/words";
import { type Database, lockAdvisory } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { storeListing } from "#documents/logistics/fba-daily";
import { amountOf, cell, daysOf, pieces, signOf, wrong } from "../cells";
import { type AccountStore, type AccountStores, habitsOf, placesOf } from "../places";
import { eachUnknown, heldLacking, keepReportRows, pairSaid, tellUnmapped } from "../rows";
import type { ReportTaken, ReportTold, TakenReport } from "../taken";

/** Columns without which a file is no report of what a store lists (figures.md A.3). */
export const LISTING_COLUMNS = [
  "seller-sku",
  "asin1",
  "item-name",
  "price",
  "quantity",
  "fulfillment-channel",
  "status",
];

const TABLE = {
  table: "store_listing",
  columns: {
    store_id: "bigint",
    msku: "text",
    fact_sku: "text",
    asin: "text",
    title: "text",
    price: "numeric",
    currency: "text",
    state: "text",
    channel: "text",
    qty: "int",
    open_day: "date",
  },
} as const;

const STATES: ReadonlySet<string> = new Set(["active", "inactive", "incomplete"]);

/** `DEFAULT` is what we send ourselves, `AMAZON_NA` and its like what the platform sends. */
function channelOf(row: ReportLine): "AFN" | "MFN" {
  const said = cell(row, "fulfillment-channel").toUpperCase();
  if (said === "DEFAULT") return "MFN";
  if (/^AMAZON(_|$)/.test(said)) return "AFN";
  throw wrong(row, "fulfillment-channel", cell(row, "fulfillment-channel"));
}

function stateOf(row: ReportLine): string {
  const said = cell(row, "status").toLowerCase();
  if (!STATES.has(said)) throw wrong(row, "status", cell(row, "status"));
  return said;
}

/** The day on which it was listed, as the site writes it. */
function openDayOf(row: ReportLine, monthFirst: boolean): string | null {
  const said = cell(row, "open-date");
  if (!said) return null;
  const time = timeIn(said.split(/[T\s]/)[0] ?? "", monthFirst);
  if (!time) throw wrong(row, "open-date", said);
  return time.slice(0, 10);
}

const keyOf = (store: AccountStore, row: ReportLine) => [store.id, cell(row, "seller-sku").toLowerCase()].join("/");

function rowOf(row: ReportLine, store: AccountStore, sign: DecimalSign) {
  const msku = cell(row, "seller-sku");
  if (!msku || msku.length > 60) throw wrong(row, "seller-sku", msku);
  const qty = pieces(row, "quantity");
  if (qty !== null && qty < 0) throw wrong(row, "quantity", cell(row, "quantity"));
  const channel = channelOf(row);
  // Where the product is named by another number than its ASIN, nobody knows that.
  const [asin = null] = /^[A-Z0-9]{10}$/.exec(cell(row, "asin1").toUpperCase()) ?? [];
  return {
    msku,
    asin,
    title: cell(row, "item-name").slice(0, 500) || null,
    price: cell(row, "price") ? amountOf(row, "price", { sign, currency: store.currency }) : null,
    currency: store.currency,
    state: stateOf(row),
    channel,
    // Of what lies at the platform this report knows no number.
    qty: channel === "AFN" ? null : qty,
    open_day: openDayOf(row, habitsOf(store.siteCode).monthFirst),
    row_key: keyOf(store, row),
  };
}

/** What the newest report of a store does not name is listed no longer; it stays as it was told last. $1 tenant, $2 store */
const GONE = `
  update store_listing t set state = 'gone', update_time = now()
  where t.tenant_id = $1 and t.store_id = $2 and t.del_flag = 0 and t.state <> 'gone' and t.report_time <
    (select max(n.report_time) from store_listing n where n.tenant_id = $1 and n.store_id = $2 and n.del_flag = 0)
  returning t.msku`;

/** Our own listings without an ASIN have the one that the platform says; a typed one stays. $1 tenant, $2 store */
const FILL_ASIN = `
  update sku_listing l set asin = r.asin
  from store_listing r
  where r.tenant_id = $1 and r.store_id = $2 and r.del_flag = 0 and r.state <> 'gone' and r.asin ~ '^[XB][A-Z0-9]{9}$'
    and l.tenant_id = $1 and l.store_id = r.store_id and l.msku = r.fact_sku and l.del_flag = 0
    and coalesce(l.asin, '') = ''`;

/** Rows that a report has, and how many that are listed it lacks. */
async function lacking(
  c: RuleContext,
  { reportTime }: TakenReport,
  { open, charset, columns }: ReportTaken,
  store: AccountStore,
): Promise<{ has: number; lacks: number }> {
  const keys = new Set<string>();
  for await (const rows of rowsOf(open, charset, columns)) for (const row of rows) keys.add(keyOf(store, row));
  const found = await c.sql.one<{ n: number }>(
    `select count(*)::int as n from store_listing where tenant_id = $1 and store_id = $2 and del_flag = 0
       and state <> 'gone' and report_time < $3::timestamptz and not row_key = any($4::text[])`,
    [c.tenantId, store.id, reportTime, [...keys]],
  );
  return { has: keys.size, lacks: found?.n ?? 0 };
}

/**
 * Takes what the platform lists of a store: the newest report is how it is. Our own listings are shown beside it and
 * only their empty ASINs filled. What lacks more than it has waits for a person.
 */
export async function takeListings(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: AccountStores,
): Promise<ReportTold> {
  const [store] = stores;
  const period = daysOf([store])(report.reportTime, store);
  const sign = await signOf(taken, ["price"], store.siteCode);
  // Which report is the newest is asked by one at a time.
  await lockAdvisory(c.sql, "storeListings", store.id);
  const { has, lacks } = await lacking(c, report, taken, store);
  if (!has && lacks) throw conflict("原有数据的区间返回无数据");
  if (lacks > has && !report.replaces) return { rowCount: has, period, ...heldLacking(lacks) };
  const placed = await placesOf(c.sql, [store], store);
  const unknown: { code: string; count: number; sample: string; title: string | null }[] = [];
  const rowCount = await keepReportRows(c, report, taken, TABLE, async (rows) => {
    const places = await placed(rows.map((row) => ({ marketplace: "", orderNo: "", sku: cell(row, "seller-sku") })));
    return rows.map((row, i) => {
      const said = rowOf(row, store, sign);
      const fact_sku = places[i]?.factSku ?? "*";
      // What was never finished is nothing that anybody sells.
      if (fact_sku === "*" && said.state !== "incomplete")
        unknown.push({ code: said.msku, count: 1, sample: said.asin ?? "", title: said.title?.slice(0, 300) ?? null });
      return { ...said, store_id: store.id, fact_sku };
    });
  });
  const gone = await c.sql.query<{ msku: string }>(GONE, [c.tenantId, store.id]);
  await c.sql.query(FILL_ASIN, [c.tenantId, store.id]);
  await tellUnmapped(c, { storeId: store.id, source: storeListing.label }, unknown);
  const [first] = gone.map(({ msku }) => msku).sort();
  return {
    rowCount,
    period,
    problem: first ? `${gone.length}个MSKU不在最新的报告里（如${first}），已标为已下架` : null,
  };
}

/** Gives rows the goods that are known by now, and those the ASIN that they lack. */
export const pairListed = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async ({ sql, tenantId }) => {
    const paired = await sql.query<{ storeId: string }>(
      `with paired as (${pairSaid(TABLE.table, "''")}) select distinct "storeId" from paired order by 1`,
      [tenantId],
    );
    for (const { storeId } of paired) await sql.query(FILL_ASIN, [tenantId, storeId]);
  });

/** Something of our own listing `l` of a row, which is found by its index in capitals. */
const ours = (column: string) => `(select ${column} from sku_listing l where l.store_id = t.store_id
  and upper(l.msku) = upper(t.fact_sku) and l.del_flag = 0 order by l.id limit 1)`;

/** What of it is otherwise with us; empty: nothing. */
const differs = ours(`concat_ws('、',
  case when l.fulfillment_channel is distinct from t.channel then '配送' end,
  case when l.asin <> t.asin then 'ASIN' end,
  case when (l.listing_status = 'active') is distinct from (t.state = 'active') then '状态' end)`);

/** 店铺商品: the platform's listings beside our own. */
export const storeListingRules = rules(storeListing, {
  expressions: {
    ourSkuId: ours("l.sku_id"),
    ourChannel: ours("l.fulfillment_channel"),
    ourAsin: ours("l.asin"),
    ourStatus: ours("l.listing_status"),
    differs: `case when t.state <> 'gone' then nullif(${differs}, '') end`,
    check: `case when t.state = 'gone' then 'gone' when ${differs} is null then 'unmapped'
      when ${differs} = '' then 'same' else 'differs' end`,
  },
});
