import { skusOf, snapshotSkus, wordsOf } from "#backend/domain/sku-lines";
import { link, type RuleContext, rules, transition } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import type { HeadOf, LineDraft, RowOf } from "#documents/kit";
import type { requisition } from "#documents/purchase/requisition";
import { requisitionCancel } from "#documents/purchase/requisition-cancel";
import {
  addToReqLines,
  isOpen,
  lockReqLines,
  type ReqLine,
  readReqLines,
  remainingLines,
  sumById,
} from "../demand/requisition-lines";
import { negated } from "../demand/turn-lines";

type RequisitionCancelLine = LineDraft<typeof requisitionCancel, "items">;
type RequisitionCancelSource = Pick<HeadOf<typeof requisition>, "id" | "no" | "status" | "applicantId" | "deptId">;

/** Lines of the form that cancels what remains. */
const cancelLines = (rows: readonly ReqLine[]) =>
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
const cancelledOf = (lines: readonly RequisitionCancelLine[]) =>
  sumById(lines.map((l) => [l.reqLineId, l.cancelQty ?? 0]));

/** @throws Refusal 400 请购单不存在 */
async function requisitionOf(
  { sql, tenantId }: RuleContext,
  id: string | null | undefined,
): Promise<RequisitionCancelSource> {
  const row = await sql.one<RequisitionCancelSource>(
    `select id, no, status, applicant_id as "applicantId", dept_id as "deptId"
     from purchase_requisition
     where id = $1 and tenant_id = $2 and del_flag = 0`,
    [id, tenantId],
  );
  if (!row) throw invalidAt("reqId", "请购单不存在");
  return row;
}

/** Each line belongs to the requisition and comes once; answers what each comes from. */
function requireLines(
  lines: readonly RequisitionCancelLine[],
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
function requireRemaining(lines: readonly RequisitionCancelLine[], from: ReadonlyMap<string, ReqLine>) {
  for (const [id, qty] of cancelledOf(lines)) {
    const source = from.get(id);
    if (source && qty > source.remainQty) throw conflict(`可取消数量为${source.remainQty}，已转采部分请先关闭采购单`);
    if (!isOpen(source?.status)) throw conflict(`请购单${source?.reqNo}不是待转采状态`);
  }
}

const reqLineIds = (lines: readonly LineDraft<typeof requisitionCancel, "items">[]) => lines.map((l) => l.reqLineId);
const lock = async (c: RuleContext, { items }: RowOf<typeof requisitionCancel>) => ({
  from: await lockReqLines(c, reqLineIds(items)),
});

const submit = transition(requisitionCancel, "submit", {
  lock,
  guard({ row, from }) {
    if (!row.items.length) return "请至少添加一条明细";
    requireLines(row.items, from, row.reqId);
    requireRemaining(row.items, from);
  },
  async effect(c, { row }) {
    await addToReqLines(c, "cancel_qty", cancelledOf(row.items));
    await snapshotSkus(c, "requisition_cancel_line", row.items);
  },
});

const returned = transition(requisitionCancel, "returned", {
  lock,
  effect: (c, { row }) => addToReqLines(c, "cancel_qty", negated(cancelledOf(row.items))),
});

/** 请购取消单 (supply.md 3). */
export const requisitionCancelRules = rules(requisitionCancel, {
  async prefill(c, from) {
    const [reqId] = from.reqId ?? [];
    if (!reqId) return {};
    const req = await requisitionOf(c, reqId);
    const lines = await remainingLines(c, [req.id]);
    if (!lines.length) throw conflict("没有可取消的明细");
    return { reqId: req.id, reqName: req.no, items: cancelLines(lines) };
  },
  async enrichOne(c, { items }) {
    const from = await readReqLines(c, reqLineIds(items));
    for (const line of items) {
      const { qty, turnedQty, remainQty } = from.get(line.reqLineId) ?? {};
      Object.assign(line, { qty, turnedQty, remainQty });
    }
  },
  async beforeSave(c, next, before) {
    const req = await requisitionOf(c, next.reqId ?? before?.reqId);
    if (req.id !== before?.reqId && !isOpen(req.status)) throw invalidAt("reqId", `请购单${req.no}不是待转采状态`);
    next.applicantId = req.applicantId;
    // Its department decides what is no longer needed, whoever asks for it.
    next.deptId = req.deptId;
    // Without lines everything that remains is meant.
    if (!before && !next.items?.length) next.items = cancelLines(await remainingLines(c, [req.id]));
    const lines = next.items ?? before?.items ?? [];
    const from = await readReqLines(c, reqLineIds(lines));
    const sources = requireLines(lines, from, req.id);
    const skus = await skusOf(c, sources);
    next.items = lines.map((line, i) => {
      const skuId = sources[i]?.skuId;
      return { ...line, skuId, ...wordsOf(skus, skuId) };
    });
    next.skuCodes = [...new Set(sources.map((r) => r.skuCode))].join(" ");
    next.totalCancelQty = lines.reduce((n, l) => n + (l.cancelQty ?? 0), 0);
    return req.id;
  },
  afterSave: (c, id, _next, _before, reqId) =>
    link(c, { type: "purchase_requisition", id: reqId }, { type: "requisition_cancel", id }),
  transitions: [submit, returned],
});
