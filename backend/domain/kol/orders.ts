import type { RuleContext } from "#backend/engine/documents";
import { readable } from "#backend/engine/documents/reading/readable";
import type { SentOf } from "#documents/kit";
import type { star } from "#documents/kol/star";
import { platformOrder } from "#documents/order/platform-order";

/** Days from publishing on in which orders count. */
export const WINDOW_DAYS = 30;

/** What a line of an order brought for good: its price less promotions and what was paid back of it. */
export const KEPT = `l.item_price - l.promotion_discount - coalesce((
  select sum(x.principal) from cs_refund_line x join cs_refund r on r.id = x.cs_refund_id
  where r.platform_order_id = l.platform_order_id and x.order_line_id = l.platform_line_no
    and r.executed_time is not null and r.status <> 'void' and r.del_flag = 0 and x.del_flag = 0), 0)`;

/** Orders that are shown; the figures beside them count all. */
const MOST = 100;

type OrderSold = NonNullable<SentOf<typeof star>["sold"]>[number];

/**
 * The orders behind what a cooperation, or all of a star's, brought by promotion codes, the latest first.
 * Of an order that the caller may not read only its day and sum are said.
 */
export async function ordersBehind(c: RuleContext, by: "id" | "star_id", id: string): Promise<OrderSold[]> {
  const rows = await c.sql.query<OrderSold>(
    `select p.id, p.platform_order_no as "orderNo", p.status, p.purchase_day::text as day,
       p.currency, o.id as "cooperationId", o.no as "cooperationNo", o.promo_code as "promoCode",
       sum(${KEPT})::numeric(18, 2)::text as sales
     from cooperation o
     join platform_order p on p.tenant_id = o.tenant_id and p.store_id = o.store_id
       and p.del_flag = 0 and p.status not in ('Pending', 'Canceled')
       and p.purchase_day >= o.publish_date and p.purchase_day < o.publish_date + ${WINDOW_DAYS}
       and p.purchase_time >= o.publish_date - interval '1 day'
     join platform_order_line l on l.platform_order_id = p.id and l.del_flag = 0
       and l.purchase_time >= o.publish_date - interval '1 day'
       and o.promo_code = any(l.promotion_ids)
     where o.tenant_id = $1 and o.${by} = $2 and o.del_flag = 0 and o.publish_date is not null
       and o.promo_code is not null and o.status in ('published', 'finished', 'terminated')
     group by p.id, p.purchase_time, p.platform_order_no, p.status, p.purchase_day, p.currency, o.id,
       o.no, o.promo_code
     order by p.purchase_time desc, p.id desc limit ${MOST}`,
    [c.tenantId, id],
  );
  const may = await readable(
    c,
    platformOrder,
    rows.map((r) => r.id),
  );
  return rows.map((r) => (may.has(r.id) ? r : { ...r, id: "", orderNo: null }));
}
