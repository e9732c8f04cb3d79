import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { namedRefs } from "../../../documents/reading/named-refs";
import type { Row, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { skusOf, snapshotSkus, wordsOf } from "../../sku-lines";
import { addToReqLines, lockReqLines, readReqLines, sumById } from "../demand/requisition-lines";
import { checkLine, LIVE, requireOnce, resolveCodes } from "./check";
import { closeTurn } from "./close";
import { orderTurn } from "./next";
import { prefillTurn } from "./prefill";
import { requireStock, showAvailable } from "./transfer-stock";

export { orderTurnLine } from "../demand/order-sources";

const NAME = "turn_requisition";
const sumOf = (lines: readonly Values[], mode?: string) =>
  lines.reduce((n, l) => n + (!mode || l.turnMode === mode ? Number(l.qty) : 0), 0);

/** Quantity by requisition line. */
const held = (lines: readonly Values[]) =>
  sumById(lines.map((l) => [l.reqLineId, Number(l.qty)] as const));

/** 转请购单 (supply.md 3). */
export const turnRequisitionRules: LegacyRules = {
  prefill: prefillTurn,
  filters: {
    mode: (value) => ({
      sql: `exists (select 1 from turn_requisition_line l where l.turn_requisition_id = t.id
        and l.del_flag = 0 and l.turn_mode = any(?))`,
      values: [value.split(",")],
    }),
    supplierId: (value) => {
      const { sql, values } = namedRefs("supplier", value);
      return {
        sql: `exists (select 1 from turn_requisition_line l where l.turn_requisition_id = t.id
          and l.del_flag = 0 and l.supplier_id in ${sql})`,
        values,
      };
    },
  },
  async enrichOne(c, row) {
    const lines = row.items as Row[];
    const from = await readReqLines(
      c,
      lines.map((l) => l.reqLineId),
    );
    for (const line of lines) {
      line.remainQty = from.get(String(line.reqLineId))?.remainQty ?? 0;
    }
    await showAvailable(c, lines);
  },
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    if (!whole.turnDate) next.turnDate = today();
    if (!before) next.progress = "none";
    const lines = (next.items ?? before?.items ?? []) as Values[];
    if (!next.items && !next.warehouseId) return;
    const from = await resolveCodes(c, lines);
    const skus = await skusOf(
      c,
      [...from.values()].map((r) => ({ skuId: r.skuId })),
    );
    for (const [i, line] of lines.entries()) {
      const source = from.get(String(line.reqLineId));
      checkLine(i, line, source, whole.warehouseId);
      Object.assign(line, {
        reqLineCode: source?.code,
        skuId: source?.skuId,
        ...wordsOf(skus, source?.skuId),
      });
    }
    requireOnce(lines, skus);
    next.items = lines;
    next.urgency = [...from.values()].some((r) => r.reqType === "urgent") ? "urgent" : "normal";
    next.skuCodes = [...new Set([...from.values()].map((r) => r.skuCode))].join(" ");
    next.totalQty = sumOf(lines);
    next.purchaseQty = sumOf(lines, "purchase");
    next.transferQty = sumOf(lines, "transfer");
  },
  async afterSave(c, id, next) {
    const from = await readReqLines(
      c,
      ((next.items ?? []) as Values[]).map((l) => l.reqLineId),
    );
    for (const reqId of new Set([...from.values()].map((r) => r.reqId)))
      await link(c, { type: "purchase_requisition", id: reqId }, { type: NAME, id });
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    const skus = await skusOf(c, lines);
    const from = await lockReqLines(
      c,
      lines.map((l) => l.reqLineId),
    );
    for (const [id, qty] of held(lines)) {
      const r = from.get(id);
      if (r && LIVE.has(r.status) && qty > r.remainQty)
        throw conflict(`请购明细${r.code}剩余${r.remainQty}，不能转采${qty}`);
    }
    for (const [i, line] of lines.entries())
      checkLine(i, line, from.get(String(line.reqLineId)), row.warehouseId);
    requireOnce(lines, skus);
    await requireStock(c, lines);
    await addToReqLines(c, "turned_qty", held(lines));
    await snapshotSkus(c, "turn_requisition_line", lines);
  },
  async undoSubmit(c, row) {
    const back = new Map([...held(row.items as Row[])].map(([id, n]) => [id, -n]));
    await lockReqLines(c, back.keys());
    await addToReqLines(c, "turned_qty", back);
  },
  actions: { toOrder: orderTurn, close: closeTurn },
};
