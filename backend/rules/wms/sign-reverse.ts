import { documentNamed } from "#documents";
import { readLines } from "../../documents/lines";
import type { Row, RuleContext } from "../../documents/rules";
import { conflict } from "../../http/refusal";
import { reverseMoves } from "../../stock/reverse";
import { dropInspection } from "../purchase/inspection-open";
import { countSigned, settleOrders } from "./sign-counts";
import { lockDelivery, lockScene } from "./sign-scene";

/** The delivery of a receipt comes before the receipt itself. */
export async function lockDeliveryOf(c: RuleContext, signId: string): Promise<void> {
  const row = await c.sql.one<{ deliveryId: string }>(
    `select delivery_id as "deliveryId" from wms_sign where id = $1 and tenant_id = $2`,
    [signId, c.tenantId],
  );
  if (row) await lockDelivery(c, row.deliveryId);
}

/** What was received of a closed order stays: nothing could replace it any more. */
function demandRunning(lines: Iterable<{ status: string; poNo: string }>): void {
  for (const { status, poNo } of lines)
    if (status === "closed") throw conflict(`采购单${poNo}已关闭，不能撤销签收`);
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
  demandRunning(scene.orderLines.values());
  await c.sql.query("update wms_sign set status = 'reversed' where id = $1", [row.id]);
  // What was taken back may be signed again, also behind a final receipt.
  await c.sql.query("update wms_sign set ends = false where delivery_id = $1", [row.deliveryId]);
  await countSigned(c, scene, items, -1, `撤销签收 ${row.no}`);
  await reverseMoves(c, source, `reverse:${row.version}`);
  await settleOrders(c, scene, source);
}
