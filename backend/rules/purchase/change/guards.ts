import type { Row, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, sum } from "../../../values/money";
import { requireTaxes } from "../order/lines";
import { newHead } from "./amounts";
import { boundOf, differs, type Present } from "./present";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Guards of a change that its own lines and the order decide (supply.md 3). */
export function requireChange(
  order: Row,
  change: Values,
  lines: readonly Values[],
  present: readonly Present[],
  merged: readonly Values[],
): void {
  if (!merged.length) throw conflict("请至少保留一条明细");
  for (const line of lines) {
    const was = present.find((p) => p.id === String(line.poLineId ?? ""));
    if (was) {
      const bound = boundOf(was);
      if (Number(line.newQty) < was.qty && Number(line.newQty) < bound)
        throw conflict(`变更后数量不能小于已到货/已送货/已计划数量${bound}`);
      const repriced = differs(line.newPrice, was.price) || differs(line.newTaxRate, was.taxRate);
      if (repriced && was.signedQty > 0) throw conflict("已到货明细不能改单价");
    }
    const moved = !was || line.newExpectDate !== was.expectDate;
    if (moved && line.newExpectDate && String(line.newExpectDate) < today())
      throw conflict("变更后交期不能早于今天");
  }
  requireTaxes(merged as { taxRate: string }[], order.taxType as "tax" | "nonTax", "items");
  const head = newHead(order, change);
  const total = sum(merged.map((l) => l.amount as string));
  if (dec(head.discountAmount as string).gt(dec(total)))
    throw at("newDiscount", "折扣不能超过货款");
  for (const name of ["requestedAmount", "paidAmount"])
    if (dec(change.newAmount as string).lt(dec(order[name] as string)))
      throw conflict("变更后金额低于已请款金额");
}
