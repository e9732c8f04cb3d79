import type { LineOf } from "#documents/kit";
import type { wmsSign } from "#documents/wms/wms-sign";
import type { RuleContext } from "../../../documents/rules";
import { bookOrder } from "../../../payables/book-order";
import type { Source } from "../../../stock/types";
import { recountDelivery, refreshSigned } from "../../purchase/delivery-plan/signed";
import { countReceived } from "../../purchase/demand/received-demand";
import { sumById } from "../../purchase/demand/requisition-lines";
import { refreshOrder } from "../../purchase/order-lines/chain";
import { countReplaced } from "../../purchase/order-lines/reentry";
import type { Scene } from "./scene";

/** A line of a saved receipt. */
export type Signed = LineOf<typeof wmsSign, "items">;

const add = ({ sql }: RuleContext, table: string, pieces: ReadonlyMap<string, number>) =>
  sql.query(
    `update ${table} t set signed_qty = t.signed_qty + x.n
     from unnest($1::bigint[], $2::int[]) as x(id, n) where t.id = x.id`,
    [[...pieces.keys()], [...pieces.values()]],
  );

/**
 * Counts the pieces of a receipt, whose own state is written, on delivery, plans, orders and demand;
 * `sign` -1 takes them back. `word`: what the history of the delivery says.
 */
export async function countSigned(
  c: RuleContext,
  scene: Scene,
  lines: readonly Signed[],
  sign: 1 | -1,
  word: string,
): Promise<void> {
  const { deliveryType } = scene.delivery;
  const pieces = (by: "deliveryLineId" | "poLineId") =>
    sumById(lines.map((l) => [l[by], sign * l.signQty] as const));
  const byOrderLine = pieces("poLineId");
  await add(c, "delivery_line", pieces("deliveryLineId"));
  await add(c, "purchase_order_line", byOrderLine);
  await refreshSigned(c, scene.delivery, word);
  await recountDelivery(c, [...scene.orderLines.keys()], scene.plans);
  if (deliveryType === "normal") await countReceived(c, scene.demand, byOrderLine);
  if (deliveryType === "exchange") await countReplaced(c, [...byOrderLine.keys()]);
}

/** Payables and derived figures of the orders, last of all. `bizDate`: of the receipt, else today. */
export async function settleOrders(
  c: RuleContext,
  scene: Scene,
  source: Source,
  bizDate?: string,
): Promise<void> {
  for (const id of scene.orders) await bookOrder(c, id, source, { bizDate });
  for (const id of scene.orders) await refreshOrder(c, id);
}
