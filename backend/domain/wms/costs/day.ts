import { PIECES } from "#backend/domain/pieces";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import type { Sql } from "#backend/platform/db";
import { COST_COLUMNS, DAY_SOURCE, pieceCost, piecesBack, RETURN_SOURCE, returnsFrom } from "./estimate";

/** Days of stores at the platform, and those of their platform SKUs of which something leaves its warehouse. */
const DAYS = `
  day as (select h.id, h.no, h.tenant_id, h.store_id, h.fba_warehouse_id as warehouse_id, h.biz_date,
      ${returnsFrom("h.store_id")} as returns_from from fba_sale h
    where h.id = any($1::bigint[])),
  fact as (
    select d.*, t.seller_sku, k.id as sku_id, t.units, ${piecesBack("t", "d.returns_from")} as back,
      coalesce(t.biz_date >= d.returns_from, false) as reported
    from day d join fact_trade_daily t on t.store_id = d.store_id and t.biz_date = d.biz_date
      join sku k on k.tenant_id = d.tenant_id and k.sku_code = t.sku_code
    where exists (select 1 from sku_listing l where l.store_id = t.store_id and l.msku = t.seller_sku
        and l.fulfillment_channel = 'AFN')
      and exists (select 1 from fba_sale_line y join (${PIECES}) x on x.piece_id = y.sku_id
        where y.fba_sale_id = d.id and y.del_flag = 0 and x.sku_id = k.id))`;

/**
 * Who sold or got back how many sets of these: an order, what reports say that came back of one, others of whose pieces nobody says a cost, and what was
 * loaded with a cost of its own, which takes its part and is not posted (`type` null).
 */
const SOLD = `
  said as (
    select f.id, f.seller_sku, s.source_type as type, s.source_no,
      coalesce(s.ref_date, s.biz_date) as day,
      sum(s.amount) filter (where s.column_name = 'units') as units,
      sum(s.amount) filter (where s.column_name = 'lacks_product') as lacking,
      sum(s.amount) filter (where s.column_name = case when f.reported then 'return_units' else 'refund_units' end) as back
    from fact f join fact_source s on s.biz_date = f.biz_date and s.store_id = f.store_id and s.seller_sku = f.seller_sku
    where s.source_type <> '${DAY_SOURCE}' and s.column_name in ('units', 'lacks_product', 'refund_units', 'return_units')
    group by 1, 2, 3, 4, 5),
  known as (
    select id, seller_sku, type, source_no, day, units as sets from said where type = 'platformOrder'
    union all
    select s.id, s.seller_sku, '${DAY_SOURCE}', d.no, d.biz_date, sum(s.lacking) from said s join day d on d.id = s.id
    where s.type <> 'platformOrder' group by 1, 2, 4, 5),
  sold as (
    select * from known where sets > 0
    union all
    select f.id, f.seller_sku, null, null, f.biz_date, f.units - coalesce(k.sets, 0)
    from fact f left join (select id, seller_sku, sum(greatest(sets, 0)) as sets from known group by 1, 2) k
      using (id, seller_sku)
    where f.units > coalesce(k.sets, 0)),
  returned as (
    select id, seller_sku, type, source_no, day, back as sets from said where type = '${RETURN_SOURCE}' and back > 0
    union all
    select f.id, f.seller_sku, v.type, f.no, f.biz_date, v.sets
    from fact f
      left join (select id, seller_sku, sum(back) as back, sum(back) filter (where type <> '${RETURN_SOURCE}') as other
        from said group by 1, 2) s using (id, seller_sku)
      cross join lateral (values ('${DAY_SOURCE}', s.other), (null, f.back - coalesce(s.back, 0))) v(type, sets)
    where v.sets > 0)`;

const split = (rows: string) => `
  select r.*, f.store_id, f.tenant_id, f.warehouse_id, x.piece_id, r.sets * x.per as pieces,
    sum(r.sets * x.per) over (partition by r.id, x.piece_id) as n,
    sum(r.sets * x.per) over (partition by r.id, x.piece_id order by r.seller_sku collate "C", r.type is null, r.source_no
      rows unbounded preceding) as upto
  from ${rows} r join fact f using (id, seller_sku) join (${PIECES}) x on x.sku_id = f.sku_id`;

/** Of an amount of all pieces, the part of these, so that the parts add up to the cent. */
const part = (whole: string) => `round(${whole} * p.upto / p.n, 2) - round(${whole} * (p.upto - p.pieces) / p.n, 2)`;
/** What all pieces cost that were sold: as they left; those that wait for stock at what they cost by now. */
const whole = (left: string, each: string) =>
  `case when y.out_qty >= p.n and p.n > 0 then (${left}) * p.n / y.out_qty
    else coalesce(${left}, 0) + (p.n - coalesce(y.out_qty, 0)) * coalesce(${each}, 0) end`;
const waits = "coalesce(y.out_qty, 0) < p.n";

