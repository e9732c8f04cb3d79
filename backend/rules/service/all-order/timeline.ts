import type { RowOf } from "#documents/kit";
import type { allOrder } from "#documents/service/all-order";
import type { RuleContext } from "../../../documents/rules";

/** Something that happened around an order. */
export interface Happened {
  at: string;
  what: string;
  /** The document that says more, if any. */
  document: string | null;
  id: string | null;
  no: string | null;
  detail: string | null;
}

const MOST = 200;

/** What happened around an order, the latest first: the platform, parcels, messages, refunds, complaints. */
export const timelineOf = ({ sql, tenantId }: RuleContext, row: RowOf<typeof allOrder>) =>
  sql.query<Happened>(
    `with parcel as (
       select distinct g.* from sales_order o
         join package_order_line l on l.order_id = o.id and l.del_flag = 0
         join package_order g on g.id = l.package_order_id and g.del_flag = 0
       where o.tenant_id = $1 and o.del_flag = 0 and (o.platform_order_id = $2
         or (o.order_source = 'reship' and o.platform_order_no = $3 and o.store_id = $4))),
     happened (at, what, document, id, no, detail) as (
       select purchase_time, '下单', null::text, null::bigint, null::text,
         currency || ' ' || round(order_total, 2) from platform_order where id = $2
       union all select create_time, case order_source when 'reship' then '补发' else '生成订单' end,
         'sales_order', id, no, sku_qtys from sales_order where tenant_id = $1 and del_flag = 0
           and (platform_order_id = $2
             or (order_source = 'reship' and platform_order_no = $3 and store_id = $4))
       union all select ship_time, '出库', 'package_order', id, no, tracking_no from parcel
         where ship_time is not null
       union all select delivered_time, '妥投', 'package_order', id, no, tracking_no from parcel
         where delivered_time is not null
       union all select m.message_time, case m.direction when 'in' then '买家来信' else '回复买家' end,
         'cs_thread', h.id, h.no, left(m.content, 80) from cs_message m
           join cs_thread h on h.id = m.cs_thread_id and h.del_flag = 0
         where h.tenant_id = $1 and h.platform_order_id = $2 and m.del_flag = 0
       union all select coalesce(executed_time, create_time), case status when 'done' then '已退款'
           else '退款单' end, 'cs_refund', id, no, currency || ' ' || round(amount, 2)
         from cs_refund where tenant_id = $1 and platform_order_id = $2 and del_flag = 0
           and status <> 'void'
       union all select create_time, '登记客户之声', 'voc', id, no, left(description, 80) from voc
         where tenant_id = $1 and platform_order_no = $3 and del_flag = 0 and status <> 'cancelled')
     select at, what, document, id, no, detail from happened order by at desc limit ${MOST}`,
    [tenantId, row.id, row.platformOrderNo, row.storeId],
  );
