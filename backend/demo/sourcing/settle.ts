import type { Sql } from "#backend/platform/db";

/** Orders that count as ordered: submitted and not given back. */
const ORDERED = "('auditing', 'approved', 'executing', 'completed', 'closed')";

const STEPS = [
  `update inquiry_quote q set ordered_qty = coalesce(s.n, 0) from inquiry_quote o
   left join (select l.award_id, sum(l.qty)::int as n from purchase_order_line l
     join purchase_order p on p.id = l.purchase_order_id
     where p.status in ${ORDERED} and l.del_flag = 0 and p.del_flag = 0 group by 1) s on s.award_id = o.id
   where q.id = o.id and q.ordered_qty <> coalesce(s.n, 0)`,
  `update turn_requisition_line t set inquired_qty = coalesce(s.n, 0) from turn_requisition_line o
   left join (select l.turn_line_id, sum(l.qty)::int as n from inquiry_order_line l
     join inquiry_order i on i.id = l.inquiry_order_id
     where i.status <> 'void' and i.del_flag = 0 and l.del_flag = 0 group by 1) s
     on s.turn_line_id = o.id
   where t.id = o.id and t.inquired_qty <> coalesce(s.n, 0)`,
  `with s as (
     select coalesce(l.turn_line_id, i.turn_line_id) as id, sum(l.qty)::int as n,
       coalesce(sum(l.qty) filter (where l.award_id is null), 0)::int as direct
     from purchase_order_line l join purchase_order p on p.id = l.purchase_order_id
       left join inquiry_quote q on q.id = l.award_id
       left join inquiry_order_line i on i.id = q.line_id
     where p.status in ${ORDERED} and l.del_flag = 0 and p.del_flag = 0 group by 1)
   update turn_requisition_line t set ordered_qty = s.n, direct_qty = s.direct from s where s.id = t.id`,
  `update purchase_requisition_line r set turned_qty = s.turned, ordered_qty = s.ordered
   from (select l.req_line_id as id, sum(l.qty - l.released_qty)::int as turned,
       sum(l.ordered_qty)::int as ordered
     from turn_requisition_line l join turn_requisition t on t.id = l.turn_requisition_id
     where t.status not in ('draft', 'rejected') and t.del_flag = 0 and l.del_flag = 0
     group by 1) s where s.id = r.id`,
  `update purchase_requisition_line r set cancel_qty = s.n
   from (select l.req_line_id as id, sum(l.cancel_qty)::int as n from requisition_cancel_line l
     join requisition_cancel c on c.id = l.requisition_cancel_id
     where c.status not in ('draft', 'rejected') and c.del_flag = 0 and l.del_flag = 0
     group by 1) s where s.id = r.id`,
  `update purchase_requisition_line r set lost_qty = s.n
   from (select t.req_line_id as id, sum(l.closed_qty)::int as n
     from purchase_order_line l join purchase_order p on p.id = l.purchase_order_id
       left join inquiry_quote q on q.id = l.award_id
       left join inquiry_order_line i on i.id = q.line_id
       join turn_requisition_line t on t.id = coalesce(l.turn_line_id, i.turn_line_id)
     where p.status = 'closed' and l.closed_qty > 0 and l.del_flag = 0 and p.del_flag = 0
     group by 1) s where s.id = r.id`,
  `update turn_requisition t set ordered_qty = s.ordered,
     progress = case when s.ordered = 0 then 'none' when s.whole then 'all' else 'part' end,
     status = case when t.status not in ('approved', 'processing', 'done') then t.status
       when s.whole then 'done' when s.ordered = 0 then 'approved' else 'processing' end
   from (select turn_requisition_id as id, sum(ordered_qty)::int as ordered,
       bool_and(ordered_qty + transfer_qty >= qty - released_qty) as whole
     from turn_requisition_line where del_flag = 0 group by 1) s where s.id = t.id`,
  `update purchase_requisition r set turned_qty = s.turned, received_qty = s.received, status = s.state,
     progress = case when s.state = 'completed' then 'received' when s.state = 'turned' then 'all'
       when s.turned > 0 then 'part' else 'none' end
   from (select purchase_requisition_id as id, sum(turned_qty)::int as turned,
       sum(received_qty)::int as received,
       case when sum(qty - turned_qty - cancel_qty) = 0 and sum(turned_qty) = 0 then 'cancelled'
         when sum(qty - turned_qty - cancel_qty) = 0 and bool_and(received_qty + lost_qty >= qty - cancel_qty)
           then 'completed'
         when sum(qty - turned_qty - cancel_qty) = 0 then 'turned'
         when sum(turned_qty + cancel_qty) > 0 then 'partTurned' else 'approved' end as state
     from purchase_requisition_line where del_flag = 0 group by 1) s
   where s.id = r.id and r.status in ('approved', 'partTurned', 'turned', 'completed', 'cancelled')`,
];

/**
 * Works out every counter and derived state from requisition to award anew from the lines of turn
 * requisitions, inquiries, orders and cancellations. Demo data calls it after it made orders.
 */
export async function settleSourcing(sql: Sql): Promise<void> {
  for (const step of STEPS) await sql.query(step);
}
