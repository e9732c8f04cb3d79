import { postCostsOf } from "#backend/domain/wms/costs/day";
import { COST_COLUMNS, costedByDay, fbaWarehouse, soldCost } from "#backend/domain/wms/costs/estimate";
import { listingNames } from "#backend/ledgers/facts/listing-names";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import type { Sql } from "#backend/platform/db";

/** Marketplaces whose sales tax never is the seller's; elsewhere prices with their tax are sales. */
const OWN_TAX = "i.site_code not in ('US', 'CA')";

/** What the platform is expected to take of the pieces that no settlement has told of. */
const REFERRAL =
  "case when l.own = 1 then round(l.unsettled * l.paid * f.referral_percent / nullif(l.pieces, 0) / 100, 2) end";
const FULFIL = "case when l.own = 1 and l.channel = 'AFN' then round(l.unsettled * f.fulfill_fee, 2) end";

/** What its storage costs in the month of its sale was said by a report (figures.md A.3). */
const STORED = `exists (select 1 from fba_storage_fee s where s.store_id = l.store_id and s.fact_sku = l.msku
  and s.month = to_char(l.day, 'YYYYMM') and s.del_flag = 0)`;

/** What each column of the facts takes from a line of an order (market.md 8). */
const COLUMNS = {
  orders: "case when l.nth = 1 then 1 else 0 end",
  units: "l.qty",
  item_sales: `l.item_price + case when ${OWN_TAX} then l.item_tax else 0 end`,
  shipping_income: `l.shipping_price - l.shipping_discount + case when ${OWN_TAX} then l.shipping_tax else 0 end`,
  promo_amt: "l.promotion_discount",
  vat_amt: `case when ${OWN_TAX} then l.item_tax + l.shipping_tax else 0 end`,
  // What has left costs what the ledger says (figures.md C.2), the rest what it would cost by now.
  product_cost: "coalesce(m.amount - m.leg, 0) + coalesce(round(l.qty * m.rest * c.cost, 2), 0)",
  first_leg_cost: "coalesce(m.leg, 0) + coalesce(round(l.qty * m.rest * c.leg, 2), 0)",
  // Pieces of which nobody says a cost yet: whoever brings one takes them away.
  lacks_product: "case when m.rest > 0 and c.cost is null then l.qty else 0 end",
  lacks_first_leg: "case when m.rest > 0 and c.legless then l.qty else 0 end",
  // Fees are estimated until a settlement says them (figures.md C.2); of goods that lie on two lines, once.
  platform_fee: REFERRAL,
  fulfill_fee: FULFIL,
  estimated_fee: `coalesce(${REFERRAL}, 0) + coalesce(${FULFIL}, 0)`,
  lacks_platform: "case when l.own = 1 and f.referral_percent is null then l.unsettled else 0 end",
  lacks_fulfill: `case when l.own <> 1 or l.carried or (l.channel = 'AFN' and f.fulfill_fee is not null) then 0
    when l.channel = 'AFN' then l.unsettled else l.pieces end`,
  lacks_storage: `case when l.channel = 'AFN' and not ${STORED} then l.qty else 0 end`,
};

type OrderColumn = keyof typeof COLUMNS;
const ORDER_COLUMNS = Object.keys(COLUMNS).filter((name): name is OrderColumn => name in COLUMNS);

/** What the buyer paid of a line, as the platform takes its commission of it; a discount lowers its tax as well. */
const PAID = `l.item_price + l.shipping_price - l.shipping_discount - l.promotion_discount
  + case when ${OWN_TAX} then l.item_tax + l.shipping_tax
    - coalesce(l.promotion_discount * l.item_tax / nullif(l.item_price, 0), 0) else 0 end`;

/** Pieces of an order's goods whose fees settlements that are posted have said. */
const SETTLED = `(select coalesce(sum(x.qty), 0) from settlement_line x join settlement h on h.id = x.settlement_id
  where x.store_id = l.store_id and x.order_no = l.no and x.fact_sku = l.msku and h.status = 'posted'
    and x.transaction_type = 'Order' and x.amount_type = 'ItemPrice' and x.amount_description = 'Principal'
    and x.del_flag = 0 and h.del_flag = 0)`;

