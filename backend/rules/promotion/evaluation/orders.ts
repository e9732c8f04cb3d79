import { permissionOf } from "#documents/kit";
import { evaluationOrder } from "#documents/promotion/order";
import { visible } from "../../../documents/reading/where";
import type { RuleContext } from "../../../documents/rules";

/** An order as the workbench of its task shows it. */
export interface WorkOrder {
  id: string;
  no: string;
  platformOrderNo: string;
  alias: string;
  day: string;
  paid: string;
  match: string;
  status: string;
  photos: number;
  refundNo: string | null;
  rebateNo: string | null;
}

/** The orders of a task that the caller may see, those that wait first; null without the right to. */
export async function ordersOf(c: RuleContext, evaluationId: string): Promise<WorkOrder[] | null> {
  if (!c.caller.permissions.has(permissionOf(evaluationOrder, "view"))) return null;
  const where = visible(evaluationOrder, c.caller).and("t.evaluation_id = ?", evaluationId);
  return c.sql.query<WorkOrder>(
    `select t.id, t.no, t.platform_order_no as "platformOrderNo", t.participant_alias as alias,
       t.order_date::text as day, t.paid_amount::text as paid, t.match_state as match, t.status,
       coalesce(cardinality(t.order_photos), 0)::int as photos, t.refund_no as "refundNo",
       t.rebate_no as "rebateNo"
     from evaluation_order t where ${where}
     order by array_position(array['registered', 'abnormal'], t.status::text), t.order_date desc, t.id desc
     limit 200`,
    where.values,
  );
}
