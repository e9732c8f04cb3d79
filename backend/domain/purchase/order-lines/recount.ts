import type { RuleContext } from "#backend/engine/documents";
import { idsOf } from "./order-lines";

/**
 * Works planQty of locked order lines out of the plans that name them: live plans count in full, a
 * closed one with what it delivered (supply.md 3, quantity spine).
 */
export const recountPlanned = ({ sql }: RuleContext, ids: Iterable<unknown>) =>
  sql.query(
    `update purchase_order_line p set plan_qty = coalesce((
       select sum(case when h.status = 'closed' then l.delivered_qty else l.plan_qty end)
       from delivery_plan_line l join delivery_plan h on h.id = l.delivery_plan_id
       where l.po_line_id = p.id and l.del_flag = 0 and h.del_flag = 0
         and h.status in ('confirmed', 'partDelivered', 'delivered', 'closed')), 0)
     where p.id = any($1::bigint[])`,
    [idsOf(ids)],
  );

/** What one delivery line adds to deliveredQty: when its signing is over what was signed, else all. */
export const DELIVERED = `case when h.status in ('signed', 'closed') then l.signed_qty
    when h.status in ('shipped', 'partSigned') then l.qty else 0 end`;

/** Works deliveredQty of locked order lines out of the live deliveries that name them. */
export const recountDelivered = ({ sql }: RuleContext, ids: Iterable<unknown>) =>
  sql.query(
    `update purchase_order_line p set delivered_qty = coalesce((
       select sum(${DELIVERED}) from delivery_line l join delivery h on h.id = l.delivery_id
       where l.po_line_id = p.id and l.del_flag = 0 and h.del_flag = 0), 0)
     where p.id = any($1::bigint[])`,
    [idsOf(ids)],
  );