/** What has left of an order that we ship ourselves, all of it, has its freight in the facts. */
const CARRIED = `
  exists (select 1 from sales_order s join package_order_line y on y.order_id = s.id and y.del_flag = 0
    join package_order h on h.id = y.package_order_id and h.del_flag = 0
    where s.platform_order_id = t.id and s.del_flag = 0 and h.ship_time is not null)
  and not exists (select 1 from sales_order s join package_order_line y on y.order_id = s.id and y.del_flag = 0
    join package_order h on h.id = y.package_order_id and h.del_flag = 0
    where s.platform_order_id = t.id and s.del_flag = 0 and h.status not in ('cancelled')
      and (h.ship_time is null or h.actual_freight is null))`;

/** Where an order's goods leave from, as far as it is known. */
const LEAVES = `case when l.channel = 'AFN' then ${fbaWarehouse("l.store_id")} else (select s.warehouse_id from sales_order s
  where s.platform_order_id = l.platform_order_id and s.del_flag = 0 order by s.id limit 1) end`;

/** What left in packages for a line of an order: its cost, and which part of the line has not left. */
const LEFT = `(select sum(b.amount) as amount, sum(b.leg) as leg,
    greatest(1 - coalesce(sum(b.qty) / nullif(sum(n.qty), 0), 0), 0) as rest
  from sales_order s join sales_order_item i on i.sales_order_id = s.id and i.platform_line_no = l.platform_line_no
      and i.del_flag = 0
    join sales_order_line n on n.item_id = i.id and n.del_flag = 0
    cross join lateral (select -sum(v.qty) as qty, -sum(v.amount) as amount, -sum(v.first_leg) as leg
      from package_order_line y join stock_move v on v.biz_document = 'package_order' and v.biz_id = y.package_order_id
        and v.biz_line_id = y.id where y.order_line_id = n.id and y.del_flag = 0) b
  where s.platform_order_id = l.platform_order_id and s.del_flag = 0)`;

/** When what was brought along was sent (company.md 2): a sale of that day; nothing before it. */
const SENT = `(select min((h.ship_time at time zone t.time_zone)::date)
  from sales_order s join package_order_line y on y.order_id = s.id and y.del_flag = 0
    join package_order h on h.id = y.package_order_id and h.del_flag = 0
  where s.platform_order_id = t.id and s.del_flag = 0 and h.ship_time is not null)`;
const SOLD_ON = `case when t.opening_no is null then t.purchase_day
  else coalesce(${SENT}, case when t.status = 'Shipped' then (t.last_update_time at time zone t.time_zone)::date end) end`;

/**
 * What the trade facts lack of what these orders say now, as differences to what they brought before.
 * Lines without a SKU wait until they are paired.
 * @param columns those alone; none: all
 */
