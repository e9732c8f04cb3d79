import type { Sql } from "../../../db/sql";
import { listingNames } from "../../../facts/listing-names";
import { addTradeFacts, type TradeEntry } from "../../../facts/post";

/** Marketplaces whose sales tax never is the seller's; elsewhere prices with their tax are sales. */
const OWN_TAX = "i.site_code not in ('US', 'CA')";

/** What each column of the facts takes from a line of an order (market.md 8). */
const COLUMNS = {
  orders: "case when l.nth = 1 then 1 else 0 end",
  units: "l.qty",
  item_sales: `l.item_price + case when ${OWN_TAX} then l.item_tax else 0 end`,
  shipping_income: `l.shipping_price - l.shipping_discount + case when ${OWN_TAX} then l.shipping_tax else 0 end`,
  promo_amt: "l.promotion_discount",
  vat_amt: `case when ${OWN_TAX} then l.item_tax + l.shipping_tax else 0 end`,
  product_cost: "l.qty * coalesce(k.purchase_price, 0)",
};

/**
 * Brings the trade facts to what these orders say now: what they brought before is restated, what did
 * not change is not touched. Lines without a SKU wait until they are paired.
 */
export async function postOrderFacts(sql: Sql, ids: readonly string[]): Promise<number> {
  const values = Object.entries(COLUMNS).map(([name, value]) => `('${name}', (${value})::numeric)`);
  const entries = await sql.query<TradeEntry>(
    `with told as (
       select t.id, t.store_id, t.platform_order_no as no, t.purchase_day as day, t.site_id,
         t.status not in ('Pending', 'PendingAvailability', 'Canceled') as sold
       from platform_order t where t.id = any($1::bigint[])),
     name as (${listingNames("select store_id from told")}),
     line as (
       select o.store_id, o.no, o.day, o.site_id, l.*,
         coalesce(n.msku, l.seller_sku) as msku,
         row_number() over (partition by o.id order by l.line_no) as nth
       from told o join platform_order_line l on l.platform_order_id = o.id and l.del_flag = 0
         left join name n on n.store_id = o.store_id and n.lower = lower(l.seller_sku)
       where o.sold and l.sku_id is not null),
     wanted as (
       select l.store_id, l.no, l.day, l.msku as seller_sku, v.name, sum(v.amount) as amount
       from line l join site i on i.id = l.site_id join sku k on k.id = l.sku_id
         cross join lateral (values ${values.join(", ")}) v(name, amount)
       group by 1, 2, 3, 4, 5),
     posted as (
       select s.store_id, s.source_no as no, s.biz_date as day, s.seller_sku, s.column_name as name, s.amount
       from fact_source s join told o on s.source_type = 'platformOrder' and s.source_no = o.no
         and s.store_id = o.store_id)
     select 'platformOrder' as "sourceType", no as "sourceNo", day::text as "bizDate",
       store_id as "storeId", seller_sku as "sellerSku", name as "column",
       (coalesce(w.amount, 0) - coalesce(p.amount, 0))::text as amount
     from wanted w full join posted p using (store_id, no, day, seller_sku, name)
     where coalesce(w.amount, 0) <> coalesce(p.amount, 0) order by 3, 4, 5, 6`,
    [ids],
  );
  return addTradeFacts(sql, entries);
}
