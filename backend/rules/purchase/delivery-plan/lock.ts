import type { RowOf } from "#documents/kit";
import type { deliveryPlan } from "#documents/purchase/delivery-plan";
import type { RuleContext } from "../../../documents/rules";
import { lockOrderLines } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";

/** Order lines of a locked plan, locked with their orders. */
export const lockPlanned = async (c: RuleContext, { items }: RowOf<typeof deliveryPlan>) => ({
  orderLines: await lockOrderLines(c, orderLineIds(items)),
});
