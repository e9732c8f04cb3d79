import { COST_COLUMNS } from "#backend/domain/wms/costs/estimate";
import type { RuleContext } from "#backend/engine/documents";
import { listingNames } from "#backend/ledgers/facts/listing-names";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { allocate, dec, rateOf } from "#backend/platform/values";
import { orderEntries, postOrderFacts } from "../state/facts";

interface FreightHead {
  no: string;
  storeId: string;
  freight: string;
  currency: string;
  storeCurrency: string;
  day: string;
}

const SOURCE = "package";

/** What its lines weigh, by what the store calls the goods; nothing for goods that it does not sell. */
const SHARES = `
  with name as (${listingNames("select store_id from package_order where id = $1")})
  select x.seller_sku as "sellerSku", sum(x.grams)::text as grams from (
    select coalesce(n.msku, p.seller_sku, (select g.msku from sku_listing g
        where g.store_id = h.store_id and g.sku_id = coalesce(i.sku_id, l.sku_id) and g.del_flag = 0
        order by g.id limit 1)) as seller_sku,
      l.qty * greatest(coalesce(s.gross_weight_g, 0), 1) as grams
    from package_order h join package_order_line l on l.package_order_id = h.id and l.del_flag = 0
      join sku s on s.id = l.sku_id
      left join sales_order o on o.id = l.order_id
      left join sales_order_line b on b.id = l.order_line_id
      left join sales_order_item i on i.id = b.item_id
      left join platform_order_line p on p.platform_order_id = o.platform_order_id
        and p.platform_line_no = i.platform_line_no and p.del_flag = 0
      left join name n on n.lower = lower(p.seller_sku)
    where h.id = $1) x
  where x.seller_sku is not null group by 1 order by 1`;

/** Orders of a company's opening that it brings to their buyers are sold now. */
export async function postBrought({ sql }: RuleContext, id: string): Promise<void> {
  const orders = await sql.query<{ id: string }>(
    `select distinct p.id from package_order_line l join sales_order o on o.id = l.order_id
       join platform_order p on p.id = o.platform_order_id
     where l.package_order_id = $1 and l.del_flag = 0 and p.opening_no is not null`,
    [id],
  );
  if (orders.length)
    await postOrderFacts(
      sql,
      orders.map((o) => o.id),
    );
}

/** What left costs its orders what the ledger says, and they wait for a freight no longer, where this was the last. */
async function known({ sql }: RuleContext, id: string): Promise<TradeEntry[]> {
  const orders = await sql.query<{ id: string }>(
    `select distinct o.platform_order_id as id from package_order_line l
       join sales_order o on o.id = l.order_id
     where l.package_order_id = $1 and l.del_flag = 0 and o.platform_order_id is not null`,
    [id],
  );
  return orderEntries(
    sql,
    orders.map((o) => o.id),
    ["lacks_fulfill", ...COST_COLUMNS],
  );
}

/** Its freight in the currency of its store, split by weight. */
async function freightOf({ sql, tenantId }: RuleContext, id: string): Promise<TradeEntry[]> {
  const head = await sql.one<FreightHead>(
    `select t.no, t.store_id as "storeId", t.actual_freight::text as freight,
       coalesce(t.freight_currency, 'USD') as currency, i.currency as "storeCurrency",
       ((t.ship_time at time zone i.timezone)::date)::text as day
     from package_order t join store s on s.id = t.store_id join site i on i.id = s.site_id
     where t.id = $1 and t.ship_time is not null and t.actual_freight is not null`,
    [id],
  );
  if (!head) return [];
  const { no, storeId, day } = head;
  const shares = await sql.query<{ sellerSku: string; grams: string }>(SHARES, [id]);
  if (!shares.length) return [];
  const month = `${day.slice(0, 7)}-01`;
  const [from, to] = [
    await rateOf(sql, tenantId, head.currency, month),
    await rateOf(sql, tenantId, head.storeCurrency, month),
  ];
  const whole = dec(head.freight).times(from).div(to).round(2);
  const parts = allocate(
    whole,
    shares.map((s) => s.grams),
  );
  const posted = await sql.query<{ sellerSku: string; amount: string }>(
    `select seller_sku as "sellerSku", sum(amount)::text as amount from fact_source
     where source_type = $1 and source_no = $2 and store_id = $3 and coalesce(ref_date, biz_date) = $4
       and column_name = 'fulfill_fee' group by 1`,
    [SOURCE, no, storeId, day],
  );
  const before = new Map(posted.map((p) => [p.sellerSku, p.amount]));
  return shares.flatMap(({ sellerSku }, at): TradeEntry[] => {
    const amount = dec(parts[at] ?? 0).minus(before.get(sellerSku) ?? 0);
    if (amount.eq(0)) return [];
    return [
      {
        sourceType: SOURCE,
        sourceNo: no,
        bizDate: day,
        storeId,
        sellerSku,
        column: "fulfill_fee",
        amount: amount.toFixed(2),
      },
    ];
  });
}

/**
 * Brings the trade facts to what a package that left cost: its goods as they left, and to send them (market.md 8).
 * What it brought before is restated; the same again is nothing.
 */
export const postPackage = async (c: RuleContext, id: string): Promise<number> =>
  addTradeFacts(c.sql, [...(await freightOf(c, id)), ...(await known(c, id))]);
