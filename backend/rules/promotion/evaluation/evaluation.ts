import { evaluation } from "#documents/promotion/evaluation";
import { rules } from "../../../documents/written";

const DONE =
  "(coalesce(t.checked_qty, 0) + coalesce(t.refunding_qty, 0) + coalesce(t.refunded_qty, 0))";
const SPENT = `(select sum(o.paid_amount + coalesce(t.service_fee, 0)) from evaluation_order o
  where o.evaluation_id = t.id and o.del_flag = 0
    and o.status in ('checked', 'refunding', 'refunded'))`;

/** 测评任务 (market.md 1). */
export const evaluationRules = rules(evaluation, {
  expressions: {
    doneQty: DONE,
    progress: `round(${DONE} * 100.0 / t.plan_qty, 2)`,
    spentAmount: SPENT,
    orderCost: `round(${SPENT} / nullif(${DONE}, 0), 2)`,
    expired: "(t.end_date < (now() at time zone 'Asia/Shanghai')::date)",
  },
});