/** What the facts lack of these days' costs, as differences to what was posted. $1 ids of fba_sale, $2 columns */
const ENTRIES = `
  with ${DAYS}, ${SOLD},
  gone as (
    select p.store_id, p.seller_sku, p.type, p.source_no, p.day, p.sets,
      sum(${part("w.cost")}) as product_cost, sum(${part("w.leg")}) as first_leg_cost,
      bool_or(${waits} and e.cost is null) as costless, bool_or(${waits} and e.leg is null) as legless
    from (${split("sold")}) p
      left join fba_sale_line y on y.fba_sale_id = p.id and y.sku_id = p.piece_id and y.del_flag = 0
      cross join lateral ${pieceCost("p.piece_id", "p.warehouse_id")} e
      cross join lateral (select ${whole("y.out_amount - coalesce(y.out_first_leg, 0)", "e.cost")} as cost,
        ${whole("coalesce(y.out_first_leg, 0)", "e.leg")} as leg) w
    where p.n > 0 group by 1, 2, 3, 4, 5, 6),
  back as (
    select p.store_id, p.seller_sku, p.type, p.source_no, p.day,
      sum(${part("(y.in_amount - coalesce(y.in_first_leg, 0))")}) as product_cost, sum(${part("coalesce(y.in_first_leg, 0)")}) as first_leg_cost
    from (${split("returned")}) p
      join fba_sale_line y on y.fba_sale_id = p.id and y.sku_id = p.piece_id and y.del_flag = 0 and y.in_qty > 0
    group by 1, 2, 3, 4, 5),
  wanted as (
    select store_id, seller_sku, type, source_no, day, name, sum(amount) as amount from (
      select g.store_id, g.seller_sku, g.type, g.source_no, g.day, v.name, v.amount from gone g
        cross join lateral (select case when g.type = 'platformOrder' then case when g.costless then g.sets else 0 end
            when not g.costless then -g.sets end as product,
          case when g.type = 'platformOrder' then case when g.legless then g.sets else 0 end
            when not g.legless then -g.sets end as leg) lacks
        cross join lateral (values ('product_cost', g.product_cost), ('first_leg_cost', g.first_leg_cost),
          ('lacks_product', lacks.product), ('lacks_first_leg', lacks.leg)) v(name, amount)
      union all
      select b.store_id, b.seller_sku, b.type, b.source_no, b.day, v.name, -v.amount from back b
        cross join lateral (values ('product_cost', b.product_cost), ('first_leg_cost', b.first_leg_cost)) v(name, amount)
    ) x where type is not null group by 1, 2, 3, 4, 5, 6),
  posted as (
    select s.store_id, s.seller_sku, s.source_type as type, s.source_no, coalesce(s.ref_date, s.biz_date) as day,
      s.column_name as name, sum(s.amount) as amount
    from (select distinct type, store_id, seller_sku, source_no, null::date as day from wanted where type = 'platformOrder'
        union all select '${DAY_SOURCE}', store_id, null, no, null from day
        union all select r.type, f.store_id, r.seller_sku, r.source_no, r.day from said r join fact f using (id, seller_sku)
          where r.type = '${RETURN_SOURCE}') k
      join fact_source s on s.source_type = k.type and s.source_no = k.source_no and s.store_id = k.store_id
        and s.seller_sku = coalesce(k.seller_sku, s.seller_sku)
        and coalesce(s.ref_date, s.biz_date) = coalesce(k.day, s.ref_date, s.biz_date)
    where s.column_name = any($2) group by 1, 2, 3, 4, 5, 6)
  select type as "sourceType", source_no as "sourceNo", day::text as "bizDate", store_id as "storeId",
    seller_sku as "sellerSku", name as "column", (coalesce(w.amount, 0) - coalesce(p.amount, 0))::text as amount
  from wanted w full join posted p using (store_id, seller_sku, type, source_no, day, name)
  where coalesce(w.amount, 0) <> coalesce(p.amount, 0) order by 3, 4, 5, 6`;

/**
 * Brings the trade facts to what the sales of these days cost as the ledger has it (figures.md C.2): shared over
 * platform SKUs and orders by their pieces, in the order of both.
 * @param ids of 平台销售出库, whose lines are written
 */
export const postDayCosts = async (sql: Sql, ids: readonly string[]): Promise<number> =>
  ids.length ? addTradeFacts(sql, await sql.query<TradeEntry>(ENTRIES, [ids, COST_COLUMNS])) : 0;

/** The same for the days on which these orders count, where their sales are posted already. */
export async function postCostsOf(sql: Sql, orderNos: readonly string[], storeIds: readonly string[]): Promise<number> {
  const days = await sql.query<{ id: string }>(
    `select distinct h.id from fact_source s join fba_sale h on h.store_id = s.store_id and h.biz_date = s.biz_date
       and h.del_flag = 0
     where s.source_type in ('platformOrder', 'settlementOrder') and s.source_no = any($1)
       and s.store_id = any($2::bigint[]) and s.column_name = 'units' order by h.id`,
    [orderNos, storeIds],
  );
  return postDayCosts(
    sql,
    days.map((d) => d.id),
  );
}
