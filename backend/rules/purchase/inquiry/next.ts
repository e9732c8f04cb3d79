import { link } from "../../../documents/around/chain";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { createDraft } from "../../../documents/writing/draft";
import { conflict } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { groupBy } from "../../group-by";
import { orderHeader } from "../order/drafts";
import { purchaseOrderRules } from "../order/purchase-order";
import { openAwards } from "./awards";

/**
 * 生成采购单: drafts by supplier, currency, tax type and warehouse, of the chosen awards (`awardIds`) or
 * of all.
 * @throws Refusal 409 定标数量已全部下单
 */
export async function orderAwards(c: RuleContext, row: Row, input: Values) {
  const chosen = new Set((input.awardIds as string[] | undefined) ?? []);
  const open = await openAwards(c, row.id);
  if (!open.length) throw conflict("定标数量已全部下单");
  const wanted = open.filter((w) => !chosen.size || chosen.has(w.id));
  if (!wanted.length) throw conflict("请选择未下单的定标明细");
  const made: string[] = [];
  for (const group of groupBy(wanted, (w) =>
    [w.supplierId, Number(w.taxRate) === 0, w.warehouseId ?? ""].join("/"),
  )) {
    const [first] = group;
    if (!first) continue;
    const order = await createDraft(c, "purchase_order", purchaseOrderRules, {
      ...(await orderHeader(c, first.supplierId, first.taxRate)),
      orderType: group.some((w) => w.urgent) ? "urgent" : "normal",
      buyerId: row.buyerId,
      warehouseId: first.warehouseId,
      currency: row.currency,
      expectDate: group.flatMap((w) => w.expectDate ?? []).sort()[0] ?? today(),
      items: group.map((w) => ({
        awardId: w.id,
        skuId: w.skuId,
        qty: w.open,
        price: w.price,
        taxRate: w.taxRate,
        expectDate: w.expectDate,
      })),
    });
    await link(c, { type: "inquiry_order", id: row.id }, { type: "purchase_order", id: order.id });
    made.push(order.no);
  }
  return { orders: made };
}

/** @throws Refusal 409 已生成采购单{no}，不能作废 */
export async function voidGuard({ sql }: RuleContext, row: Row): Promise<void> {
  const order = await sql.one<{ no: string }>(
    `select o.no from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
       join inquiry_quote q on q.id = l.award_id
     where q.inquiry_order_id = $1 and l.del_flag = 0 and o.del_flag = 0 and o.status <> 'void'
     order by o.id limit 1`,
    [row.id],
  );
  if (order) throw conflict(`已生成采购单${order.no}，不能作废`);
}
