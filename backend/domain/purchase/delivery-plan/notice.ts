import { notify } from "#backend/engine/notices/notify";
import type { Database } from "#backend/platform/db";

const DAYS = 3;

interface NoticeDue {
  id: string;
  tenantId: string;
  no: string;
  userIds: string[];
  supplier: string;
  date: string;
  skus: string;
  qty: number;
}

/**
 * Daily task (supply.md 3): three days before its date, planner and buyer of a plan learn what is to
 * come and has not been sent. Each date is told once; a line that moves is told of its new date.
 */
export async function remindPlans(db: Database): Promise<void> {
  await db.tx(async (sql) => {
    const due = await sql.query<NoticeDue>(
      `with told as (
         update delivery_plan_line l set reminded_for = l.plan_date from delivery_plan h
         where h.id = l.delivery_plan_id and h.status in ('confirmed', 'partDelivered')
           and h.del_flag = 0 and l.del_flag = 0 and l.delivered_qty < l.plan_qty
           and l.plan_date between (now() at time zone 'Asia/Shanghai')::date
             and (now() at time zone 'Asia/Shanghai')::date + ${DAYS}
           and l.reminded_for is distinct from l.plan_date
         returning l.delivery_plan_id, l.plan_date, l.sku_code, l.plan_qty - l.delivered_qty as rest)
       select h.id, h.tenant_id as "tenantId", h.no, s.name as supplier,
         array_remove(array[h.planner_id, o.buyer_id], null)::text[] as "userIds",
         min(t.plan_date) as date, sum(t.rest)::int as qty,
         string_agg(distinct t.sku_code, '、') as skus
       from told t join delivery_plan h on h.id = t.delivery_plan_id
         join purchase_order o on o.id = h.po_id join supplier s on s.id = h.supplier_id
       group by h.id, s.name, o.buyer_id order by h.id`,
    );
    for (const plan of due)
      await notify(sql, {
        tenantId: plan.tenantId,
        userIds: plan.userIds,
        title: `交货计划${plan.no}将于${plan.date}到期`,
        pushDescribe: `${plan.supplier}应在${plan.date}前交货${plan.qty}件：${plan.skus}`,
        bizPath: `/createDeliveryPlan/index?id=${plan.id}`,
      });
  });
}
