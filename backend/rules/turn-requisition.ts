import { link } from "../documents/chain";
import type { Row, RuleContext, Rules, Values } from "../documents/rules";
import { conflict, invalid } from "../http/refusal";
import { today } from "./money";
import {
  addToReqLines,
  findReqLines,
  lockReqLines,
  type ReqLine,
  readReqLines,
  sumById,
} from "./requisition-lines";
import { demandSkus, type SkuFacts, skusOf, snapshotSkus } from "./sku-lines";
import { availableStock } from "./stock";
import { closeTurn, orderTurn } from "./turn-next";
import { prefillTurn } from "./turn-prefill";

export { orderTurnLine } from "./purchase-sources";

const NAME = "turn_requisition";
const at = (path: string, message: string) => invalid(message, { [path]: message });
/** States of a requisition in which its lines may still be turned, or have been. */
const LIVE = new Set(["approved", "partTurned", "turned", "completed"]);

/** Puts ids in place of codes that people typed; a code that was changed wins over the id. */
async function resolveCodes(c: RuleContext, lines: Values[]): Promise<Map<string, ReqLine>> {
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

function checkLine(i: number, line: Values, from: ReqLine | undefined, warehouseId: unknown) {
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

const sumOf = (lines: readonly Values[], mode?: string) =>
  lines.reduce((n, l) => n + (!mode || l.turnMode === mode ? Number(l.qty) : 0), 0);

/** The same requisition line may come once in each mode. */
const demandOnce = (lines: readonly Values[], skus: ReadonlyMap<string, SkuFacts>) =>
  demandSkus(
    lines.map((l) => ({ ...l, source: `${l.reqLineId}/${l.turnMode}` })),
    skus,
    "source",
  );

async function demandStock(c: RuleContext, lines: readonly Values[]) {
  const moved = lines.filter((l) => l.turnMode === "transfer");
  for (const id of [...new Set(moved.map((l) => String(l.fromWarehouseId)))].sort()) {
    const own = moved.filter((l) => String(l.fromWarehouseId) === id);
    const stock = await availableStock(
      c,
      id,
      own.map((l) => String(l.skuId)),
    );
    for (const [skuId, qty] of sumById(own.map((l) => [l.skuId, Number(l.qty)] as const))) {
      const available = stock.get(skuId) ?? 0;
      if (qty <= available) continue;
      const w = await c.sql.one<{ name: string }>("select name from warehouse where id = $1", [id]);
      throw conflict(`仓库${w?.name}可用库存${available}不足`);
    }
  }
}

/** Quantity by requisition line. */
const held = (lines: readonly Values[]) =>
  sumById(lines.map((l) => [l.reqLineId, Number(l.qty)] as const));

/** 转请购单 (supply.md 3). */
export const turnRequisitionRules: Rules = {
  prefill: prefillTurn,
  filters: {
    mode: (value) => ({
      sql: `exists (select 1 from turn_requisition_line l where l.turn_requisition_id = t.id
        and l.del_flag = 0 and l.turn_mode = any(?))`,
      values: [value.split(",")],
    }),
    supplierId: (value) => ({
      sql: `exists (select 1 from turn_requisition_line l where l.turn_requisition_id = t.id
        and l.del_flag = 0 and l.supplier_id::text = any(?))`,
      values: [value.split(",")],
    }),
  },
  async enrichOne(c, row) {
    const lines = row.items as Row[];
    const from = await readReqLines(
      c,
      lines.map((l) => l.reqLineId),
    );
    for (const line of lines) {
      line.remainQty = from.get(String(line.reqLineId))?.remainQty ?? 0;
      if (line.turnMode === "transfer") line.availableQty = 0;
    }
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
      const sku = skus.get(String(source?.skuId));
      Object.assign(line, {
        reqLineCode: source?.code,
        skuId: source?.skuId,
        skuCode: sku?.skuCode,
        skuName: sku?.skuName,
        spec: sku?.spec,
        unit: sku?.unit,
      });
    }
    demandOnce(lines, skus);
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
    demandOnce(lines, skus);
    await demandStock(c, lines);
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
