import type { OrderLine } from "#backend/domain/purchase/order-lines/order-lines";
import { conflict, invalid } from "#backend/platform/http";
import type { LineDraft } from "#documents/kit";
import type { wmsSign } from "#documents/wms/wms-sign";
import type { Scene, SceneSent } from "./scene";

/** A line of a receipt that is being saved. */
export type PlaceLine = LineDraft<typeof wmsSign, "items">;

/** A line of a receipt with the line of the delivery and of the order that it is about. */
export interface PlacePlaced {
  line: PlaceLine;
  sent: SceneSent;
  of: OrderLine;
  /** Pieces that were counted. */
  qty: number;
  /** Pieces beyond what was announced, or short of it. */
  diffQty: number;
}

/** What of a delivery line nobody signed yet. */
export const restOf = ({ qty, signedQty }: SceneSent): number => Math.max(0, qty - signedQty);

/**
 * Finds the delivery line of each line and copies what it says. A final receipt counts every line on
 * which something is open: one that is not named has 0 pieces. What a partial one leaves open is no
 * difference yet.
 * @throws Refusal 400 naming the line that points elsewhere, 409 SKU {code} 重复
 */
export function place(scene: Scene, lines: PlaceLine[], isFinal: boolean): PlacePlaced[] {
  const named = new Set(lines.map((l) => l.deliveryLineId));
  if (isFinal)
    for (const s of scene.sent) if (!named.has(s.id) && restOf(s) > 0) lines.push({ deliveryLineId: s.id, signQty: 0 });
  const met = new Set<string>();
  return lines.map((line, i) => {
    const sent = scene.sent.find((s) => s.id === line.deliveryLineId);
    const of = scene.orderLines.get(sent?.poLineId ?? "");
    if (!sent || !of) {
      const message = `第${i + 1}行不属于送货单${scene.delivery.no}`;
      throw invalid(message, { [`items.${i}.signQty`]: message });
    }
    if (met.has(sent.id)) throw conflict(`SKU ${of.skuCode} 重复`);
    met.add(sent.id);
    const qty = line.signQty ?? 0;
    const noticeQty = restOf(sent);
    const over = qty - noticeQty;
    const diffQty = isFinal ? over : Math.max(over, 0);
    Object.assign(line, {
      poLineId: of.id,
      poLineCode: of.code,
      skuId: of.skuId,
      skuCode: of.skuCode,
      skuName: of.skuName,
      spec: of.spec,
      unit: of.unit,
      imageUrl: of.imageUrl,
      noticeQty,
      diffQty,
      diffReason: diffQty ? line.diffReason : null,
    });
    return { line, sent, of, qty, diffQty };
  });
}
