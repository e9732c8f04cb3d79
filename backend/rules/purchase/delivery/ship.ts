import { delivery } from "#documents/purchase/delivery";
import { readLines } from "../../../documents/reading/lines";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { recountDelivery } from "../delivery-plan/signed";
import { lockPlans, plannedLines } from "../delivery-plan/state";
import { allowance, leftOf, withAllowance } from "../order-lines/delivery-limits";
import { lockOrderLines } from "../order-lines/order-lines";
import { orderLineIds, requireExecuting } from "../order-lines/placing";

interface Planned {
  id: string;
  planQty: number;
  deliveredQty: number;
}

const plannedOf = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<Planned>(
    `select id, plan_qty as "planQty", delivered_qty as "deliveredQty"
     from delivery_plan_line where id = any($1::bigint[])`,
    [ids],
  );

const requireLeft = (line: { skuCode: string | null; qty: number }, left: number) => {
  if (line.qty > left)
    throw conflict(`SKU ${line.skuCode} 送货数量超过可送数量${Math.max(0, left)}`);
};

/**
 * 确认发货: what is left of each order line, by type, is worked out with plan, order and line locked;
 * what a plan line delivers stays within its planQty and the allowance.
 */
export const ship = transition(delivery, "ship", {
  async lock(c, row) {
    const plans = await lockPlans(c, plannedLines(row.items));
    // A plan that ended or was split meanwhile has moved the lines of drafts: read them again.
    const { items } = await readLines(c, delivery, row.id);
    const orderLines = await lockOrderLines(c, orderLineIds(items));
    const rate = await allowance(c, row.supplierId);
    const left = await leftOf(c, row.deliveryType, orderLines, rate, row.id);
    const planned = await plannedOf(c, plannedLines(items));
    return { plans, items, orderLines, rate, left, planned };
  },
  guard({ row, items, orderLines, rate, left, planned }) {
    // Nothing can be signed before it was shipped.
    if (row.shipDate > today()) throw invalidAt("shipDate", "发货日不能晚于今天");
    if (!items.length) return "请至少添加一条明细";
    requireExecuting(orderLines.values());
    if (items.some((l) => l.cartons * l.pcsPerCarton < l.qty)) return "箱数与数量不符";
    const rest = new Map(left);
    for (const line of items) {
      const id = line.poLineId ?? "";
      requireLeft(line, rest.get(id) ?? 0);
      rest.set(id, (rest.get(id) ?? 0) - line.qty);
    }
    for (const line of items) {
      const plan = planned.find((p) => p.id === line.planLineId);
      if (plan) requireLeft(line, withAllowance(plan.planQty, rate) - plan.deliveredQty);
    }
    return undefined;
  },
  effect: (c, { orderLines, plans }) => recountDelivery(c, [...orderLines.keys()], plans),
});
