import { grouped } from "#backend/domain/group-by";
import type { RuleContext } from "#backend/engine/documents";
import { askOnce } from "#backend/platform/db";
import { dec, r2, rateOf, round, sum } from "#backend/platform/values";

type StateNum = Parameters<typeof dec>[0];

/** What the platform takes of its income, where nothing else is known. */
const COMMISSION = "0.15";

/** What an order is estimated by: amounts in its currency, costs and freight in CNY. */
export interface Estimated {
  goods: StateNum;
  shipping: StateNum;
  discount: StateNum;
  /** CNY for one unit of its currency. */
  rate: StateNum;
  /** Of each line: pieces, and what one costs; null: nobody knows. */
  lines: readonly { qty: number; cost: StateNum }[];
  freightCny: StateNum;
}

/** Estimated cost, profit and its share of the income; null: a SKU has no price, or nothing comes in. */
export interface Estimate {
  estCost: string | null;
  estProfit: string | null;
  estProfitRate: string | null;
}

/** Income without tax, less goods, commission and freight (market.md 4). CNY. */
export function estimateOf({ lines, ...of }: Estimated): Estimate {
  if (lines.some(({ cost }) => cost === null || cost === undefined))
    return { estCost: null, estProfit: null, estProfitRate: null };
  const income = r2(
    dec(of.goods)
      .plus(of.shipping ?? 0)
      .minus(of.discount ?? 0)
      .times(of.rate ?? 0),
  );
  const estCost = sum(lines.map(({ qty, cost }) => r2(dec(cost).times(qty))));
  const commission = r2(dec(income).times(COMMISSION));
  const estProfit = r2(dec(income).minus(estCost).minus(commission).minus(r2(of.freightCny)));
  const rate = dec(income).gt(0) ? round(dec(estProfit).div(income).times(100), 2) : null;
  return { estCost, estProfit, estProfitRate: rate };
}

interface Header {
  id: string;
  currency: string;
  goods: string;
  shipping: string;
  discount: string;
  freight: string | null;
  month: string;
}

/**
 * Of orders: what their packed lines weigh and measure, and their estimates at the rates of their months.
 * `freights`: what they cost from now on to send, by the order, where that has changed.
 */
export async function writeFigures(
  { sql, tenantId }: RuleContext,
  orderIds: readonly string[],
  freights: ReadonlyMap<string, string | null> = new Map(),
) {
  const heads = await sql.query<Header>(
    `select id, currency, goods_amount::text as goods, shipping_amount::text as shipping,
       discount_amount::text as discount, est_freight::text as freight,
       to_char(coalesce(order_date, create_time::date), 'YYYY-MM-01') as month
     from sales_order where id = any($1::bigint[])`,
    [orderIds],
  );
  const lines = await sql.query<{ orderId: string; qty: number; cost: string | null }>(
    `select l.sales_order_id as "orderId", l.qty, k.purchase_price::text as cost from sales_order_line l
       join sku k on k.id = l.sku_id where l.sales_order_id = any($1::bigint[]) and l.del_flag = 0`,
    [orderIds],
  );
  const of = grouped(lines, (l) => l.orderId);
  const once = askOnce(sql);
  const written: (Estimate & { id: string; freight: string | null })[] = [];
  for (const { id, ...head } of heads) {
    const rate = await rateOf(once, tenantId, head.currency, head.month);
    const freight = freights.has(id) ? (freights.get(id) ?? null) : head.freight;
    const estimate = estimateOf({ ...head, rate, lines: of.get(id) ?? [], freightCny: freight ?? "0" });
    written.push({ id, freight, ...estimate });
  }
  await sql.query(
    `update sales_order t set est_freight = x.freight, est_cost = x."estCost", est_profit = x."estProfit",
       est_profit_rate = x."estProfitRate", est_unknown = x."estCost" is null,
       total_weight_kg = s.kg, volume_weight_kg = s.volume, longest_cm = s.longest
     from jsonb_to_recordset($1::jsonb) as x(id bigint, freight numeric, "estCost" numeric,
         "estProfit" numeric, "estProfitRate" numeric)
       cross join lateral (
         select coalesce(round(sum(l.qty * k.gross_weight_g / 1000), 3), 0) as kg,
           coalesce(round(sum(l.qty * k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm / 6000), 3), 0)
             as volume,
           coalesce(max(greatest(k.pkg_length_cm, k.pkg_width_cm, k.pkg_height_cm)), 0) as longest
         from sales_order_line l join sku k on k.id = l.sku_id
         where l.sales_order_id = x.id and l.del_flag = 0) s
     where t.id = x.id and (t.est_freight, t.est_cost, t.est_profit, t.est_profit_rate, t.est_unknown,
         t.total_weight_kg, t.volume_weight_kg, t.longest_cm)
       is distinct from (x.freight, x."estCost", x."estProfit", x."estProfitRate", x."estCost" is null,
         s.kg, s.volume, s.longest)`,
    [JSON.stringify(written)],
  );
}
