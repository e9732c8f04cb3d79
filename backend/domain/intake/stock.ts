import { PIECES } from "#backend/domain/pieces";
import { type Engine, type RuleContext, rules } from "#backend/engine/documents";
import type { ReportLine } from "#backend/engine/reports/read";
import type { Database } from "#backend/platform/db";
import { fbaStock } from "#documents/logistics/fba-daily";
import { cell, daysOf, pieces, wrong } from "./cells";
import { type AccountStores, placesOf } from "./places";
import { eachUnknown, keepReportRows, pairSaid, refuseNone, tellUnmapped } from "./rows";
import type { ReportTaken, ReportTold, TakenReport } from "./taken";

/** Columns without which a file is no report of what lies at the platform (figures.md A.3). */
export const STOCK_COLUMNS = [
  "sku",
  "fnsku",
  "asin",
  "afn-fulfillable-quantity",
  "afn-unsellable-quantity",
  "afn-reserved-quantity",
  "afn-total-quantity",
];

const TABLE = {
  table: "fba_stock",
  columns: {
    day: "date",
    store_id: "bigint",
    msku: "text",
    fact_sku: "text",
    fnsku: "text",
    asin: "text",
    fulfillable_qty: "int",
    reserved_qty: "int",
    unsellable_qty: "int",
    working_qty: "int",
    shipped_qty: "int",
    receiving_qty: "int",
    total_qty: "int",
    book_qty: "int",
    diff_qty: "int",
  },
} as const;

function counted(row: ReportLine, name: string): number {
  const qty = pieces(row, name);
  if (qty === null || qty < 0) throw wrong(row, name, cell(row, name));
  return qty;
}

function rowOf(row: ReportLine) {
  const msku = cell(row, "sku").slice(0, 60);
  if (!msku) throw wrong(row, "sku", msku);
  return {
    msku,
    fnsku: cell(row, "fnsku").slice(0, 60) || null,
    asin: cell(row, "asin").slice(0, 20) || null,
    fulfillable_qty: counted(row, "afn-fulfillable-quantity"),
    reserved_qty: counted(row, "afn-reserved-quantity"),
    unsellable_qty: counted(row, "afn-unsellable-quantity"),
    working_qty: pieces(row, "afn-inbound-working-quantity"),
    shipped_qty: pieces(row, "afn-inbound-shipped-quantity"),
    receiving_qty: pieces(row, "afn-inbound-receiving-quantity"),
    total_qty: counted(row, "afn-total-quantity"),
    book_qty: null,
    diff_qty: null,
  };
}

/** Hours for which what is in the books now is what was there when a report was made. */
const FRESH_HOURS = 36;

/**
 * Lays our own books beside the rows of a day: of all MSKUs of a SKU once, at the first of them. Combinations have no
 * pool, and a part of one that lies there cannot be told from what lies in it. $1 tenant, $2 store, $3 day
 */
const COMPARE = `
  with said as (
    select r.id, r.msku, l.sku_id, k.sku_type, r.fulfillable_qty + r.reserved_qty + r.unsellable_qty as qty
    from fba_stock r
      join lateral (select sku_id, fulfillment_channel from sku_listing g where g.store_id = r.store_id
        and g.msku = r.fact_sku order by g.del_flag, g.id limit 1) l on l.fulfillment_channel = 'AFN'
      join sku k on k.id = l.sku_id
    where r.tenant_id = $1 and r.store_id = $2 and r.day = $3 and r.del_flag = 0
      and r.report_time > now() - interval '${FRESH_HOURS} hours'),
  known as (
    select id, sku_id, sum(qty) over (partition by sku_id) as qty,
      row_number() over (partition by sku_id order by msku, id) as nth
    from said where sku_type = 'normal' and not exists (
      select 1 from said c join (${PIECES}) i on i.sku_id = c.sku_id
      where c.sku_type = 'combo' and c.qty > 0 and i.piece_id = said.sku_id)),
  beside as (
    select n.id, n.qty, coalesce(b.on_hand_qty, 0) as book
    from known n
      join warehouse w on w.tenant_id = $1 and w.kind = 'fba' and w.store_id = $2 and w.del_flag = 0
      left join stock b on b.warehouse_id = w.id and b.sku_id = n.sku_id and b.tenant_id = $1
    where n.nth = 1)
  update fba_stock f set book_qty = b.book, diff_qty = b.qty - b.book
  from fba_stock r left join beside b on b.id = r.id
  where f.id = r.id and r.tenant_id = $1 and r.store_id = $2 and r.day = $3 and r.del_flag = 0
    and r.report_time > now() - interval '${FRESH_HOURS} hours'
    and (f.book_qty, f.diff_qty) is distinct from (b.book::int, (b.qty - b.book)::int)`;

/** Takes what lies at the platform on the site's day on which the report was made. */
export async function takeStock(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: AccountStores,
): Promise<ReportTold> {
  const [store] = stores;
  const day = daysOf([store])(report.reportTime, store);
  const placed = await placesOf(c.sql, [store], store);
  const unknown: { code: string; count: number; sample: string }[] = [];
  const rowCount = await keepReportRows(c, report, taken, TABLE, async (rows) => {
    const places = await placed(rows.map((row) => ({ marketplace: "", orderNo: "", sku: cell(row, "sku") })));
    return rows.map((row, i) => {
      const said = rowOf(row);
      const fact_sku = places[i]?.factSku ?? "*";
      if (fact_sku === "*" && said.total_qty > 0) unknown.push({ code: said.msku, count: 1, sample: said.fnsku ?? "" });
      return {
        ...said,
        day,
        store_id: store.id,
        fact_sku,
        row_key: [store.id, day, said.msku.toLowerCase()].join("/"),
      };
    });
  });
  if (!rowCount) await refuseNone(c, TABLE.table, { storeId: store.id, day });
  await c.sql.query(COMPARE, [c.tenantId, store.id, day]);
  await tellUnmapped(c, { storeId: store.id, source: "FBA库存" }, unknown);
  return { rowCount, period: day };
}

/** Gives rows the goods that are known by now, and lays the books beside those that are of today. */
export const pairStock = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async (c) => {
    const days = await c.sql.query<{ storeId: string; day: string }>(
      `with paired as (${pairSaid(TABLE.table, "f.day")})
       select distinct "storeId", no::text as day from paired order by 1, 2`,
      [c.tenantId],
    );
    for (const { storeId, day } of days) await c.sql.query(COMPARE, [c.tenantId, storeId, day]);
  });

/** Pieces of these goods that the platform adjusted for a reason in the thirty days up to the snapshot. */
const adjusted = (reason: string, pieces: string) => `(select nullif(sum(${pieces}), 0)::int from fba_ledger g
  where g.tenant_id = t.tenant_id and g.store_id = t.store_id and lower(g.msku) = lower(t.msku)
    and g.event = 'ADJUSTMENTS' and g.reason = '${reason}' and g.event_day between t.day - 29 and t.day and g.del_flag = 0)`;

/** FBA库存 (figures.md A.3): beside each snapshot whether our books differ, and what of that the ledger explains. */
export const fbaStockRules = rules(fbaStock, {
  expressions: {
    check: "case when t.diff_qty is null then 'none' when t.diff_qty = 0 then 'same' else 'differs' end",
    lostQty: adjusted("LOST", "-g.qty"),
    damagedQty: adjusted("DAMAGED", "case when g.disposition = 'SELLABLE' then -g.qty end"),
    foundQty: adjusted("FOUND", "g.qty"),
  },
});
