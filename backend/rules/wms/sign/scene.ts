import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import { lockRow } from "../../../documents/reading/row";
import type { Row, RuleContext } from "../../../documents/rules";
import { lockPlans } from "../../purchase/delivery-plan/state";
import { type Demand, lockDemand } from "../../purchase/demand/received-demand";
import type { Kind } from "../../purchase/order-lines/delivery-limits";
import { lockOrderLines, type OrderLine } from "../../purchase/order-lines/order-lines";
import { orderLineIds } from "../../purchase/order-lines/placing";
import { lockExchanges } from "../../purchase/order-lines/reentry";

/** What a receipt changes besides itself, all of it locked. */
export interface Scene {
  delivery: Row & { no: string };
  kind: Kind;
  /** Lines of the delivery. */
  sent: Row[];
  plans: string[];
  orderLines: ReadonlyMap<string, OrderLine>;
  /** Orders of these lines, ascending. */
  orders: string[];
  demand: Demand;
}

/** A delivery, locked: before anything else of its receipt (purchase-locks.ts). @throws Refusal 404 */
export const lockDelivery = async (c: RuleContext, id: string) =>
  (await lockRow(c, documentNamed("delivery"), id, { anyScope: true })) as Scene["delivery"];

/** Locks what stands behind a locked delivery, in the order of purchase-locks.ts. */
export async function lockScene(c: RuleContext, delivery: Scene["delivery"]): Promise<Scene> {
  const { items: sent = [] } = await readLines(c, documentNamed("delivery"), delivery.id);
  const kind = delivery.deliveryType as Kind;
  const ids = orderLineIds(sent);
  if (kind === "exchange") await lockExchanges(c, ids);
  const plans = await lockPlans(
    c,
    sent.flatMap((l) => (l.planLineId ? [String(l.planLineId)] : [])),
  );
  const orderLines = await lockOrderLines(c, ids);
  const orders = [...new Set([...orderLines.values()].map((l) => l.poId))];
  orders.sort((a, b) => Number(a) - Number(b));
  const demand = await lockDemand(c, ids);
  return { delivery, kind, sent, plans, orderLines, orders, demand };
}
