import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, sum } from "../../../values/money";
import { requireTaxes } from "../order/lines";
import { type HeadChange, newHead } from "./amounts";
import type { ChangeLine } from "./lines";
import { boundOf, differs, type Present } from "./present";
import type { Found, Worked } from "./work";

type Order = HeadOf<typeof purchaseOrder>;

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** @throws Refusal 409 unless the order is in a state that may change */
export function requireChangeable({ status, no }: Order): void {
  if (status !== "approved" && status !== "executing")
    throw conflict(`采购单${no}不是待签合同或执行中，不能变更`);
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
  if (moved && line.newExpectDate && line.newExpectDate < today())
    throw conflict("变更后交期不能早于今天");
}

/** Guards of a change that its own lines and the order decide (supply.md 3). */
export function requireChange(
  { order, present }: Found,
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
  if (moved && present.some((p) => p.signedQty > 0))
    throw conflict("采购单已有到货，不能变更收货仓");
  requireTaxes(merged, order.taxType, "items");
  const total = sum(merged.map((l) => l.amount));
  if (dec(newHead(order, change).discountAmount).gt(dec(total)))
    throw at("newDiscount", "折扣不能超过货款");
  for (const amount of [order.requestedAmount, order.paidAmount])
    if (dec(values.newAmount).lt(dec(amount))) throw conflict("变更后金额低于已请款金额");
}
