import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, Values } from "../../../documents/rules";
import { missing } from "../../../http/refusal";
import { codesOf } from "../../purchase/order-lines/placing";
import { countCartons } from "./cartons";
import { nowText, requireCounted, requireExplained, requireHeader } from "./guards";
import { addLabels } from "./labels";
import { place } from "./place";
import { policyFor } from "./policy";
import { cartonsOpen, linesToSign, requireOnWay } from "./prefill";
import { lockDeliveryOf, reverseSign } from "./reverse";
import { lockDelivery, lockScene, type Scene } from "./scene";
import { takeIn } from "./take-in";
import { fillValues } from "./value";

/** What a receipt that is being saved has locked. */
const scenes = new WeakMap<Values, Scene>();

const totalOf = (lines: readonly Values[], name: string) =>
  lines.reduce((n, l) => n + Number(l[name]), 0);

/** What the receipt takes over from its delivery, and what its lines add up to. */
const headerOf = ({ delivery }: Scene, lines: readonly Values[]): Values => ({
  ...{ warehouseId: delivery.warehouseId, supplierId: delivery.supplierId },
  ...{ supplierText: delivery.supplierText, poNos: delivery.poNos },
  ...{ deptId: delivery.deptId, ownerId: delivery.createBy },
  skuCodes: codesOf(lines as { skuCode: string }[]),
  skuCount: new Set(lines.map((l) => l.skuId)).size,
  noticeQty: totalOf(lines, "noticeQty"),
  signQty: totalOf(lines, "signQty"),
  diffQty: totalOf(lines, "diffQty"),
  hasDiff: lines.some((l) => l.diffQty !== 0) ? "yes" : "no",
});

/** 签收单 (supply.md 4): saving one is the signing. */
export const wmsSignRules: LegacyRules = {
  async enrichOne(c, row) {
    await addLabels(c, (row.items as Row[] | undefined) ?? []);
  },
  async prefill(c, { deliveryId }) {
    if (!deliveryId) throw missing();
    return linesToSign(c, deliveryId);
  },
  async beforeSave(c, next) {
    next.signerId ??= c.caller.userId;
    next.signTime ??= nowText();
    next.cartonsDamaged ??= 0;
    const delivery = await lockDelivery(c, String(next.deliveryId));
    requireOnWay(delivery);
    next.cartonsNotified = await cartonsOpen(c, delivery.id);
    next.cartonsSigned ??= next.cartonsNotified;
    const scene = await lockScene(c, delivery);
    await countCartons(c, scene, next);
    requireHeader(next);
    const lines = next.items as Values[];
    const placed = place(scene, lines, next.isFinal === true);
    await requireCounted(c, scene, placed);
    requireExplained(next, placed);
    const skus = lines.map((l) => String(l.skuId));
    next.inspectPolicy ??= await policyFor(c, String(delivery.warehouseId), skus);
    await fillValues(c, scene, placed, String(next.signTime).slice(0, 10));
    Object.assign(next, headerOf(scene, lines), { ends: next.isFinal === true });
    if (next.inspectPolicy === "exempt") next.status = "done";
    scenes.set(next, scene);
  },
  async afterSave(c, id, next) {
    const scene = scenes.get(next);
    if (scene) await takeIn(c, scene, { ...next, id });
  },
  lockFirst: (c, _action, id) => lockDeliveryOf(c, id),
  actions: { reverse: reverseSign },
};
