import type { RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { allowance, limitOf } from "../../purchase/order-lines/delivery-limits";
import { broughtBy } from "../../purchase/order-lines/signed-pieces";
import type { Placed } from "./place";
import type { Scene } from "./scene";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Now in Shanghai as the wire says it. */
export const nowText = (): string =>
  new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** @throws Refusal 400 签收时间不能晚于现在; 破损箱数不能大于实收箱数 */
export function requireHeader(next: Values): void {
  if (String(next.signTime) > nowText()) throw at("signTime", "签收时间不能晚于现在");
  if (Number(next.cartonsDamaged) > Number(next.cartonsSigned))
    throw at("cartonsDamaged", "破损箱数不能大于实收箱数");
}

/**
 * What was signed of each order line on deliveries of this type, with this receipt, stays within its
 * limit (supply.md 4, sign); the order lines are locked.
 * @throws Refusal 409 签收数量不能全为0; SKU {code} 累计签收{n}超过允许上限{max}
 */
export async function requireCounted(c: RuleContext, scene: Scene, placed: readonly Placed[]) {
  if (placed.every(({ line }) => Number(line.signQty) === 0)) throw conflict("签收数量不能全为0");
  const rate = await allowance(c, String(scene.delivery.supplierId));
  const signed = await broughtBy(c, scene.kind, [...scene.orderLines.keys()]);
  for (const { line, of } of placed) {
    if (Number(line.signQty) === 0) continue;
    const n = (signed.get(of.id) ?? 0) + Number(line.signQty);
    signed.set(of.id, n);
    const max = limitOf(of, scene.kind, rate);
    if (n > max) throw conflict(`SKU ${of.skuCode} 累计签收${n}超过允许上限${max}`);
  }
}

/** @throws Refusal 400 when a difference has no reason, or damage or a difference no picture */
export function requireExplained(next: Values, placed: readonly Placed[]): void {
  const differing = placed.filter(({ line }) => line.diffQty !== 0);
  const silent = placed.findIndex(({ line }) => line.diffQty !== 0 && !line.diffReason);
  if (silent >= 0) throw at(`items.${silent}.diffReason`, "请选择差异原因");
  const needed = differing.length > 0 || Number(next.cartonsDamaged) > 0;
  if (needed && !(next.photos as string[] | undefined)?.length)
    throw at("photos", "有破损或差异时请上传签收照片");
}
