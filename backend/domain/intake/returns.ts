import { RETURN_SOURCE } from "#backend/domain/wms/costs/estimate";
import type { Engine, RuleContext } from "#backend/engine/documents";
import type { ReportLine } from "#backend/engine/reports/read";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { type Database, lockAdvisory } from "#backend/platform/db";
import { returnDispositions, returnReasons } from "#documents/logistics/fba-words";
import { cell, daysOf, instant, wordOf, wrong } from "./cells";
import { type AccountStores, habitsOf, placesOf } from "./places";
import { accountOf, eachUnknown, keepReportRows, pairSaid, periodOf } from "./rows";
import type { ReportTaken, ReportTold, TakenReport } from "./taken";

/** Columns without which a file is no report of returns (figures.md A.3). */
export const RETURN_COLUMNS = [
  "return-date",
  "order-id",
  "sku",
  "fnsku",
  "quantity",
  "fulfillment-center-id",
  "detailed-disposition",
  "reason",
];

// Comments of buyers are personal: they are not read.
const TABLE = {
  table: "fba_customer_return",
  columns: {
    return_day: "date",
    store_id: "bigint",
    order_no: "text",
    msku: "text",
    fact_sku: "text",
    fnsku: "text",
    asin: "text",
    qty: "int",
    disposition: "text",
    reason: "text",
    reason_said: "text",
    state: "text",
    fulfillment_center: "text",
    plate_no: "text",
  },
} as const;

/** What a row says, but for its place. */
function returnOf(row: ReportLine, monthFirst: boolean) {
  const qty = cell(row, "quantity");
  if (!/^\d{1,6}$/.test(qty)) throw wrong(row, "quantity", qty);
  const reason = cell(row, "reason").toUpperCase();
  const disposition = cell(row, "detailed-disposition").toUpperCase().replaceAll(/[ _]/g, "");
  return {
    time: instant(row, "return-date", monthFirst),
    orderNo: cell(row, "order-id").slice(0, 40),
    sku: cell(row, "sku").slice(0, 60),
    marketplace: "",
    fnsku: cell(row, "fnsku").slice(0, 60) || null,
    asin: cell(row, "asin").slice(0, 20) || null,
    qty: Number(qty),
    disposition: wordOf(returnDispositions, disposition),
    reason: wordOf(returnReasons, reason.startsWith("UNDELIVERABLE") ? "UNDELIVERABLE" : reason),
    reason_said: reason.slice(0, 60) || null,
    state: cell(row, "status").slice(0, 100) || null,
    fulfillment_center: cell(row, "fulfillment-center-id").slice(0, 20) || null,
    plate_no: cell(row, "license-plate-number").slice(0, 60) || null,
  };
}

/** An order that a report does not name. */
const ORDER = "coalesce(nullif(r.order_no, ''), '-')";

/** What the facts lack of the pieces that came back of some orders, by the day on which they did. $1 orders by store */
const ENTRIES = `
  with asked as (select distinct "storeId" as store_id, no from jsonb_to_recordset($1::jsonb) as x("storeId" bigint, no text)),
  wanted as (
    select r.store_id, ${ORDER} as no, r.return_day as day, r.fact_sku as sku, sum(r.qty) as amount
    from asked a join fba_customer_return r on r.store_id = a.store_id and r.order_no = a.no and r.del_flag = 0
    group by 1, 2, 3, 4),
  posted as (
    select s.store_id, s.source_no as no, coalesce(s.ref_date, s.biz_date) as day, s.seller_sku as sku, sum(s.amount) as amount
    from asked a join fact_source s on s.source_type = '${RETURN_SOURCE}' and s.store_id = a.store_id
      and s.source_no = coalesce(nullif(a.no, ''), '-') and s.column_name = 'return_units'
    group by 1, 2, 3, 4)
  select '${RETURN_SOURCE}' as "sourceType", no as "sourceNo", day::text as "bizDate", store_id as "storeId", sku as "sellerSku",
    'return_units' as "column", (coalesce(w.amount, 0) - coalesce(p.amount, 0))::text as amount
  from wanted w full join posted p using (store_id, no, day, sku)
  where coalesce(w.amount, 0) <> coalesce(p.amount, 0) order by 3, 4, 5, 2`;

interface ReturnedOrder {
  storeId: string;
  no: string;
}

/** Brings the facts to what came back of these orders (figures.md C.2). */
async function postReturns({ sql }: RuleContext, orders: readonly ReturnedOrder[]): Promise<void> {
  await addTradeFacts(sql, await sql.query<TradeEntry>(ENTRIES, [JSON.stringify(orders)]));
}

const lockReturns = ({ sql, tenantId }: RuleContext) => lockAdvisory(sql, "fbaReturns", tenantId);

/** Takes what came back: pieces of their MSKU on the day on which they did. What stock does with it is its own. */
export async function takeReturns(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: AccountStores,
): Promise<ReportTold> {
  const [main] = stores;
  const { monthFirst } = habitsOf(main.siteCode);
  const placed = await placesOf(c.sql, stores, main);
  await lockReturns(c);
  const account = accountOf(stores);
  const dayIn = daysOf(stores);
  const orders = new Set<string>();
  const days = new Set<string>();
  const rowCount = await keepReportRows(c, report, taken, TABLE, async (rows) => {
    const said = rows.map((row) => returnOf(row, monthFirst));
    const places = await placed(said);
    return said.map(({ time, orderNo, sku, marketplace: _, ...one }, i) => {
      const { store = main, factSku = "*" } = places[i] ?? {};
      const day = dayIn(time, store);
      days.add(day);
      orders.add(orderNo);
      const row_key = [account, one.plate_no, time, orderNo, sku].join("/");
      return {
        ...one,
        store_id: store.id,
        order_no: orderNo,
        msku: sku || null,
        fact_sku: factSku,
        return_day: day,
        row_key,
      };
    });
  });
  // One of them may have lain on another store of the account before its order was known.
  await postReturns(
    c,
    stores.flatMap(({ id: storeId }) => [...orders].map((no) => ({ storeId, no }))),
  );
  return { rowCount, ...periodOf(days) };
}

/** Gives returns the goods that are known by now. */
export const pairReturns = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async (c) => {
    await lockReturns(c);
    const orders = await c.sql.query<ReturnedOrder>(pairSaid(TABLE.table), [c.tenantId]);
    if (orders.length) await postReturns(c, orders);
  });
