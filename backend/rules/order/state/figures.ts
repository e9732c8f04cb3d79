import type { RuleContext } from "../../../documents/rules";
import { rateOf } from "../../../values/rates";
import { estimateOf } from "./estimate";

interface Header {
  currency: string;
  goods: string;
  shipping: string;
  discount: string;
  freight: string | null;
  month: string;
}

interface Part {
  qty: number;
  cost: string | null;
}

/** Of one order: what its packed lines weigh and measure, and its estimate at the rate of its month. */
export async function writeFigures({ sql, tenantId }: RuleContext, orderId: string) {
  const head = await sql.one<Header>(
    `select currency, goods_amount::text as goods, shipping_amount::text as shipping,
       discount_amount::text as discount, est_freight::text as freight,
       to_char(coalesce(order_date, create_time::date), 'YYYY-MM-01') as month
     from sales_order where id = $1`,
    [orderId],
  );
  if (!head) return;
  const lines = await sql.query<Part>(
    `select l.qty, k.purchase_price::text as cost from sales_order_line l
       join sku k on k.id = l.sku_id where l.sales_order_id = $1 and l.del_flag = 0`,
    [orderId],
  );
  const rate = await rateOf(sql, tenantId, head.currency, head.month);
  const estimate = estimateOf({ ...head, rate, lines, freightCny: head.freight ?? "0" });
  await sql.query(
    `update sales_order t set est_cost = $2::numeric, est_profit = $3::numeric,
       est_profit_rate = $4::numeric, est_unknown = $2::numeric is null,
       total_weight_kg = s.kg, volume_weight_kg = s.volume, longest_cm = s.longest
     from (select coalesce(round(sum(l.qty * k.gross_weight_g / 1000), 3), 0) as kg,
         coalesce(round(sum(l.qty * k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm / 6000), 3), 0)
           as volume,
         coalesce(max(greatest(k.pkg_length_cm, k.pkg_width_cm, k.pkg_height_cm)), 0) as longest
       from sales_order_line l join sku k on k.id = l.sku_id
       where l.sales_order_id = $1 and l.del_flag = 0) s
     where t.id = $1`,
    [orderId, estimate.estCost, estimate.estProfit, estimate.estProfitRate],
  );
}
