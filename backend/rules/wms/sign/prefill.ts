import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import { visible } from "../../../documents/reading/where";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, missing } from "../../../http/refusal";
import { readOrderLines } from "../../purchase/order-lines/order-lines";
import { orderLineIds, shownLine } from "../../purchase/order-lines/placing";
import { packings } from "./cartons";
import { nowText } from "./guards";
import { restOf } from "./place";
import { policyFor } from "./policy";

/** Cartons of a delivery that no receipt counted yet. */
export async function cartonsOpen({ sql }: RuleContext, deliveryId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `select greatest(d.carton_qty - coalesce((
       select sum(cartons_signed) from wms_sign
       where delivery_id = d.id and status <> 'reversed' and del_flag = 0), 0), 0)::int as n
     from delivery d where d.id = $1`,
    [deliveryId],
  );
  return row?.n ?? 0;
}

/** @throws Refusal 409 when nothing of the delivery is to be signed now */
export function requireOnWay(delivery: Values): void {
  if (delivery.status !== "shipped" && delivery.status !== "partSigned")
    throw conflict(`送货单${delivery.no}不是待签收状态，不能签收`);
}

/**
 * Values of the form that signs a delivery (`?deliveryId=`): every line of which something is open, all
 * of it counted. @throws Refusal 404, 409 when the delivery is not on its way
 */
export async function linesToSign(c: RuleContext, deliveryId: string): Promise<Values> {
  if (!/^\d{1,18}$/.test(deliveryId)) throw missing();
  const where = visible({ ...documentNamed("delivery"), scopeBy: undefined }, c.caller);
  where.and("t.id = ?", deliveryId);
  const delivery = await c.sql.one<Row & { warehouseId: string }>(
    `select t.id, t.version, t.no, t.status, t.warehouse_id as "warehouseId", t.po_nos as "poNos",
       t.supplier_id as "supplierId", t.supplier_text as "supplierName"
     from delivery t where ${where}`,
    where.values,
  );
  if (!delivery) throw missing();
  requireOnWay(delivery);
  const { items = [] } = await readLines(c, documentNamed("delivery"), deliveryId);
  const open = items.filter((l) => restOf(l) > 0);
  const orderLines = await readOrderLines(c, orderLineIds(open));
  const packed = packings(items);
  const skus = open.map((l) => String(l.skuId));
  const { supplierId, supplierName, warehouseId, poNos } = delivery;
  return {
    deliveryId,
    deliveryName: delivery.no,
    ...{ supplierId, supplierName, warehouseId, poNos },
    signerId: c.caller.userId,
    signTime: nowText(),
    cartonsSigned: await cartonsOpen(c, deliveryId),
    cartonsDamaged: 0,
    isFinal: true,
    inspectPolicy: await policyFor(c, delivery.warehouseId, skus),
    items: open.flatMap((l) => {
      const of = orderLines.get(String(l.poLineId));
      const rest = restOf(l);
      const own = { deliveryLineId: l.id, packing: packed.get(l.id) };
      return of ? [{ ...shownLine(of), ...own, noticeQty: rest, signQty: rest }] : [];
    }),
  };
}
