import { lineAmount, lineSku, linesPosted } from "#backend/domain/intake/lines";
import { MEASURES } from "#backend/ledgers/facts/months";
import type { Database } from "#backend/platform/db";

/** What documents and settlements brought to orders, gathered anew from where it stands. */
const SAID = `
  select s.source_no as order_no, s.store_id, s.seller_sku, s.biz_date, s.column_name as name, s.amount
  from fact_source s where s.source_type in ('platformOrder', 'settlementOrder', 'fbaReturn') and s.source_no <> '-'
  union all
  select o.platform_order_no, s.store_id, s.seller_sku, s.biz_date, s.column_name, s.amount
  from fact_source s join cs_refund r on r.no = s.source_no and r.store_id = s.store_id
    join platform_order o on o.id = r.platform_order_id
  where s.source_type = 'csRefund'
  union all
  select x.no, s.store_id, s.seller_sku, s.biz_date, s.column_name, s.amount * x.share
  from fact_source s join package_order p on p.no = s.source_no and p.store_id = s.store_id
    cross join lateral (
      select o.platform_order_no as no, sum(l.qty) / sum(sum(l.qty)) over () as share
      from package_order_line l join sales_order o on o.id = l.order_id
      where l.package_order_id = p.id and l.del_flag = 0 group by 1) x
  where s.source_type = 'package' and x.no is not null
  union all
  select l.order_no, l.store_id, ${lineSku("l")}, l.landing_date, l.measure, ${lineAmount("l")}
  from settlement_line l where l.order_no is not null and ${linesPosted("l")}`;

interface OrderDifference {
  orderNo: string;
  day: string;
  name: string;
  kept: string | null;
  said: string | null;
}

/** Where `fact_order` is not what was posted, and how many of its figures are no 0: none would prove nothing. */
export async function orderDifferences(db: Pick<Database, "query" | "one">) {
  const kept = `select f.order_no, f.store_id, f.seller_sku, f.biz_date, v.name, v.amount from fact_order f
    cross join lateral (values ${MEASURES.map((m) => `('${m}', f.${m})`).join(", ")}) v(name, amount) where v.amount <> 0`;
  const key = "order_no, store_id, seller_sku, biz_date, name";
  const differences = await db.query<OrderDifference>(
    `with said as (select ${key}, sum(amount) as amount from (${SAID}) s group by ${key} having sum(amount) <> 0)
     select order_no as "orderNo", biz_date::text as day, name, k.amount::text as kept, s.amount::text as said
     from (${kept}) k full join said s using (${key}) where k.amount is distinct from s.amount order by 1, 2, 3`,
  );
  const all = await db.one<{ n: number }>(`select count(*)::int as n from (${kept}) k`);
  return { differences, figures: all?.n ?? 0 };
}
