import { requireSkus, type SkuFacts, skusOf, wordsOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import type { DraftOf, LineDraft, StateOf } from "#documents/kit";
import type { requisition } from "#documents/purchase/requisition";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import { findReqLines, type ReqLine, readReqLines, sumById } from "../demand/requisition-lines";

export type TurnRequisitionLine = LineDraft<typeof turnRequisition, "items">;

/** States of a requisition in which its lines may still be turned, or have been. */
const LIVE: ReadonlySet<StateOf<typeof requisition>> = new Set(["approved", "partTurned", "turned", "completed"]);

/** Turned quantity by requisition line. */
export const turnedOf = (lines: readonly TurnRequisitionLine[]) => sumById(lines.map((l) => [l.reqLineId, l.qty ?? 0]));

/** Each line names a living requisition line of this warehouse, and has what its mode needs. */
export function requireLines(
  lines: readonly TurnRequisitionLine[],
  from: ReadonlyMap<string, ReqLine>,
  warehouseId: string | null | undefined,
): void {
  for (const [i, line] of lines.entries()) {
    const at = (field: string, message: string) => invalidAt(`items.${i}.${field}`, message);
    const source = from.get(line.reqLineId ?? "");
    if (!source) throw at("reqLineCode", "请购明细不存在");
    if (!LIVE.has(source.status)) throw at("reqLineCode", `请购单${source.reqNo}不是待转采状态`);
    if (source.warehouseId !== warehouseId) throw at("reqLineCode", `请购明细${source.code}的需求仓库与收货仓不一致`);
    if (line.turnMode !== "transfer") continue;
    if (!line.fromWarehouseId) throw at("fromWarehouseId", "请选择调出仓");
    if (line.fromWarehouseId === warehouseId) throw at("fromWarehouseId", "调出仓不能与收货仓相同");
  }
}

/** Nothing is turned beyond what remains of it. @throws Refusal 409 请购明细{code}剩余{n}，不能转采{m} */
export function requireRemaining(lines: readonly TurnRequisitionLine[], from: ReadonlyMap<string, ReqLine>): void {
  for (const [id, qty] of turnedOf(lines)) {
    const source = from.get(id);
    if (source && LIVE.has(source.status) && qty > source.remainQty)
      throw conflict(`请购明细${source.code}剩余${source.remainQty}，不能转采${qty}`);
  }
}

/** The same requisition line may come once in each mode. */
export const requireOnce = (lines: readonly TurnRequisitionLine[], skus: ReadonlyMap<string, SkuFacts>) =>
  requireSkus(lines, skus, (l) => `${l.reqLineId}/${l.turnMode}`);

type TurnRequisitionDraft = DraftOf<typeof turnRequisition>;

/** Puts ids in place of codes that people typed; a code that was changed wins over the id. */
async function resolveCodes(c: RuleContext, lines: TurnRequisitionLine[]): Promise<Map<string, ReqLine>> {
  const codes = lines.map((l) => l.reqLineCode?.trim() ?? "");
  const byCode = await findReqLines(c, codes.filter(Boolean));
  for (const [i, line] of lines.entries()) {
    const code = codes[i];
    if (code && !byCode.has(code)) throw invalidAt(`items.${i}.reqLineCode`, `请购明细${code}不存在`);
    if (code) line.reqLineId = byCode.get(code)?.id;
    if (!line.reqLineId) throw invalidAt(`items.${i}.reqLineCode`, "请选择请购明细");
  }
  return readReqLines(
    c,
    lines.map((l) => l.reqLineId),
  );
}

/** What the other mode asks for is not kept. */
const ofMode = (line: TurnRequisitionLine): TurnRequisitionLine =>
  line.turnMode === "transfer"
    ? { ...line, supplierId: null, refPrice: null, refCurrency: null }
    : { ...line, fromWarehouseId: null, ...(line.refPrice && { refCurrency: line.refCurrency || "CNY" }) };

const totalOf = (lines: readonly TurnRequisitionLine[], mode?: TurnRequisitionLine["turnMode"]) =>
  lines.reduce((n, l) => n + (!mode || l.turnMode === mode ? (l.qty ?? 0) : 0), 0);

/** Completes lines from their sources, and what the header says of them; answers the requisitions. */
export async function completeLines(
  c: RuleContext,
  next: TurnRequisitionDraft,
  given: TurnRequisitionLine[],
  warehouseId: string | null | undefined,
): Promise<Set<string>> {
  for (const line of given) line.turnMode ??= "purchase";
  const from = await resolveCodes(c, given);
  requireLines(given, from, warehouseId);
  const sources = [...from.values()];
  const skus = await skusOf(c, sources);
  const lines = given.map((line) => {
    const source = from.get(line.reqLineId ?? "");
    return { ...ofMode(line), reqLineCode: source?.code, skuId: source?.skuId, ...wordsOf(skus, source?.skuId) };
  });
  requireOnce(lines, skus);
  Object.assign(next, {
    items: lines,
    urgency: sources.some((r) => r.reqType === "urgent") ? "urgent" : "normal",
    skuCodes: [...new Set(sources.map((r) => r.skuCode))].join(" "),
    totalQty: totalOf(lines),
    purchaseQty: totalOf(lines, "purchase"),
    transferQty: totalOf(lines, "transfer"),
  } satisfies TurnRequisitionDraft);
  return new Set(sources.map((r) => r.reqId));
}
