import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { reverseMoves } from "../../../stock/reverse";
import { sumById } from "../../purchase/demand/requisition-lines";
import { dropInspection } from "../../purchase/inspection/open";
import type { OrderLine } from "../../purchase/order-lines/order-lines";
import { countSigned, settleOrders } from "./counts";
import { lockDelivery, lockScene } from "./scene";

/** The delivery of a receipt comes before the receipt itself. */
export async function lockDeliveryOf(c: RuleContext, signId: string): Promise<void> {
  const row = await c.sql.one<{ deliveryId: string }>(
    `select delivery_id as "deliveryId" from wms_sign where id = $1 and tenant_id = $2`,
    [signId, c.tenantId],
  );
  if (row) await lockDelivery(c, row.deliveryId);
}

/** What was received of a closed order stays: nothing could replace it any more. */
function requireRunning(lines: Iterable<{ status: string; poNo: string }>): void {
  for (const { status, poNo } of lines)
    if (status === "closed") throw conflict(`采购单${poNo}已关闭，不能撤销签收`);
}

/**
 * What went back of an order line cannot be more than what it received (supply.md 3, invariant of
 * returns); the order lines are locked.
 * @throws Refusal 409 SKU {code} 已退换货，撤销签收后到货数量不足，请先撤销退货出库
 */
function requireKept(orderLines: ReadonlyMap<string, OrderLine>, items: readonly Row[]): void {
  const signed = sumById(items.map((l) => [l.poLineId, Number(l.signQty)] as const));
  for (const line of orderLines.values())
    if (line.netReceived < (signed.get(line.id) ?? 0))
      throw conflict(`SKU ${line.skuCode} 已退换货，撤销签收后到货数量不足，请先撤销退货出库`);
}

/**
 * 撤销签收 (supply.md 4): stock, payables, inspection and all quantities as they were before.
 * @throws Refusal 409 签收单{no}已质检，不能撤销，请先撤销质检单; the shortage of ledger rule 5
 */
export async function reverseSign(c: RuleContext, row: Row): Promise<void> {
  const source = { document: "wms_sign", id: row.id, no: String(row.no) };
  const { items = [] } = await readLines(c, documentNamed("wms_sign"), row.id);
  await c.sql.query("select id from inspection where sign_id = $1 order by id for no key update", [
    row.id,
  ]);
  const scene = await lockScene(c, await lockDelivery(c, String(row.deliveryId)));
  await dropInspection(c, source);
  requireRunning(scene.orderLines.values());
  requireKept(scene.orderLines, items);
  await c.sql.query("update wms_sign set status = 'reversed' where id = $1", [row.id]);
  // What was taken back may be signed again, also behind a final receipt.
  await c.sql.query("update wms_sign set ends = false where delivery_id = $1", [row.deliveryId]);
  await countSigned(c, scene, items, -1, `撤销签收 ${row.no}`);
  await reverseMoves(c, source, `reverse:${row.version}`);
  await settleOrders(c, scene, source);
}