export function orderEntries(
  sql: Sql,
  ids: readonly string[],
  columns: readonly OrderColumn[] = ORDER_COLUMNS,
): Promise<TradeEntry[]> {
  const values = columns.map((name) => `('${name}', (${COLUMNS[name]})::numeric)`);
  return sql.query<TradeEntry>(
    `with told as (
       select t.id, t.store_id, t.platform_order_no as no, d.day, t.site_id,
         t.status not in ('Pending', 'PendingAvailability', 'Canceled') and d.day is not null as sold,
         t.fulfillment_channel as channel, ${CARRIED} as carried
       from platform_order t cross join lateral (select ${SOLD_ON} as day) d where t.id = any($1::bigint[])),
     name as (${listingNames("select store_id from told")}),
     item as (
       select o.store_id, o.no, o.day, o.site_id, o.channel, o.carried, l.*,
         coalesce(n.msku, l.seller_sku) as msku,
         row_number() over (partition by o.id order by l.line_no) as nth
       from told o join platform_order_line l on l.platform_order_id = o.id and l.del_flag = 0
         left join name n on n.store_id = o.store_id and n.lower = lower(l.seller_sku)
       where o.sold and l.sku_id is not null),
     line as (
       select l.*, greatest(l.pieces - ${SETTLED}, 0) as unsettled,
         l.channel = 'AFN' and ${costedByDay("l")} as by_day from (
         select l.*, i.site_code, sum(l.qty) over own as pieces, sum(${PAID}) over own as paid,
           row_number() over (partition by l.store_id, l.no, l.msku order by l.line_no) as own
         from item l join site i on i.id = l.site_id
         window own as (partition by l.store_id, l.no, l.msku)) l),
     wanted as (
       select l.store_id, l.no, l.day, l.msku as seller_sku, v.name, coalesce(sum(v.amount), 0) as amount
       from line l join site i on i.id = l.site_id
         left join fee_preview f on f.store_id = l.store_id and f.msku = l.msku
         cross join lateral (select ${LEAVES} as id) w
         cross join lateral ${soldCost("l.sku_id", "w.id")} c
         cross join lateral ${LEFT} m
         cross join lateral (values ${values.join(", ")}) v(name, amount)
       where not (l.by_day and v.name = any($3))
       group by 1, 2, 3, 4, 5),
     posted as (
       select s.store_id, s.source_no as no, coalesce(s.ref_date, s.biz_date) as day, s.seller_sku, s.column_name as name,
         sum(s.amount) as amount
       -- Each order by itself: joined at once, the planner reads all that any order ever brought.
       from told o cross join lateral (select * from fact_source f
           where f.source_type = 'platformOrder' and f.source_no = o.no and f.store_id = o.store_id offset 0) s
       where s.column_name = any($2) and not (s.column_name = any($3) and exists (select 1 from line l
         where l.by_day and l.store_id = s.store_id and l.no = s.source_no and l.msku = s.seller_sku))
       group by 1, 2, 3, 4, 5)
     select 'platformOrder' as "sourceType", no as "sourceNo", day::text as "bizDate",
       store_id as "storeId", seller_sku as "sellerSku", name as "column",
       (coalesce(w.amount, 0) - coalesce(p.amount, 0))::text as amount
     from wanted w full join posted p using (store_id, no, day, seller_sku, name)
     where coalesce(w.amount, 0) <> coalesce(p.amount, 0) order by 3, 4, 5, 6`,
    [ids, columns, COST_COLUMNS],
  );
}

/** Source of what settlements said of orders that nobody knew; its number is the order's. */
const FORETOLD = "settlementOrder";

/** What a line of a settlement says of the sale of an order, as `orderEntries` has it of those that are known. */
const FORETOLD_COLUMNS = {
  item_sales: `case when l.amount_type = 'ItemPrice' and (l.amount_description = 'Principal'
    or (l.amount_description = 'Tax' and ${OWN_TAX})) then l.amount end`,
  shipping_income: `case when l.amount_type = 'ItemPrice' and (l.amount_description = 'Shipping'
    or (l.amount_description = 'ShippingTax' and ${OWN_TAX})) then l.amount end`,
  promo_amt: "case when l.amount_type = 'Promotion' and l.category = 'promotion' then -l.amount end",
  vat_amt: `case when l.amount_type = 'ItemPrice' and l.amount_description in ('Tax', 'ShippingTax') and ${OWN_TAX}
    then l.amount end`,
  units: "l.pieces",
  lacks_product: "l.pieces",
  lacks_first_leg: "l.pieces",
};

/** Orders of which settlements tell, and whether they do not say all of it themselves. */
const TOLD_OF = {
  orders: `select o.store_id, o.platform_order_no as order_no, o.id as known, o.unpaired as lacks
    from platform_order o where o.id = any($1::bigint[])`,
  settlement: `select distinct store_id, order_no, null::bigint as known, true as lacks
    from settlement_line where settlement_id = $1 and transaction_type = 'Order' and order_no is not null
      and platform_order_id is null and del_flag = 0`,
};

