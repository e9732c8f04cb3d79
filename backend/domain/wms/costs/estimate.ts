import { PIECES } from "#backend/domain/pieces";

/** Columns of the trade facts that the stock ledger brings. */
export const COST_COLUMNS = ["product_cost", "first_leg_cost", "lacks_product", "lacks_first_leg"] as const;

/** Source of what a day's sales cost at the platform besides its orders; its number is the 平台销售出库's. */
export const DAY_SOURCE = "fbaSale";

/** Source of what the platform's report of returns says that came back; its number is the order's. */
export const RETURN_SOURCE = "fbaReturn";

/**
 * What a piece that has not left yet costs by now (figures.md C.2): as its pool stands, else what it last left
 * for, else its price. Columns `cost`, bought, and `leg`, first leg; null: nobody says.
 * @param sku expression of the id of the piece
 * @param warehouse expression of the id of the warehouse that it leaves; null: none is known
 */
export const pieceCost = (sku: string, warehouse: string) => `(
  select case when pool.on_hand_qty > 0 then (pool.stock_value - pool.first_leg_value) / pool.on_hand_qty
      else coalesce(last.cost, goods.purchase_price) end as cost,
    case when pool.on_hand_qty > 0 then pool.first_leg_value / pool.on_hand_qty else last.leg end as leg
  from sku goods
    left join stock pool on pool.tenant_id = goods.tenant_id and pool.warehouse_id = ${warehouse} and pool.sku_id = goods.id
    left join lateral (select (b.amount - b.first_leg) / b.qty as cost, b.first_leg / b.qty as leg from stock_move b
      where b.tenant_id = goods.tenant_id and b.warehouse_id = ${warehouse} and b.sku_id = goods.id and b.qty < 0
        and b.bucket <> 'transit' and coalesce(pool.on_hand_qty, 0) = 0 order by b.id desc limit 1) last on true
  where goods.id = ${sku})`;

/** The same of a sold SKU, the sum of its pieces: `cost` is null as soon as one has none, `legless` then true for `leg`. */
export const soldCost = (sku: string, warehouse: string) => `(
  select case when count(*) = count(e.cost) then sum(x.per * e.cost) end as cost, sum(x.per * e.leg) as leg,
    count(*) > count(e.leg) as legless
  from (${PIECES}) x cross join lateral ${pieceCost("x.piece_id", warehouse)} e where x.sku_id = ${sku})`;

/**
 * From which day on the platform's report of returns says what a store got back: the month of its first row, since
 * what is refunded comes back days later. Null: none came.
 * @param store expression of its id
 */
export const returnsFrom = (store: string) => `(
  select date_trunc('month', min(r.return_day))::date from fba_customer_return r
  where r.store_id = ${store} and r.del_flag = 0)`;

/** Pieces that came back on a row of the trade facts: by that report, before it those refunded (figures.md C.2). */
export const piecesBack = (facts: string, from: string) =>
  `case when ${facts}.biz_date >= ${from} then ${facts}.return_units else ${facts}.refund_units end`;

/** The warehouse at the platform of a store. */
export const fbaWarehouse = (store: string) =>
  `(select w.id from warehouse w where w.store_id = ${store} and w.kind = 'fba' and w.del_flag = 0
    order by w.enabled desc, w.id limit 1)`;

/**
 * Whether what an order's goods cost comes from the sales of their day at the platform, which say it for all
 * orders of the day.
 * @param line relation of an order's goods with `store_id`, `no`, `msku` and `sku_id`
 */
export const costedByDay = (line: string) => `exists (
  select 1 from fact_source s join fba_sale h on h.store_id = s.store_id and h.biz_date = s.biz_date and h.del_flag = 0
    join fba_sale_line y on y.fba_sale_id = h.id and y.del_flag = 0
    join (${PIECES}) x on x.piece_id = y.sku_id and x.sku_id = ${line}.sku_id
  where s.source_type = 'platformOrder' and s.source_no = ${line}.no and s.store_id = ${line}.store_id
    and s.seller_sku = ${line}.msku and s.column_name = 'units')`;
