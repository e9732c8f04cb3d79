import type { LineOf } from "#documents/kit";
import { wmsSign } from "#documents/wms/wms-sign";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { reverseMoves } from "../../../stock/reverse";
import { takenBy } from "../../logistics/customs/lots";
import { sumById } from "../../purchase/demand/requisition-lines";
import {
  dropInspection,
  lockInspectionOf,
  requireUninspected,
} from "../../purchase/inspection/drop";
import { requireStillOwed } from "../../purchase/order-lines/claims";
import type { OrderLine } from "../../purchase/order-lines/order-lines";
import { countSigned, settleOrders } from "./counts";
import { lockDelivery, lockScene } from "./scene";

/** The delivery of a receipt comes before the receipt itself. */
async function lockDeliveryOf(c: RuleContext, signId: string): Promise<void> {
  const row = await c.sql.one<{ deliveryId: string }>(
    `select delivery_id as "deliveryId" from wms_sign where id = $1 and tenant_id = $2`,
    [signId, c.tenantId],
  );
  if (row) await lockDelivery(c, row.deliveryId);
}

/** What was received of a closed order stays: nothing could replace it any more. */
function requireRunning(lines: Iterable<Pick<OrderLine, "status" | "poNo">>): void {
  for (const { status, poNo } of lines)
    if (status === "closed") throw conflict(`采购单${poNo}已关闭，不能撤销签收`);
}

/**
 * What went back of an order line cannot be more than what it received (supply.md 3, invariant of
 * returns); the order lines are locked.
 * @throws Refusal 409 SKU {code} 已退换货，撤销签收后到货数量不足，请先撤销退货出库
 */
function requireKept(
  orderLines: ReadonlyMap<string, Pick<OrderLine, "id" | "netReceived" | "skuCode">>,
  items: readonly LineOf<typeof wmsSign, "items">[],
): void {
  const signed = sumById(items.map((l) => [l.poLineId, l.signQty] as const));
  for (const line of orderLines.values())
    if (line.netReceived < (signed.get(line.id) ?? 0))
      throw conflict(`SKU ${line.skuCode} 已退换货，撤销签收后到货数量不足，请先撤销退货出库`);
}

/** 撤销签收 (supply.md 4): stock, payables, inspection and all quantities as they were before. */
export const reverse = transition(wmsSign, "reverse", {
  lockFirst: lockDeliveryOf,
  async lock(c, row) {
    const delivery = await lockDelivery(c, row.deliveryId);
    const inspection = await lockInspectionOf(c, row.id);
    return { inspection, ...(await lockScene(c, delivery)) };
  },
  guard({ row, inspection, orderLines }) {
    requireUninspected(row, inspection);
    requireRunning(orderLines.values());
    requireKept(orderLines, row.items);
  },
  async effect(c, { row, inspection, ...scene }) {
    const { id, no } = row;
    const source = { document: "wms_sign", id, no };
    if (inspection) await dropInspection(c, inspection);
    // What was taken back may be signed again, also behind a final receipt.
    await c.sql.query("update wms_sign set ends = false where delivery_id = $1", [row.deliveryId]);
    await countSigned(c, scene, row.items, -1, `撤销签收 ${no}`);
    await reverseMoves(c, source, `reverse:${row.version}`);
    // Its pools are locked now: nobody declares any of it meanwhile.
    const declared = await takenBy(c, id);
    if (declared) throw conflict(`报关单${declared}已取用该批货物，请先作废报关单`);
    await settleOrders(c, scene, source);
    await requireStillOwed(
      c,
      [...scene.orderLines.values()].map((l) => l.poId),
    );
  },
});
