import { lockPlans, plannedLines } from "#backend/domain/purchase/delivery-plan/state";
import { type Demand, lockDemand } from "#backend/domain/purchase/demand/requisition-lines";
import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { lockOrderLines, type OrderLine } from "#backend/domain/purchase/order-lines/order-lines";
import { orderLineIds } from "#backend/domain/purchase/order-lines/placing";
import { lockExchanges } from "#backend/domain/purchase/order-lines/reentry";
import { lockRow, type RuleContext } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import type { HeadOf, LineOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";

type Delivery = HeadOf<typeof delivery>;
/** A line of the delivery. */
export type SceneSent = LineOf<typeof delivery, "items">;

/** What a receipt changes besides itself, all of it locked. */
export interface Scene {
  delivery: Delivery;
  sent: SceneSent[];
  plans: string[];
  orderLines: ReadonlyMap<string, OrderLine>;
  /** Orders of these lines, ascending. */
  orders: string[];
  demand: Demand;
}

/** A delivery, locked: before anything else of its receipt. @throws Refusal 404 */
export const lockDelivery = (c: RuleContext, id: string): Promise<Delivery> =>
  lockRow(c, delivery, id, { anyScope: true });

/** Locks what stands behind a locked delivery. */
export async function lockScene(c: RuleContext, head: Delivery): Promise<Scene> {
  const { items: sent } = await readLines(c, delivery, head.id);
  const ids = orderLineIds(sent);
  if (head.deliveryType === "exchange") await lockExchanges(c, ids);
  const plans = await lockPlans(c, plannedLines(sent));
  const orderLines = await lockOrderLines(c, ids);
  const orders = [...new Set([...orderLines.values()].map((l) => l.poId))];
  orders.sort((a, b) => Number(a) - Number(b));
  const demand = await lockDemand(c, ids);
  await lockGoods(c, orders);
  return { delivery: head, sent, plans, orderLines, orders, demand };
}
