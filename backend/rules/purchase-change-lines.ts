import type { Row, RuleContext, Values } from "../documents/rules";
import { conflict, invalid } from "../http/refusal";
import { dec, sum, today } from "./money";
import { demandTaxes } from "./purchase-order-lines";
import { fillAmounts, inBase, orderTotals } from "./purchase-order-totals";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** A line of the order as a change finds it. */
export interface Present extends Values {
  id: string;
  lineNo: number;
  skuId: string;
  skuCode: string;
  qty: number;
  price: string;
  taxRate: string;
  expectDate: string | null;
  turnLineId: string | null;
  awardId: string | null;
  planQty: number;
  deliveredQty: number;
  signedQty: number;
}

/** Lines of the order, locked in ascending order. */
export async function presentLines({ sql }: RuleContext, poId: string): Promise<Present[]> {
  await sql.query(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0
     order by id for update`,
    [poId],
  );
  return sql.query<Present>(
    `select l.id, l.line_no as "lineNo", l.sku_id as "skuId",
       coalesce(l.sku_code, k.sku_code) as "skuCode", coalesce(l.sku_name, k.name) as "skuName",
       l.spec, coalesce(l.unit, k.unit) as unit, l.qty, l.price::text as price,
       l.tax_rate::text as "taxRate", l.expect_date as "expectDate", l.amount::text as amount,
       l.turn_line_id as "turnLineId", l.award_id as "awardId", l.plan_qty as "planQty",
       l.delivered_qty as "deliveredQty", l.signed_qty as "signedQty", l.remark
     from purchase_order_line l join sku k on k.id = l.sku_id
     where l.purchase_order_id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [poId],
  );
}

/** Fewest pieces that a line may be cut to: what has come, is on its way or is planned. */
export const boundOf = (l: Present): number => Math.max(l.signedQty, l.deliveredQty, l.planQty);

const differs = (a: unknown, b: unknown) => !dec(a as string).eq(dec(b as string));

/** Old values beside the new ones; a line without a source line is one that the change adds. */
export function completeChange(lines: Values[], present: readonly Present[], order: Row): void {
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (!line.poLineId) {
      completeAdded(line, i, order);
      continue;
    }
    const was = present.find((p) => p.id === String(line.poLineId));
    if (!was) throw at(`items.${i}.newQty`, "采购明细不在这张采购单上");
    if (seen.has(was.id)) throw at(`items.${i}.newQty`, `第${was.lineNo}行重复`);
    seen.add(was.id);
    Object.assign(line, {
      skuId: was.skuId,
      skuCode: was.skuCode,
      skuName: was.skuName,
      spec: was.spec,
      unit: was.unit,
      oldQty: was.qty,
      oldPrice: was.price,
      oldTaxRate: was.taxRate,
      oldExpectDate: was.expectDate,
      newPrice: line.newPrice ?? was.price,
      newTaxRate: line.newTaxRate ?? was.taxRate,
      newExpectDate: line.newExpectDate ?? was.expectDate,
    });
  }
}

function completeAdded(line: Values, i: number, order: Row) {
  if (!line.skuId) throw at(`items.${i}.skuId`, "请选择SKU");
  if (Number(line.newQty) < 1) throw at(`items.${i}.newQty`, "增行的数量须大于0");
  const gratis = order.orderType === "sample" || order.orderType === "replenish";
  if (!gratis && dec(line.newPrice as string).eq(0)) throw at(`items.${i}.newPrice`, "单价须大于0");
  line.newTaxRate ??= order.taxType === "nonTax" ? "0" : "13";
  line.newExpectDate ??= order.expectDate;
  Object.assign(line, { oldQty: 0, oldPrice: "0", oldTaxRate: "0", oldExpectDate: null });
}

/** Lines of the order as they would be after the change, in order, without the dropped ones. */
export function mergedLines(present: readonly Present[], lines: readonly Values[]): Values[] {
  const kept = present.flatMap((p) => {
    const line = lines.find((l) => String(l.poLineId ?? "") === p.id);
    if (!line) return [{ ...p }];
    if (Number(line.newQty) === 0) return [];
    return [
      {
        ...p,
        qty: Number(line.newQty),
        price: line.newPrice,
        taxRate: line.newTaxRate,
        expectDate: line.newExpectDate,
      },
    ];
  });
  const added = lines
    .filter((l) => !l.poLineId)
    .map((l) => ({
      ...l,
      id: null,
      qty: Number(l.newQty),
      price: l.newPrice,
      taxRate: l.newTaxRate,
      expectDate: l.newExpectDate,
    }));
  return [...kept, ...added] as Values[];
}

/** Header values of the order after the change. */
export const newHead = (order: Row, change: Values): Values => ({
  ...order,
  warehouseId: change.newWarehouseId ?? order.warehouseId,
  freightAmount: change.newFreight ?? order.freightAmount,
  otherAmount: change.newOther ?? order.otherAmount,
  discountAmount: change.newDiscount ?? order.discountAmount,
  depositRate: change.newDepositRate ?? order.depositRate,
});

/** Kinds of change as a pure function of the difference (supply.md 3). */
export function changeTypesOf(order: Row, change: Values, lines: readonly Values[]): string[] {
  const old = lines.filter((l) => l.poLineId);
  const head = newHead(order, change);
  const types: [string, boolean][] = [
    ["qty", old.some((l) => Number(l.newQty) !== Number(l.oldQty))],
    [
      "price",
      old.some((l) => differs(l.newPrice, l.oldPrice) || differs(l.newTaxRate, l.oldTaxRate)),
    ],
    ["date", old.some((l) => l.newExpectDate !== l.oldExpectDate)],
    ["addLine", lines.some((l) => !l.poLineId)],
    ["warehouse", String(head.warehouseId) !== String(order.warehouseId)],
    [
      "fee",
      ["freightAmount", "otherAmount", "discountAmount"].some((n) => differs(head[n], order[n])),
    ],
    ["settle", differs(head.depositRate, order.depositRate)],
  ];
  return types.filter(([, yes]) => yes).map(([name]) => name);
}

/** Amounts of the order before and after; the new lines get their amounts. */
export function changeAmounts(order: Row, change: Values, merged: Values[], scale: number) {
  fillAmounts(merged, scale);
  const { lineTotal, ...totals } = orderTotals(merged, newHead(order, change), scale);
  const diff = dec(totals.orderAmount)
    .minus(dec(order.orderAmount as string))
    .toFixed(2);
  return {
    lineTotal,
    totals,
    values: {
      oldAmount: order.orderAmount,
      newAmount: totals.orderAmount,
      diffAmount: diff,
      diffBase: inBase(diff, order.rate),
    },
  };
}

/** Guards of a change that its own lines and the order decide (supply.md 3). */
export function demandChange(
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
  demandTaxes(merged, order.taxType, "items", "taxRate");
  const head = newHead(order, change);
  const total = sum(merged.map((l) => l.amount as string));
  if (dec(head.discountAmount as string).gt(dec(total)))
    throw at("newDiscount", "折扣不能超过货款");
  for (const name of ["requestedAmount", "paidAmount"])
    if (dec(change.newAmount as string).lt(dec(order[name] as string)))
      throw conflict("变更后金额低于已请款金额");
}
