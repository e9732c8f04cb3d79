import type { RuleContext, SourceId } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, sum, today } from "#backend/platform/values";
import type { DraftOf, HeadOf, LineDraft, RowOf } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { requireTaxes } from "../order/approval";
import { lockOrder } from "../order-lines/chain";
import { keepsChange } from "../order-lines/open-documents";
import { fillAmounts, inBase, orderTotals } from "../order-lines/totals";
import {
  boundOf,
  type ChangeLine,
  type ChangeMerged,
  completeChange,
  differs,
  mergedLines,
  type Present,
  presentLines,
} from "./lines";

/** Number of another change of the order in approval: two of them never wait at once. */
export async function otherChange({ sql }: RuleContext, poId: string, id?: string) {
  const other = await sql.one<{ no: string }>(
    `select no from purchase_change where po_id = $1 and status = 'auditing' and del_flag = 0
       and id is distinct from $2 limit 1`,
    [poId, id ?? null],
  );
  return other?.no ?? null;
}

/** A line of an order unchanged, as a change begins with it. */
export const asItIs = (p: Present) => ({
  poLineId: p.id,
  skuId: p.skuId,
  newQty: p.qty,
  newPrice: p.price,
  newTaxRate: p.taxRate,
  newExpectDate: p.expectDate,
});

/** A change of an order as its form begins. @throws Refusal 409 when the order cannot be changed now */
export async function changeOf(c: RuleContext, poId: SourceId) {
  const order = await lockOrder(c, poId);
  requireChangeable(order);
  const waits = keepsChange({ change: await otherChange(c, order.id) });
  if (waits) throw conflict(waits);
  const prices = c.caller.permissions.has("purchase_price_view");
  return {
    poId: order.id,
    poName: order.no,
    items: (await presentLines(c, order.id)).map((p) => ({
      ...asItIs(p),
      $skuId: p.skuCode,
      skuName: p.skuName,
      spec: p.spec,
      unit: p.unit,
      oldQty: p.qty,
      oldTaxRate: p.taxRate,
      oldExpectDate: p.expectDate,
      ...(prices ? { oldPrice: p.price } : { newPrice: undefined }),
    })),
  };
}

type AmountOrder = HeadOf<typeof purchaseOrder>;
type AmountKind = RowOf<typeof purchaseChange>["changeTypes"][number];

/** What a change says of the header; nothing leaves it as it is. */
export type HeadChange = Pick<
  DraftOf<typeof purchaseChange>,
  "newWarehouseId" | "newFreight" | "newOther" | "newDiscount" | "newDepositRate"
>;

/** Header values of the order after the change. */
export const newHead = (order: AmountOrder, change: HeadChange): AmountOrder => ({
  ...order,
  warehouseId: change.newWarehouseId ?? order.warehouseId,
  freightAmount: change.newFreight ?? order.freightAmount,
  otherAmount: change.newOther ?? order.otherAmount,
  discountAmount: change.newDiscount ?? order.discountAmount,
  depositRate: change.newDepositRate ?? order.depositRate,
});

const FEES = ["freightAmount", "otherAmount", "discountAmount"] as const;

/** Kinds of change as a pure function of the difference (supply.md 3). */
export function changeTypesOf(order: AmountOrder, change: HeadChange, lines: readonly ChangeLine[]): AmountKind[] {
  const old = lines.filter((l) => l.poLineId);
  const head = newHead(order, change);
  const types: [AmountKind, boolean][] = [
    ["qty", old.some((l) => l.newQty !== l.oldQty)],
    ["price", old.some((l) => differs(l.newPrice, l.oldPrice) || differs(l.newTaxRate, l.oldTaxRate))],
    ["date", old.some((l) => l.newExpectDate !== l.oldExpectDate)],
    ["addLine", lines.some((l) => !l.poLineId)],
    ["warehouse", head.warehouseId !== order.warehouseId],
    ["fee", FEES.some((n) => differs(head[n], order[n]))],
    ["settle", differs(head.depositRate, order.depositRate)],
  ];
  return types.filter(([, yes]) => yes).map(([name]) => name);
}

/** Amounts of the order before and after; the new lines get their amounts. */
export function changeAmounts(order: AmountOrder, change: HeadChange, merged: readonly ChangeMerged[], scale: number) {
  fillAmounts(merged, scale);
  const totals = orderTotals(merged, newHead(order, change), scale);
  const diff = dec(totals.orderAmount).minus(dec(order.orderAmount)).toFixed(2);
  return {
    totals,
    values: {
      oldAmount: order.orderAmount,
      newAmount: totals.orderAmount,
      diffAmount: diff,
      diffBase: inBase(diff, order.rate),
    },
  };
}

/** @throws Refusal 409 unless the order is in a state that may change */
export function requireChangeable({ status, no }: AmountOrder): void {
  if (status !== "approved" && status !== "executing") throw conflict(`采购单${no}不是待签合同或执行中，不能变更`);
}

function requireLine(line: ChangeLine, was: Present | undefined) {
  if (was) {
    const bound = boundOf(was);
    if (line.newQty < was.qty && line.newQty < bound)
      throw conflict(`变更后数量不能小于已到货/已送货/已计划数量${bound}`);
    const repriced = differs(line.newPrice, was.price) || differs(line.newTaxRate, was.taxRate);
    if (repriced && was.signedQty > 0) throw conflict("已到货明细不能改单价");
  }
  const moved = !was || line.newExpectDate !== was.expectDate;
  if (moved && line.newExpectDate && line.newExpectDate < today()) throw conflict("变更后交期不能早于今天");
}

/** Guards of a change that its own lines and the order decide (supply.md 3). */
export function requireChange(
  { order, present }: AmountFound,
  change: HeadChange,
  { lines, merged, values }: Worked,
): void {
  if (!merged.length) throw conflict("请至少保留一条明细");
  for (const line of lines)
    requireLine(
      line,
      present.find((p) => p.id === line.poLineId),
    );
  const moved = newHead(order, change).warehouseId !== order.warehouseId;
  if (moved && present.some((p) => p.signedQty > 0)) throw conflict("采购单已有到货，不能变更收货仓");
  requireTaxes(merged, order.taxType, "items");
  const total = sum(merged.map((l) => l.amount));
  if (dec(newHead(order, change).discountAmount).gt(dec(total))) throw invalidAt("newDiscount", "折扣不能超过货款");
  for (const amount of [order.requestedAmount, order.paidAmount])
    if (dec(values.newAmount).lt(dec(amount))) throw conflict("变更后金额低于已请款金额");
}

/** The order that a change is about, as it is. */
export interface AmountFound {
  order: HeadOf<typeof purchaseOrder>;
  present: readonly Present[];
  /** Decimals of its currency. */
  scale: number;
}

/** Everything that a change works out of its order. @throws Refusal 400 at a line */
export function workOut(
  { order, present, scale }: AmountFound,
  change: HeadChange,
  given: readonly LineDraft<typeof purchaseChange, "items">[],
) {
  const lines = completeChange(given, present, order);
  const merged = mergedLines(present, lines);
  const { totals, values } = changeAmounts(order, change, merged, scale);
  return { lines, merged, totals, values, types: changeTypesOf(order, change, lines) };
}

export type Worked = ReturnType<typeof workOut>;
