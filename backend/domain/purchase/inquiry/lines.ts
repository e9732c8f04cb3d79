import { requireSkus, skusOf, wordsOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import { type HoldingDraft, saidDrafts } from "#backend/engine/documents/around/drafts";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, sum } from "#backend/platform/values";
import type { LineDraft } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { sumById } from "../demand/requisition-lines";
import { addToTurnLines, isOpenTurn, lockTurnLines, type TurnLine, type TurnLinePieces } from "../demand/turn-lines";

type InquiryLine = LineDraft<typeof inquiryOrder, "items">;

/** Inquired quantity by turn line; drafts count (supply.md 3). */
const inquiredOf = (lines: readonly InquiryLine[]): TurnLinePieces =>
  sumById(lines.map((l) => [l.turnLineId, l.qty ?? 0]));

/** Locks the turn lines of lines of an inquiry. */
export const lockTurns = (c: RuleContext, lines: readonly InquiryLine[]) =>
  lockTurnLines(
    c,
    lines.map((l) => l.turnLineId),
  );

/** Inquiries besides this one that nobody sent and that hold pieces of these turn lines. */
export const draftInquiries = ({ sql }: RuleContext, turnLineIds: readonly string[], own: string | undefined) =>
  sql.query<HoldingDraft>(
    `select i.no, i.status, sum(l.qty)::int as held
     from inquiry_order_line l join inquiry_order i on i.id = l.inquiry_order_id
     where l.turn_line_id = any($1::bigint[]) and l.del_flag = 0 and i.del_flag = 0
       and i.status in ('draft', 'rejected') and i.id is distinct from $2
     group by i.id order by i.id`,
    [turnLineIds, own ?? null],
  );

/**
 * Lines that come from a turn requisition take its SKU and stay within what is free of it.
 * @throws Refusal 409 超过可询价数量{n}
 */
export function requireFree(
  lines: readonly InquiryLine[],
  before: readonly InquiryLine[],
  turns: ReadonlyMap<string, TurnLine>,
  drafts: readonly HoldingDraft[],
): void {
  const own = inquiredOf(before);
  for (const [i, line] of lines.entries()) {
    if (!line.turnLineId) continue;
    const turn = turns.get(line.turnLineId);
    if (turn?.turnMode !== "purchase") throw invalidAt(`items.${i}.qty`, "转采明细不存在");
    if (!own.has(turn.id) && !isOpenTurn(turn.status)) throw conflict(`转请购单${turn.turnNo}不是待处理状态`);
    if (line.skuId && line.skuId !== turn.skuId) throw invalidAt(`items.${i}.skuId`, "SKU须与转采明细一致");
    line.skuId = turn.skuId;
    line.turnNo = turn.turnNo;
  }
  for (const [id, qty] of inquiredOf(lines)) {
    const left = (turns.get(id)?.freeQty ?? 0) + (own.get(id) ?? 0);
    if (qty > left) throw conflict(`超过可询价数量${left}${saidDrafts(inquiryOrder, drafts)}`);
  }
}

/** Writes the differences of a save on the turn lines, which are locked. */
export function moveInquired(
  c: RuleContext,
  before: readonly InquiryLine[],
  after: readonly InquiryLine[],
): Promise<void> {
  const delta = new Map(inquiredOf(after));
  for (const [id, n] of inquiredOf(before)) delta.set(id, (delta.get(id) ?? 0) - n);
  return addToTurnLines(c, "inquired_qty", delta);
}

/** Price of the newest approved order of each SKU in this currency, tax-exclusive. */
async function lastPrices({ sql, tenantId }: RuleContext, skuIds: string[], currency: string) {
  const rows = await sql.query<{ skuId: string; price: string }>(
    `select distinct on (l.sku_id) l.sku_id as "skuId", l.price::text as price
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.sku_id = any($1) and o.currency = $2 and o.tenant_id = $3 and l.del_flag = 0
       and o.del_flag = 0 and o.status in ('approved', 'executing', 'completed', 'closed')
     order by l.sku_id, o.approve_time desc nulls last, l.id desc`,
    [skuIds, currency, tenantId],
  );
  return new Map(rows.map((r) => [r.skuId, r.price]));
}

/** Names, last prices and the estimate in CNY: Σ R2(qty × (target price, else purchase price)). */
export async function fillItems(c: RuleContext, lines: readonly InquiryLine[], currency: string) {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus, (l) => l.turnLineId);
  const last = await lastPrices(c, [...skus.keys()], currency);
  const priced = lines.some((l) => l.targetPrice);
  const rate = priced ? await rateOf(c.sql, c.tenantId, currency) : "1";
  const amounts = lines.map((line) => {
    const skuId = line.skuId ?? "";
    Object.assign(line, { ...wordsOf(skus, skuId), lastPrice: last.get(skuId) ?? null });
    const price = line.targetPrice ? dec(line.targetPrice).times(dec(rate)) : dec(skus.get(skuId)?.purchasePrice);
    return r2(price.times(line.qty ?? 0));
  });
  const codes = [...skus.values()].map((s) => s.skuCode);
  return { estAmount: sum(amounts), skuCount: skus.size, skuCodes: codes.join(" ") };
}
