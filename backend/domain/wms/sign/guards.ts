import { allowance, broughtBy, limitOf } from "#backend/domain/purchase/order-lines/delivery-limits";
import type { RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { now } from "#backend/platform/values";
import type { DraftOf } from "#documents/kit";
import type { wmsSign } from "#documents/wms/wms-sign";
import type { PlacePlaced } from "./place";
import type { Scene } from "./scene";

type SignDraft = DraftOf<typeof wmsSign>;

/** @throws Refusal 400 签收时间不能晚于现在, 不能早于发货日; 破损箱数不能大于实收箱数 */
export function requireHeader(
  { signTime, cartonsDamaged, cartonsSigned }: SignDraft,
  { shipDate }: Pick<Scene["delivery"], "shipDate">,
): void {
  if (signTime && signTime > now()) throw invalidAt("signTime", "签收时间不能晚于现在");
  if (signTime && signTime.slice(0, 10) < shipDate) throw invalidAt("signTime", `签收时间不能早于发货日${shipDate}`);
  if ((cartonsDamaged ?? 0) > (cartonsSigned ?? 0)) throw invalidAt("cartonsDamaged", "破损箱数不能大于实收箱数");
}

/** @throws Refusal 409 when nothing of the delivery is to be signed now */
export function requireOnWay({ status, no }: Pick<Scene["delivery"], "status" | "no">): void {
  if (status !== "shipped" && status !== "partSigned") throw conflict(`送货单${no}不是待签收状态，不能签收`);
}

/**
 * What was signed of each order line on deliveries of this type, with this receipt, stays within its
 * limit (supply.md 4, sign); the order lines are locked.
 * @throws Refusal 409 签收数量不能全为0; SKU {code} 累计签收{n}超过允许上限{max}
 */
export async function requireCounted(c: RuleContext, scene: Scene, placed: readonly PlacePlaced[]) {
  if (placed.every(({ qty }) => qty === 0)) throw conflict("签收数量不能全为0");
  const { supplierId, deliveryType } = scene.delivery;
  const rate = await allowance(c, supplierId);
  const signed = await broughtBy(c, deliveryType, [...scene.orderLines.keys()]);
  for (const { qty, of } of placed) {
    if (qty === 0) continue;
    const n = (signed.get(of.id) ?? 0) + qty;
    signed.set(of.id, n);
    const max = limitOf(of, deliveryType, rate);
    if (n > max) throw conflict(`SKU ${of.skuCode} 累计签收${n}超过允许上限${max}`);
  }
}

/** @throws Refusal 400 when a difference has no reason, or damage or a difference no picture */
export function requireExplained(next: SignDraft, placed: readonly PlacePlaced[]): void {
  const silent = placed.findIndex(({ line, diffQty }) => diffQty !== 0 && !line.diffReason);
  if (silent >= 0) throw invalidAt(`items.${silent}.diffReason`, "请选择差异原因");
  const needed = placed.some(({ diffQty }) => diffQty !== 0) || (next.cartonsDamaged ?? 0) > 0;
  if (needed && !next.photos?.length) throw invalidAt("photos", "有破损或差异时请上传签收照片");
}
