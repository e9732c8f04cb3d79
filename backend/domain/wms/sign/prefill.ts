import { readOrderLines } from "#backend/domain/purchase/order-lines/order-lines";
import { orderLineIds, shownLine } from "#backend/domain/purchase/order-lines/placing";
import { type RuleContext, readWhole, type SourceId } from "#backend/engine/documents";
import { now } from "#backend/platform/values";
import { delivery } from "#documents/purchase/delivery";
import { cartonsOpen, packings } from "./counts";
import { requireOnWay } from "./guards";
import { restOf } from "./place";
import { policyFor } from "./policy";

/**
 * Values of the form that signs a delivery (`?deliveryId=`): every line of which something is open, all
 * of it counted. @throws Refusal 404, 409 when the delivery is not on its way
 */
export async function linesToSign(c: RuleContext, deliveryId: SourceId) {
  const row = await readWhole(c, delivery, deliveryId, { anyScope: true });
  requireOnWay(row);
  const open = row.items.filter((l) => restOf(l) > 0);
  const orderLines = await readOrderLines(c, orderLineIds(open));
  const packed = packings(row.items);
  const skus = open.map((l) => l.skuId);
  const { supplierId, supplierText: supplierName, warehouseId, poNos } = row;
  return {
    deliveryId,
    deliveryName: row.no,
    supplierId,
    supplierName,
    warehouseId,
    poNos,
    signerId: c.caller.userId,
    signTime: now(),
    cartonsSigned: await cartonsOpen(c, deliveryId),
    cartonsDamaged: 0,
    isFinal: true,
    inspectPolicy: await policyFor(c, warehouseId, skus),
    items: open.flatMap((l) => {
      const of = orderLines.get(l.poLineId ?? "");
      const rest = restOf(l);
      const own = { deliveryLineId: l.id, packing: packed.get(l.id) };
      return of ? [{ ...shownLine(of), ...own, noticeQty: rest, signQty: rest }] : [];
    }),
  };
}