/**
 * What the trade facts lack of sales that settlements alone tell of, as differences to what stands there: orders
 * that nobody knows, and goods of known ones that are not paired yet, which count on the store's row (figures.md A.4,
 * C.2). Once they say it themselves it is taken back.
 * @param of orders by their ids, or those that a settlement names and nobody knows: its state is written, and its
 * lines name the orders that are known
 */
export function foretoldEntries(
  sql: Sql,
  of: { orders: readonly string[] } | { settlement: string },
): Promise<TradeEntry[]> {
  const values = Object.entries(FORETOLD_COLUMNS).map(([name, amount]) => `('${name}', (${amount})::numeric)`);
  return sql.query<TradeEntry>(
    `with told as materialized (${"orders" in of ? TOLD_OF.orders : TOLD_OF.settlement}),
     line as (
       select l.*, n.partly,
         case when l.amount_type = 'ItemPrice' and l.amount_description = 'Principal' then l.qty end as pieces
       from (select * from told where lacks) t
         join settlement_line l on l.store_id = t.store_id and l.order_no = t.order_no
           and l.transaction_type = 'Order' and l.del_flag = 0
         join settlement h on h.id = l.settlement_id and h.status = 'posted' and h.del_flag = 0
         cross join lateral (select coalesce(bool_or(p.sku_id is not null), false) as partly,
             bool_or(p.sku_id is null and lower(p.seller_sku) = lower(l.msku)) as waits
           from platform_order_line p where p.platform_order_id = t.known and p.del_flag = 0) n
       where t.known is null or n.waits),
     wanted as (
       select l.store_id, l.order_no, l.posted_date as day, l.fact_sku as seller_sku, v.name, sum(v.amount) as amount
       from line l join store w on w.id = l.store_id join site i on i.id = w.site_id
         cross join lateral (values ${values.join(", ")}) v(name, amount)
       group by 1, 2, 3, 4, 5
       union all
       select store_id, order_no, min(posted_date), max(fact_sku collate "C"), 'orders', 1 from line
       where not partly group by 1, 2),
     posted as (
       select f.store_id, f.source_no as order_no, coalesce(f.ref_date, f.biz_date) as day, f.seller_sku,
         f.column_name as name, sum(f.amount) as amount
       from told t join fact_source f on f.source_type = '${FORETOLD}' and f.source_no = t.order_no
         and f.store_id = t.store_id
       group by 1, 2, 3, 4, 5)
     select '${FORETOLD}' as "sourceType", order_no as "sourceNo", day::text as "bizDate", store_id as "storeId",
       seller_sku as "sellerSku", name as "column", (coalesce(w.amount, 0) - coalesce(p.amount, 0))::text as amount
     from wanted w full join posted p using (store_id, order_no, day, seller_sku, name)
     where coalesce(w.amount, 0) <> coalesce(p.amount, 0) order by 3, 4, 5, 6`,
    ["orders" in of ? of.orders : of.settlement],
  );
}

/** Orders that are told of at once. */
const AT_ONCE = 500;

async function postSome(sql: Sql, ids: readonly string[]): Promise<number> {
  const entries = [...(await foretoldEntries(sql, { orders: ids })), ...(await orderEntries(sql, ids))];
  const posted = await addTradeFacts(sql, entries);
  const sold = entries.filter((e) => e.column === "units");
  if (!sold.length) return posted;
  const distinct = (name: "sourceNo" | "storeId") => [...new Set(sold.map((e) => e[name]))];
  return posted + (await postCostsOf(sql, distinct("sourceNo"), distinct("storeId")));
}

/**
 * Brings the trade facts to what these orders say now: what they brought before is restated, what did
 * not change is not touched.
 */
export async function postOrderFacts(sql: Sql, ids: readonly string[]): Promise<number> {
  let posted = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) posted += await postSome(sql, ids.slice(at, at + AT_ONCE));
  return posted;
}
