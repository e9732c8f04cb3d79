import type { DraftOf } from "#documents/kit";
import { wmsSign } from "#documents/wms/wms-sign";
import { rules } from "../../../documents/written";
import { conflict, missing } from "../../../http/refusal";
import { now } from "../../../values/calendar";
import { requireOpenMonth } from "../../../values/open-month";
import { codesOf } from "../../purchase/order-lines/placing";
import { notReceiving } from "../../purchase/order-lines/receiving";
import { cartonsOpen, countCartons } from "./cartons";
import { requireCounted, requireExplained, requireHeader, requireOnWay } from "./guards";
import { addLabels } from "./labels";
import { type Placed, place } from "./place";
import { policyFor } from "./policy";
import { linesToSign } from "./prefill";
import { reverse } from "./reverse";
import { lockDelivery, lockScene, type Scene } from "./scene";
import { takeIn } from "./take-in";
import { fillValues } from "./value";

const total = (values: readonly number[]) => values.reduce((sum, n) => sum + n, 0);

/** What the receipt takes over from its delivery, and what its lines add up to. */
const headerOf = ({ delivery }: Scene, placed: readonly Placed[]): DraftOf<typeof wmsSign> => ({
  ...{ warehouseId: delivery.warehouseId, supplierId: delivery.supplierId },
  ...{ supplierText: delivery.supplierText, poNos: delivery.poNos },
  ...{ deptId: delivery.deptId, ownerId: delivery.createBy },
  skuCodes: codesOf(placed.map(({ of }) => of)),
  skuCount: new Set(placed.map(({ of }) => of.skuId)).size,
  noticeQty: total(placed.map(({ line }) => line.noticeQty ?? 0)),
  signQty: total(placed.map(({ qty }) => qty)),
  diffQty: total(placed.map(({ diffQty }) => diffQty)),
  hasDiff: placed.some(({ diffQty }) => diffQty !== 0) ? "yes" : "no",
});

/** 签收单 (supply.md 4): saving one is the signing. */
export const wmsSignRules = rules(wmsSign, {
  enrichOne: (c, row) => addLabels(c, row.items),
  async prefill(c, from) {
    const [deliveryId] = from.deliveryId ?? [];
    if (!deliveryId) throw missing();
    return linesToSign(c, deliveryId);
  },
  async beforeSave(c, next) {
    if (!next.deliveryId) throw missing();
    next.signerId ??= c.caller.userId;
    next.signTime ??= now();
    next.cartonsDamaged ??= 0;
    const delivery = await lockDelivery(c, next.deliveryId);
    requireOnWay(delivery);
    const foreign = await notReceiving(c, delivery.warehouseId);
    if (foreign) throw conflict(foreign);
    next.cartonsNotified = await cartonsOpen(c, delivery.id);
    next.cartonsSigned ??= next.cartonsNotified;
    const scene = await lockScene(c, delivery);
    await countCartons(c, scene, next);
    requireHeader(next, delivery);
    await requireOpenMonth(c, next.signTime.slice(0, 10));
    next.items ??= [];
    const isFinal = next.isFinal === true;
    const placed = place(scene, next.items, isFinal);
    await requireCounted(c, scene, placed);
    requireExplained(next, placed);
    const skus = placed.map(({ of }) => of.skuId);
    next.inspectPolicy ??= await policyFor(c, delivery.warehouseId, skus);
    await fillValues(c, scene, placed, next.signTime.slice(0, 10));
    Object.assign(next, headerOf(scene, placed), { ends: isFinal });
    if (next.inspectPolicy === "exempt") next.status = "done";
    return scene;
  },
  afterSave: (c, id, next, _before, scene) =>
    takeIn(c, scene, {
      ...{ id, no: next.no ?? "", deptId: next.deptId ?? null },
      exempt: next.inspectPolicy === "exempt",
      date: (next.signTime ?? now()).slice(0, 10),
    }),
  transitions: [reverse],
});
