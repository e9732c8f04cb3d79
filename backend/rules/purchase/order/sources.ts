import type { DraftOf, LineDraft } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import type { RuleContext } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Kinds of orders whose lines may stand alone (supply.md 3). */
type Line = LineDraft<typeof purchaseOrder, "items">;
type Header = Pick<
  DraftOf<typeof purchaseOrder>,
  "orderType" | "supplierId" | "currency" | "warehouseId"
>;

const FREE = new Set<Header["orderType"]>(["sample", "packing", "replenish"]);
interface Source {
  skuId: string;
  no: string;
  supplierId?: string | null;
  currency?: string;
  warehouseId?: string | null;
}

/** What awards and turn lines say of the order lines that come from them. */
async function sourcesOf({ sql, tenantId }: RuleContext, lines: readonly Line[]) {
  const idsOf = (name: "awardId" | "turnLineId") => lines.flatMap((l) => l[name] ?? []);
  const awards = await sql.query<Source & { id: string }>(
    `select q.id, i.no, l.sku_id as "skuId", q.supplier_id as "supplierId", i.currency
     from inquiry_quote q join inquiry_order i on i.id = q.inquiry_order_id and i.del_flag = 0
       join inquiry_order_line l on l.id = q.line_id
     where q.id = any($1::bigint[]) and q.del_flag = 0 and i.tenant_id = $2`,
    [idsOf("awardId"), tenantId],
  );
  const turns = await sql.query<Source & { id: string }>(
    `select l.id, t.no, l.sku_id as "skuId", t.warehouse_id as "warehouseId"
     from turn_requisition_line l join turn_requisition t on t.id = l.turn_requisition_id
     where l.id = any($1::bigint[]) and l.del_flag = 0 and t.del_flag = 0 and t.tenant_id = $2
       and l.turn_mode = 'purchase'`,
    [idsOf("turnLineId"), tenantId],
  );
  return {
    award: new Map(awards.map((s) => [s.id, s])),
    turn: new Map(turns.map((s) => [s.id, s])),
  };
}

/**
 * Sets what a line has of its source: an award names supplier, currency and SKU, a turn line SKU and
 * warehouse. @throws Refusal 400 at the line
 */
export async function resolveSources(c: RuleContext, lines: readonly Line[], header: Header) {
  const { award, turn } = await sourcesOf(c, lines);
  for (const [i, line] of lines.entries()) {
    const path = `items.${i}.skuId`;
    if (line.awardId) line.turnLineId = null;
    const source = line.awardId
      ? award.get(line.awardId)
      : line.turnLineId
        ? turn.get(line.turnLineId)
        : undefined;
    if (!source) {
      if (line.awardId || line.turnLineId) throw at(path, "来源明细不存在");
      if (!FREE.has(header.orderType)) throw at(path, "普通采购单须来自转请购或询价");
      line.sourceNo = null;
      continue;
    }
    if (source.supplierId && source.supplierId !== header.supplierId)
      throw at("supplierId", `供应商与询价单${source.no}的定标不一致`);
    if (source.currency && source.currency !== header.currency)
      throw at("currency", `币种与询价单${source.no}不一致`);
    if (source.warehouseId && source.warehouseId !== header.warehouseId)
      throw at("warehouseId", `收货仓与转请购单${source.no}不一致`);
    line.skuId = source.skuId;
    line.sourceNo = source.no;
  }
}
