import type { inquiryOrder } from "#documents/purchase/inquiry-order";
import type { RuleContext, Values } from "../../../documents/rules";
import type { SourcesOf } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { skusOf, wordsOf } from "../../sku-lines";
import { usableSuppliers } from "../../supplier/usable";
import { purchaseLinesOf } from "../demand/turn-lines";
import { isOpenTurn } from "../demand/turn-state";

/**
 * Form of an inquiry for what is free of turn requisitions (`turnId`), asking the suppliers that have
 * prices for these SKUs.
 * @throws Refusal 409 没有待询价数量
 */
export async function prefillInquiry(
  c: RuleContext,
  { turnId }: SourcesOf<typeof inquiryOrder>,
): Promise<Values> {
  if (!turnId) return {};
  const lines = (await purchaseLinesOf(c, turnId)).filter(
    (l) => l.freeQty > 0 && isOpenTurn(l.status),
  );
  if (!lines.length) throw conflict("没有待询价数量");
  const skuIds = lines.map((l) => l.skuId);
  const skus = await skusOf(c, lines);
  const offers = await c.sql.query<{ id: string; name: string }>(
    `select s.id, s.name from sku_supplier_price p join supplier s on s.id = p.supplier_id
     where p.sku_id = any($1) and p.del_flag = 0 and s.del_flag = 0 and s.tenant_id = $2
       and s.level <> 'D'
     group by s.id, s.name order by count(*) desc, s.id limit 50`,
    [skuIds, c.tenantId],
  );
  const usable = await usableSuppliers(
    c,
    offers.map((s) => s.id),
  );
  const suppliers = offers.filter((s) => usable.has(s.id)).slice(0, 6);
  return {
    buyerId: c.caller.userId,
    buyerName: c.caller.displayname,
    currency: "CNY",
    // Ends of working days are usual deadlines.
    deadline: `${today(3)} 18:00:00`,
    items: lines.map((l) => ({
      turnLineId: l.id,
      turnNo: l.turnNo,
      skuId: l.skuId,
      $skuId: l.skuCode,
      ...wordsOf(skus, l.skuId),
      qty: l.freeQty,
      expectDate: l.expectDate,
    })),
    suppliers: suppliers.map((s) => ({ supplierId: s.id, $supplierId: s.name })),
  };
}
