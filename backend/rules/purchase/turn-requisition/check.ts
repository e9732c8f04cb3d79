import type { RuleContext, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { requireSkus, type SkuFacts } from "../../sku-lines";
import { findReqLines, type ReqLine, readReqLines } from "../demand/requisition-lines";

const at = (path: string, message: string) => invalid(message, { [path]: message });
/** States of a requisition in which its lines may still be turned, or have been. */
export const LIVE = new Set(["approved", "partTurned", "turned", "completed"]);

/** Puts ids in place of codes that people typed; a code that was changed wins over the id. */
export async function resolveCodes(c: RuleContext, lines: Values[]): Promise<Map<string, ReqLine>> {
  const codes = lines.flatMap((l) => (l.reqLineCode ? [String(l.reqLineCode).trim()] : []));
  const byCode = await findReqLines(c, codes);
  for (const [i, line] of lines.entries()) {
    const code = line.reqLineCode ? String(line.reqLineCode).trim() : "";
    if (code && !byCode.has(code)) throw at(`items.${i}.reqLineCode`, `请购明细${code}不存在`);
    if (code) line.reqLineId = byCode.get(code)?.id;
    if (!line.reqLineId) throw at(`items.${i}.reqLineCode`, "请选择请购明细");
  }
  return readReqLines(
    c,
    lines.map((l) => l.reqLineId),
  );
}

/** @throws Refusal 400 at the line: state, warehouse, or what its mode needs */
export function checkLine(
  i: number,
  line: Values,
  from: ReqLine | undefined,
  warehouseId: unknown,
) {
  const path = `items.${i}.reqLineCode`;
  if (!from) throw at(path, "请购明细不存在");
  if (!LIVE.has(from.status)) throw at(path, `请购单${from.reqNo}不是待转采状态`);
  if (from.warehouseId !== String(warehouseId))
    throw at(path, `请购明细${from.code}的需求仓库与收货仓不一致`);
  if (line.turnMode !== "transfer") {
    line.fromWarehouseId = null;
    return;
  }
  line.supplierId = null;
  line.refPrice = null;
  if (!line.fromWarehouseId) throw at(`items.${i}.fromWarehouseId`, "请选择调出仓");
  if (String(line.fromWarehouseId) === String(warehouseId))
    throw at(`items.${i}.fromWarehouseId`, "调出仓不能与收货仓相同");
}

/** The same requisition line may come once in each mode. */
export const requireOnce = (lines: readonly Values[], skus: ReadonlyMap<string, SkuFacts>) =>
  requireSkus(lines, skus, (l) => `${l.reqLineId}/${l.turnMode}`);
