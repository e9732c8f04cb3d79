import type { HeadOf, LineOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { readLines } from "../../../documents/reading/lines";
import { lockRow } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { lockPlans, plannedLines } from "../../purchase/delivery-plan/state";
import { type Demand, lockDemand } from "../../purchase/demand/received-demand";
import { lockGoods } from "../../purchase/order-lines/locks";
import { lockOrderLines, type OrderLine } from "../../purchase/order-lines/order-lines";
import { orderLineIds } from "../../purchase/order-lines/placing";
import { lockExchanges } from "../../purchase/order-lines/reentry";

type Delivery = HeadOf<typeof delivery>;
/** A line of the delivery. */
export type Sent = LineOf<typeof delivery, "items">;

/** What a receipt changes besides itself, all of it locked. */
export interface Scene {
  delivery: Delivery;
  sent: Sent[];
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
