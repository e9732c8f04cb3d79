import type { HeadOf, LineDraft } from "#documents/kit";
import type { requisition } from "#documents/purchase/requisition";
import type { requisitionCancel } from "#documents/purchase/requisition-cancel";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { type ReqLine, sumById } from "../demand/requisition-lines";
import { isOpen } from "../demand/requisition-state";

type Line = LineDraft<typeof requisitionCancel, "items">;
type Source = Pick<HeadOf<typeof requisition>, "id" | "no" | "status" | "applicantId" | "deptId">;

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
export const cancelledOf = (lines: readonly Line[]) =>
  sumById(lines.map((l) => [l.reqLineId, l.cancelQty ?? 0]));

/** @throws Refusal 400 请购单不存在 */
export async function requisitionOf(
  { sql, tenantId }: RuleContext,
  id: string | null | undefined,
): Promise<Source> {
  const row = await sql.one<Source>(
    `select id, no, status, applicant_id as "applicantId", dept_id as "deptId"
     from purchase_requisition
     where id = $1 and tenant_id = $2 and del_flag = 0`,
    [id, tenantId],
  );
  if (!row) throw invalidAt("reqId", "请购单不存在");
  return row;
}

/** Each line belongs to the requisition and comes once; answers what each comes from. */
export function requireLines(
  lines: readonly Line[],
  from: ReadonlyMap<string, ReqLine>,
  reqId: string,
): ReqLine[] {
  const seen = new Set<string>();
  return lines.map((line, i) => {
    const source = from.get(line.reqLineId ?? "");
    if (source?.reqId !== reqId) throw invalidAt(`items.${i}.cancelQty`, "明细不属于所选的请购单");
    if (seen.has(source.id)) throw conflict(`SKU ${source.skuCode} 重复`);
    seen.add(source.id);
    return source;
  });
}

/** No line takes more than remains, and of no requisition that is over. */
export function requireRemaining(lines: readonly Line[], from: ReadonlyMap<string, ReqLine>) {
  for (const [id, qty] of cancelledOf(lines)) {
    const source = from.get(id);
    if (source && qty > source.remainQty)
      throw conflict(`可取消数量为${source.remainQty}，已转采部分请先关闭采购单`);
    if (!isOpen(source?.status)) throw conflict(`请购单${source?.reqNo}不是待转采状态`);
  }
}
