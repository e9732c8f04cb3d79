import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { skusOf, snapshotSkus, wordsOf } from "../../sku-lines";
import {
  addToReqLines,
  lockReqLines,
  readReqLines,
  remainingLines,
} from "../demand/requisition-lines";
import { at, cancelLines, held, isOpen, requireLines, requisitionOf } from "./lines";

/** 请购取消单 (supply.md 3). */
export const requisitionCancelRules: LegacyRules = {
  async prefill(c, from) {
    if (!/^\d{1,18}$/.test(from.reqId ?? "")) return {};
    const req = await requisitionOf(c, from.reqId);
    const lines = await remainingLines(c, [req.id]);
    if (!lines.length) throw conflict("没有可取消的明细");
    return { reqId: req.id, reqName: req.no, items: cancelLines(lines) };
  },
  async enrichOne(c, row) {
    const lines = row.items as Row[];
    const from = await readReqLines(
      c,
      lines.map((l) => l.reqLineId),
    );
    for (const line of lines) {
      const { qty, turnedQty, remainQty } = from.get(String(line.reqLineId)) ?? {};
      Object.assign(line, { qty, turnedQty, remainQty });
    }
  },
  async beforeSave(c, next, before) {
    const reqId = next.reqId ?? before?.reqId;
    const req = await requisitionOf(c, reqId);
    if (!before || (next.reqId && next.reqId !== before.reqId))
      if (!isOpen(req.status)) throw at("reqId", `请购单${req.no}不是待转采状态`);
    next.applicantId = req.applicantId;
    // Without lines everything that remains is meant.
    if (!before && !(next.items as Values[] | undefined)?.length)
      next.items = cancelLines(await remainingLines(c, [req.id]));
    const lines = (next.items ?? before?.items ?? []) as Values[];
    const from = await readReqLines(
      c,
      lines.map((l) => l.reqLineId),
    );
    requireLines(lines, from, reqId);
    const skus = await skusOf(
      c,
      [...from.values()].map((r) => ({ skuId: r.skuId })),
    );
    for (const line of lines) {
      const skuId = from.get(String(line.reqLineId))?.skuId;
      Object.assign(line, {
        skuId,
        ...wordsOf(skus, skuId),
      });
    }
    next.items = lines;
    next.skuCodes = [...new Set([...from.values()].map((r) => r.skuCode))].join(" ");
    next.totalCancelQty = lines.reduce((n, l) => n + Number(l.cancelQty), 0);
  },
  async afterSave(c, id, next, before) {
    const reqId = String(next.reqId ?? before?.reqId);
    await link(c, { type: "purchase_requisition", id: reqId }, { type: "requisition_cancel", id });
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    if (!lines.length) throw conflict("请至少添加一条明细");
    const from = await lockReqLines(
      c,
      lines.map((l) => l.reqLineId),
    );
    requireLines(lines, from, row.reqId);
    for (const [id, qty] of held(lines)) {
      const r = from.get(id);
      if (r && qty > r.remainQty)
        throw conflict(`可取消数量为${r.remainQty}，已转采部分请先关闭采购单`);
      if (!isOpen(r?.status)) throw conflict(`请购单${r?.reqNo}不是待转采状态`);
    }
    await addToReqLines(c, "cancel_qty", held(lines));
    await snapshotSkus(c, "requisition_cancel_line", lines);
  },
  async undoSubmit(c, row) {
    const back = new Map([...held(row.items as Row[])].map(([id, n]) => [id, -n]));
    await lockReqLines(c, back.keys());
    await addToReqLines(c, "cancel_qty", back);
  },
};
