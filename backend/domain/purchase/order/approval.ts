import { requireSkus, type SkuFacts, skusOf, snapshotSkus, wordsOf } from "#backend/domain/sku-lines";
import { moveTo, patch, type RuleContext, transition } from "#backend/engine/documents";
import { invalid, invalidAt } from "#backend/platform/http";
import { dec, param, rateOf, today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { orderSources, type SourceQty } from "../demand/order-sources";
import { lockSources } from "../demand/source-locks";
import { refreshOrder } from "../order-lines/chain";
import { notReceiving } from "../order-lines/placing";
import { requireSeals } from "../order-lines/seals";
import { inBase } from "../order-lines/totals";
import { disabledMaster, requireEnabled, requireSupplier } from "./masters";
import { awardPrices, lastPrices, risenPrice, unlikeAward } from "./prices";

type ApprovalLine = LineDraft<typeof purchaseOrder, "items">;
type ApprovalHeader = Pick<DraftOf<typeof purchaseOrder>, "orderType" | "taxType" | "expectDate">;

/** Kinds of orders that may have lines for nothing. */
const GRATIS = new Set<ApprovalHeader["orderType"]>(["sample", "replenish"]);

/** Guards of the lines that need no other document. */
export function requireLines(
  lines: readonly ApprovalLine[],
  skus: ReadonlyMap<string, SkuFacts>,
  header: ApprovalHeader,
): void {
  requireSkus(lines, skus, (l) => `${l.awardId ?? ""}/${l.turnLineId ?? ""}`);
  for (const [i, line] of lines.entries())
    if (dec(line.price).eq(0) && !GRATIS.has(header.orderType)) throw invalidAt(`items.${i}.price`, "单价须大于0");
  requireTaxes(lines, header.taxType, "items");
}

/** What lines have of their header, SKU and supplier unless it was given. */
export function fillLines(
  lines: readonly ApprovalLine[],
  skus: ReadonlyMap<string, SkuFacts>,
  header: ApprovalHeader,
  supplierTax: string,
): void {
  for (const line of lines) {
    line.taxRate ??= header.taxType === "nonTax" ? "0" : supplierTax;
    line.expectDate ??= header.expectDate;
    line.openQty = line.qty;
    Object.assign(line, wordsOf(skus, line.skuId));
  }
}

/** 不含税 ⇔ every tax rate is 0 (supply.md 3). */
export function requireTaxes(
  lines: readonly { taxRate?: string | null }[],
  taxType: ApprovalHeader["taxType"],
  name: string,
): void {
  const taxed = lines.findIndex((l) => dec(l.taxRate).gt(0));
  if (taxType === "nonTax" && taxed >= 0) throw invalidAt(`${name}.${taxed}.taxRate`, "不含税采购单的税率须为0");
  if (taxType === "tax" && lines.length && taxed < 0)
    throw invalidAt(`${name}.0.taxRate`, "税率全部为0的采购单须为不含税");
}

type ApprovalRow = RowOf<typeof purchaseOrder>;

/** Pieces of lines that have a source; `sign` -1 gives them back. */
const piecesOf = ({ items }: ApprovalRow, sign: 1 | -1): SourceQty[] =>
  items
    .filter((l) => l.awardId || l.turnLineId)
    .map(({ awardId, turnLineId, qty }) => ({ awardId, turnLineId, qty: sign * qty }));

/** Counts them; most orders of samples and packing have none. */
async function countPieces(c: RuleContext, pieces: readonly SourceQty[]) {
  if (pieces.length) await orderSources(c, pieces);
}

/** What a submit looks at: sources, SKUs and the supplier are locked in this order. */
async function sceneOf(c: RuleContext, row: ApprovalRow) {
  const pieces = piecesOf(row, 1);
  if (pieces.length) await lockSources(c, pieces);
  const skus = await skusOf(c, row.items);
  await requireSupplier(c, row.supplierId);
  return {
    skus,
    disabled: await disabledMaster(c, row),
    foreign: await notReceiving(c, row.warehouseId),
    seals: await requireSeals(
      c,
      row.items.map((l) => l.skuId),
      row.supplierId,
    ),
    last: await lastPrices(c, row),
    awarded: await awardPrices(c, row.items),
    rate: await rateOf(c.sql, c.tenantId, row.currency),
  };
}

/** @throws Refusal 400 要求交期不能早于今天 */
export function requireDue({ expectDate }: Pick<ApprovalRow, "expectDate">) {
  const message = "要求交期不能早于今天";
  if (expectDate < today()) throw invalid(message, { expectDate: message });
}

/** @throws Refusal 400 外币采购请选择贸易条款 */
export function requireTradeTerm({ currency, tradeTerm }: Pick<ApprovalRow, "currency" | "tradeTerm">) {
  if (currency !== "CNY" && !tradeTerm) throw invalidAt("tradeTerm", "外币采购请选择贸易条款");
}

/** Samples in force now, where the lines name others. */
async function writeSeals(c: RuleContext, { items }: ApprovalRow, seals: ReadonlyMap<string, string>) {
  const changed = items
    .map((l) => ({ id: l.id, was: l.sealSampleId, seal: seals.get(l.skuId) ?? null }))
    .filter((l) => l.seal !== l.was);
  if (!changed.length) return;
  await c.sql.query(
    `update purchase_order_line l set seal_sample_id = x.seal
     from jsonb_to_recordset($1::jsonb) as x(id bigint, seal bigint) where l.id = x.id`,
    [JSON.stringify(changed)],
  );
}

/** The rate of the day, where it is not that of the draft. */
async function freezeRate(c: RuleContext, row: ApprovalRow, rate: string) {
  const baseAmount = inBase(row.orderAmount, rate);
  if (dec(rate).eq(dec(row.rate)) && dec(baseAmount).eq(dec(row.baseAmount))) return;
  await patch(c, purchaseOrder, row.id, { rate, baseAmount });
}

export const submit = transition(purchaseOrder, "submit", {
  lock: sceneOf,
  guard({ row, skus, disabled, foreign, last, awarded }) {
    requireDue(row);
    requireTradeTerm(row);
    requireEnabled(disabled);
    if (foreign) throw invalidAt("warehouseId", foreign);
    requireLines(row.items, skus, row);
    return unlikeAward(row, awarded) ?? risenPrice(row, last);
  },
  async effect(c, { row, seals, rate }) {
    await countPieces(c, piecesOf(row, 1));
    await snapshotSkus(c, "purchase_order_line", row.items);
    await writeSeals(c, row, seals);
    await freezeRate(c, row, rate);
  },
});

/** What was held from submit on is free again. */
export const returned = transition(purchaseOrder, "returned", {
  effect: (c, { row }) => countPieces(c, piecesOf(row, -1)),
});

/** Is the order so small that it needs no contract (parameters of supply.md B.11)? */
async function needsContract(c: RuleContext, { baseAmount }: ApprovalRow): Promise<boolean> {
  if (!(await param(c.sql, c.tenantId, "contract_required"))) return false;
  const least = await param(c.sql, c.tenantId, "contract_min_amount");
  return dec(baseAmount).gte(dec(least));
}

export const approved = transition(purchaseOrder, "approved", {
  async effect(c, { row }) {
    if (!(await needsContract(c, row))) await moveTo(c, purchaseOrder, row.id, "executing", "无需合同，直接执行");
    await refreshOrder(c, row.id);
  },
});

export const removed = transition(purchaseOrder, "del", {
  guard: ({ row }) => dec(row.requestedAmount).gt(0) && `采购单${row.no}存在请款或付款，不能删除`,
});
