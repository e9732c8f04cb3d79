import type { LineDraft, RowOf } from "#documents/kit";
import { requisitionCancel } from "#documents/purchase/requisition-cancel";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { skusOf, snapshotSkus, wordsOf } from "../../sku-lines";
import { negated } from "../demand/line-counters";
import {
  addToReqLines,
  lockReqLines,
  readReqLines,
  remainingLines,
} from "../demand/requisition-lines";
import { isOpen } from "../demand/requisition-state";
import { cancelLines, cancelledOf, requireLines, requireRemaining, requisitionOf } from "./lines";

const reqLineIds = (lines: readonly LineDraft<typeof requisitionCancel, "items">[]) =>
  lines.map((l) => l.reqLineId);
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
    if (req.id !== before?.reqId && !isOpen(req.status))
      throw invalidAt("reqId", `请购单${req.no}不是待转采状态`);
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
