import type { LineDraft, StateOf } from "#documents/kit";
import type { requisition } from "#documents/purchase/requisition";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import { conflict, invalidAt } from "../../../http/refusal";
import { requireSkus, type SkuFacts } from "../../sku-lines";
import { type ReqLine, sumById } from "../demand/requisition-lines";

export type Line = LineDraft<typeof turnRequisition, "items">;

/** States of a requisition in which its lines may still be turned, or have been. */
const LIVE: ReadonlySet<StateOf<typeof requisition>> = new Set([
  "approved",
  "partTurned",
  "turned",
  "completed",
]);

/** Turned quantity by requisition line. */
export const turnedOf = (lines: readonly Line[]) =>
  sumById(lines.map((l) => [l.reqLineId, l.qty ?? 0]));

/** Each line names a living requisition line of this warehouse, and has what its mode needs. */
export function requireLines(
  lines: readonly Line[],
  from: ReadonlyMap<string, ReqLine>,
  warehouseId: string | null | undefined,
): void {
  for (const [i, line] of lines.entries()) {
    const at = (field: string, message: string) => invalidAt(`items.${i}.${field}`, message);
    const source = from.get(line.reqLineId ?? "");
    if (!source) throw at("reqLineCode", "请购明细不存在");
    if (!LIVE.has(source.status)) throw at("reqLineCode", `请购单${source.reqNo}不是待转采状态`);
    if (source.warehouseId !== warehouseId)
      throw at("reqLineCode", `请购明细${source.code}的需求仓库与收货仓不一致`);
    if (line.turnMode !== "transfer") continue;
    if (!line.fromWarehouseId) throw at("fromWarehouseId", "请选择调出仓");
    if (line.fromWarehouseId === warehouseId) throw at("fromWarehouseId", "调出仓不能与收货仓相同");
  }
}

/** Nothing is turned beyond what remains of it. @throws Refusal 409 请购明细{code}剩余{n}，不能转采{m} */
export function requireRemaining(lines: readonly Line[], from: ReadonlyMap<string, ReqLine>): void {
  for (const [id, qty] of turnedOf(lines)) {
    const source = from.get(id);
    if (source && LIVE.has(source.status) && qty > source.remainQty)
      throw conflict(`请购明细${source.code}剩余${source.remainQty}，不能转采${qty}`);
  }
}

/** The same requisition line may come once in each mode. */
export const requireOnce = (lines: readonly Line[], skus: ReadonlyMap<string, SkuFacts>) =>
  requireSkus(lines, skus, (l) => `${l.reqLineId}/${l.turnMode}`);
