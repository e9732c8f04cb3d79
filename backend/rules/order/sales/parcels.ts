import type { RuleContext } from "../../../documents/rules";

/** The packages of an order as its page shows them; what is empty or gone is left out. */
export const parcelsOf = ({ sql }: RuleContext, orderId: string) =>
  sql.query(
    `select p.id, p.no, p.status, w.name as warehouse, h.name as channel, p.tracking_no as "trackingNo",
       x.goods, x.others, x.qty, x.lines,
       to_char(p.ship_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "shipTime"
     from package_order p
       left join warehouse w on w.id = p.warehouse_id
       left join logistics_channel h on h.id = p.logistics_channel_id
       cross join lateral (
         select string_agg(l.sku_code || '×' || l.qty, ' ' order by l.line_no)
             filter (where l.order_id = $1) as goods,
           (sum(l.qty) filter (where l.order_id = $1))::int as qty,
           jsonb_agg(jsonb_build_object('id', l.id::text, 'skuCode', l.sku_code, 'skuName', l.sku_name,
             'qty', l.qty) order by l.line_no) filter (where l.order_id = $1) as lines,
           coalesce(string_agg(distinct l.order_no, ' ') filter (where l.order_id <> $1), '') as others
         from package_order_line l where l.package_order_id = p.id and l.del_flag = 0) x
     where p.del_flag = 0 and x.goods is not null order by p.id`,
    [orderId],
  );
