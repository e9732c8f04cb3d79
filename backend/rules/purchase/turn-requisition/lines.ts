import type { DraftOf } from "#documents/kit";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";
import { skusOf, wordsOf } from "../../sku-lines";
import { findReqLines, type ReqLine, readReqLines } from "../demand/requisition-lines";
import { type Line, requireLines, requireOnce } from "./guards";

type Draft = DraftOf<typeof turnRequisition>;

/** Puts ids in place of codes that people typed; a code that was changed wins over the id. */
async function resolveCodes(c: RuleContext, lines: Line[]): Promise<Map<string, ReqLine>> {
  const codes = lines.map((l) => l.reqLineCode?.trim() ?? "");
  const byCode = await findReqLines(c, codes.filter(Boolean));
  for (const [i, line] of lines.entries()) {
    const code = codes[i];
    if (code && !byCode.has(code))
      throw invalidAt(`items.${i}.reqLineCode`, `请购明细${code}不存在`);
    if (code) line.reqLineId = byCode.get(code)?.id;
    if (!line.reqLineId) throw invalidAt(`items.${i}.reqLineCode`, "请选择请购明细");
  }
  return readReqLines(
    c,
    lines.map((l) => l.reqLineId),
  );
}

/** What the other mode asks for is not kept. */
const ofMode = (line: Line): Line =>
  line.turnMode === "transfer"
    ? { ...line, supplierId: null, refPrice: null, refCurrency: null }
    : {
        ...line,
        fromWarehouseId: null,
        ...(line.refPrice && { refCurrency: line.refCurrency || "CNY" }),
      };

const totalOf = (lines: readonly Line[], mode?: Line["turnMode"]) =>
  lines.reduce((n, l) => n + (!mode || l.turnMode === mode ? (l.qty ?? 0) : 0), 0);

/** Completes lines from their sources, and what the header says of them; answers the requisitions. */
export async function completeLines(
  c: RuleContext,
  next: Draft,
  given: Line[],
  warehouseId: string | null | undefined,
): Promise<Set<string>> {
  for (const line of given) line.turnMode ??= "purchase";
  const from = await resolveCodes(c, given);
  requireLines(given, from, warehouseId);
  const sources = [...from.values()];
  const skus = await skusOf(c, sources);
  const lines = given.map((line) => {
    const source = from.get(line.reqLineId ?? "");
    return {
      ...ofMode(line),
      reqLineCode: source?.code,
      skuId: source?.skuId,
      ...wordsOf(skus, source?.skuId),
    };
  });
  requireOnce(lines, skus);
  Object.assign(next, {
    items: lines,
    urgency: sources.some((r) => r.reqType === "urgent") ? "urgent" : "normal",
    skuCodes: [...new Set(sources.map((r) => r.skuCode))].join(" "),
    totalQty: totalOf(lines),
    purchaseQty: totalOf(lines, "purchase"),
    transferQty: totalOf(lines, "transfer"),
  } satisfies Draft);
  return new Set(sources.map((r) => r.reqId));
}
