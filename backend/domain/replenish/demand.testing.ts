import type { Database } from "#backend/platform/db";
import { today } from "#backend/platform/values/calendar";
import { given } from "../../../tests/given";
import type { OutlookRow } from "./outlook";

/** The day so many days ago. */
export const ago = (days: number): string => today(-days);

export interface DemandGoods {
  id: string;
  code: string;
  msku: string;
  storeId: string;
  warehouseId: string;
}

/** Goods that a store sells, out of a warehouse of the platform or our own. */
export async function goodsOf(db: Database, code: string, channel: "AFN" | "MFN" = "AFN"): Promise<DemandGoods> {
  const store = given(
    await db.one<{ id: string; fba: string; home: string }>(
      `select s.id, w.id as fba, (select id from warehouse where code = 'WH-SZ') as home from store s
         join warehouse w on w.store_id = s.id and w.kind = 'fba' and w.del_flag = 0 order by w.id limit 1`,
    ),
  );
  const { id } = given(
    await db.one<{ id: string }>(
      `insert into sku (sku_code, name, status, sale_status, sku_type, unit)
       values ($1, $1, 'approved', 'onSale', 'normal', 'pcs') returning id`,
      [code],
    ),
  );
  const msku = `M-${code}`;
  await db.query(
    `insert into sku_listing (sku_id, store_id, msku, fulfillment_channel, listing_status, group_id)
     values ($1, $2, $3, $4, 'active', 1)`,
    [id, store.id, msku, channel],
  );
  return { id, code, msku, storeId: store.id, warehouseId: channel === "AFN" ? store.fba : store.home };
}

/** Sells so many on each of the days from one ago until another one. */
export const sell = ({ storeId, msku, code }: DemandGoods, db: Database, from: number, till: number, units: number) =>
  db.query(
    `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id,
       dept_id, division_id, sku_code, model_code, currency, units)
     select $1::date - d, $2, $3, 'US', 'NA', 1, 1, 1, $4, 'M', 'USD', $7
     from generate_series($6::int, $5::int) d`,
    [today(), storeId, msku, code, from, till, units],
  );

/** The platform reports what lies there, on each of these days ago. */
export const report = ({ storeId, msku }: DemandGoods, db: Database, from: number, till: number, qty: number) =>
  db.query(
    `insert into fba_stock (store_id, day, msku, fact_sku, fulfillable_qty, row_key)
     select $1, $2::date - d, $3, $3, $6, $3 || '/' || d from generate_series($5::int, $4::int) d`,
    [storeId, today(), msku, from, till, qty],
  );

/** Good pieces that came into our own warehouse or left it, so many days ago. */
export async function move(
  { id, warehouseId }: DemandGoods,
  db: Database,
  daysAgo: number,
  qty: number,
): Promise<void> {
  const posting = given(
    await db.one<{ id: string }>(
      `insert into stock_posting (biz_document, biz_id, key)
       select 'other_in', coalesce(max(id), 0) + 1, 'k' from stock_posting returning id`,
    ),
  );
  await db.query(
    `insert into stock_move (posting_id, line_no, biz_date, warehouse_id, sku_id, bucket, qty, amount, unit_cost,
       balance_qty, balance_on_hand, balance_value, biz_type, biz_document, biz_id, biz_no)
     values ($1, 1, $2, $3, $4, 'good', $5, 0, 0, 0, 0, 0, 'otherIn', 'other_in', 1, 'T')`,
    [posting.id, ago(daysAgo), warehouseId, id, qty],
  );
}

/** A promotion of the goods from so many days ago until others; below 0: days ahead. */
export async function promote(
  { id, storeId }: DemandGoods,
  db: Database,
  deal: { no: string; from: number; till: number; plan: number; status: string },
): Promise<void> {
  const made = given(
    await db.one<{ id: string }>(
      `insert into platform_promotion (no, promo_name, store_id, status, start_time, end_time)
       values ($1, $1, $2, $3, ($4 || ' 00:00:00+08')::timestamptz, ($5 || ' 23:59:00+08')::timestamptz) returning id`,
      [deal.no, storeId, deal.status, ago(deal.from), ago(deal.till)],
    ),
  );
  await db.query(
    "insert into platform_promotion_line (platform_promotion_id, line_no, sku_id, plan_qty) values ($1, 1, $2, $3)",
    [made.id, id, deal.plan],
  );
}

/** The goods as a row whose sales are forecast. */
export const rowOf = ({ id, code, storeId, warehouseId }: DemandGoods, fba: boolean): OutlookRow => ({
  listed: {
    skuId: id,
    storeId,
    skuCode: code,
    skuName: code,
    categoryId: null,
    buyerId: null,
    groupId: null,
    fba,
    leadDays: null,
    moq: null,
    pack: null,
  },
  standing: undefined,
  here: [warehouseId],
  fba,
});
