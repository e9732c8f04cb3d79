import { evaluationApplication } from "#documents/promotion/application";
import { rules } from "../../../documents/written";

/** 测评申请 (market.md 1). */
export const applicationRules = rules(evaluationApplication, {
  expressions: {
    remainAmount: "(t.budget_amount - coalesce(t.used_amount, 0))",
    orderCost: `(select round(t.used_amount / nullif(count(*), 0), 2) from evaluation_order o
       where o.application_id = t.id and o.del_flag = 0
         and o.status in ('checked', 'refunding', 'refunded'))`,
    unplanned: `exists (select 1 from evaluation_application_line l
       where l.evaluation_application_id = t.id and l.del_flag = 0 and l.apply_qty > coalesce((
         select sum(e.plan_qty - coalesce(e.returned_qty, 0)) from evaluation e
         where e.application_line_id = l.id and e.del_flag = 0), 0))`,
  },
});
