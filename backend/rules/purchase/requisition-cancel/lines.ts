import type { RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { type ReqLine, sumById } from "../demand/requisition-lines";

export const at = (path: string, message: string) => invalid(message, { [path]: message });
/** States in which something can be cancelled. */
export const isOpen = (status: string | undefined) =>
  status === "approved" || status === "partTurned";

/** Lines of the form that cancels what remains. */
export const cancelLines = (rows: readonly ReqLine[]) =>
  rows.map((l) => ({
    reqLineId: l.id,
    skuId: l.skuId,
    $skuId: l.skuCode,
    skuName: l.skuName,
    qty: l.qty,
    turnedQty: l.turnedQty,
    remainQty: l.remainQty,
    cancelQty: l.remainQty,
  }));

/** Cancelled quantity by requisition line. */
export const held = (lines: readonly Values[]) =>
  sumById(lines.map((l) => [l.reqLineId, Number(l.cancelQty)] as const));

/** @throws Refusal 400 请购单不存在 */
export async function requisitionOf({ sql, tenantId }: RuleContext, id: unknown) {
  const row = await sql.one<{ id: string; no: string; status: string; applicantId: string | null }>(
    `select id, no, status, applicant_id as "applicantId" from purchase_requisition
     where id = $1 and tenant_id = $2 and del_flag = 0`,
    [id, tenantId],
  );
  if (!row) throw at("reqId", "请购单不存在");
  return row;
}

/** Each line belongs to the requisition and comes once. */
export function requireLines(lines: readonly Values[], from: Map<string, ReqLine>, reqId: unknown) {
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const source = from.get(String(line.reqLineId));
    if (!source || source.reqId !== String(reqId))
      throw at(`items.${i}.cancelQty`, "明细不属于所选的请购单");
    if (seen.has(source.id)) throw conflict(`SKU ${source.skuCode} 重复`);
    seen.add(source.id);
  }
}
