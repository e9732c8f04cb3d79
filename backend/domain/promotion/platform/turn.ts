import { moveTo } from "#backend/engine/documents";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { platformPromotion } from "#documents/promotion/platform-promotion";
import { instant } from "./clock";

/**
 * What became of a promotion (market.md 1): units and sales of the order lines that carry its promotion
 * id, what was given away and paid for them, and what that brought. Its row is locked by the caller.
 */
export async function fillActual(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update platform_promotion_line l set actual_qty = coalesce(n.qty, 0),
       actual_sales = coalesce(n.sales, 0)
     from platform_promotion_line m left join (
       select ol.sku_id, sum(ol.qty)::int as qty, sum(ol.item_price - ol.promotion_discount) as sales
       from platform_promotion p join platform_order o on o.tenant_id = p.tenant_id
           and o.store_id = p.store_id and o.status not in ('Pending', 'PendingAvailability', 'Canceled')
           and o.purchase_time between p.start_time - interval '2 days' and p.end_time + interval '2 days'
         join platform_order_line ol on ol.platform_order_id = o.id and ol.del_flag = 0
           and ol.promotion_ids && array[p.platform_promo_id]
       where p.id = $1 group by 1) n on n.sku_id = m.sku_id
     where m.id = l.id and m.platform_promotion_id = $1 and m.del_flag = 0`,
    [id],
  );
  await sql.query(
    `update platform_promotion p set actual_qty = n.qty, actual_sales = n.sales, actual_cost = n.cost,
       roi = round((n.sales - n.cost) / nullif(n.cost, 0), 2),
       sales_cny = round(n.sales * p.exchange_rate, 2), cost_cny = round(n.cost * p.exchange_rate, 2)
     from (select h.id, coalesce(sum(l.actual_qty), 0)::int as qty, coalesce(sum(l.actual_sales), 0) as sales,
         coalesce(h.fixed_fee, 0) + coalesce(sum(l.actual_qty
           * (l.original_price - l.promo_price + coalesce(h.unit_fee, 0))), 0) as cost
       from platform_promotion h left join platform_promotion_line l
         on l.platform_promotion_id = h.id and l.del_flag = 0
       where h.id = $1 group by h.id) n
     where p.id = n.id`,
    [id],
  );
}

const started = `${instant("p.start_time")} <= now()`;
const over = `${instant("p.end_time")} <= now()`;

/** A promotion that started or ended where its store sells, locked; nothing where somebody was faster. */
const lockDue = (sql: Sql, id: string) =>
  sql.one<{ id: string; tenantId: string; status: "approved" | "running"; started: boolean; over: boolean }>(
    `select p.id, p.tenant_id as "tenantId", p.status, ${started} as started, ${over} as over
     from platform_promotion p join site i on i.id = p.site_id
     where p.id = $1 and p.del_flag = 0 and p.status in ('approved', 'running')
     ${keep(sql, "platform_promotion", "change", "p")}`,
    [id],
  );

/** Starts or ends one promotion, as the clock of its site wants; what has ended knows its figures. */
export async function turnOne(sql: Sql, id: string): Promise<void> {
  const row = await lockDue(sql, id);
  if (!row) return;
  const c = { sql, ...systemOf(row.tenantId) };
  if (row.status === "approved" && row.started) await moveTo(c, platformPromotion, id, "running", "自动开始");
  if (!row.over) return;
  await moveTo(c, platformPromotion, id, "ended", "自动结束");
  await fillActual(sql, id);
}

/** Starts and ends promotions by the clock of their sites. */
export async function turnPromotions(db: Database): Promise<void> {
  const due = await db.query<{ id: string }>(
    `select p.id from platform_promotion p join site i on i.id = p.site_id
     where p.del_flag = 0 and (p.status = 'approved' and ${started} or p.status = 'running' and ${over})
     order by p.id`,
  );
  for (const { id } of due) await db.tx((sql) => turnOne(sql, id));
}
