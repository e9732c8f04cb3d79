import type { RuleContext } from "../../../documents/rules";
import { draftQty } from "../order/drafts";

/** An award with what is on no order yet. */
export interface Won {
  id: string;
  supplierId: string;
  skuId: string;
  turnLineId: string | null;
  warehouseId: string | null;
  open: number;
  price: string;
  taxRate: string;
  expectDate: string | null;
  urgent: boolean;
}

/**
 * Awards of an inquiry with what is on no order yet, drafts included. Whoever counts orders on them
 * locks the inquiry first.
 */
export async function openAwards(c: RuleContext, id: string): Promise<Won[]> {
  const rows = await c.sql.query<Won>(
    `select q.id, q.supplier_id as "supplierId", l.sku_id as "skuId",
       l.turn_line_id as "turnLineId", t.warehouse_id as "warehouseId",
       q.award_qty - q.ordered_qty as open, q.price::text as price,
       coalesce(q.tax_rate, 0)::text as "taxRate", l.expect_date as "expectDate",
       t.urgency = 'urgent' as urgent
     from inquiry_quote q join inquiry_order_line l on l.id = q.line_id
       left join turn_requisition_line tl on tl.id = l.turn_line_id
       left join turn_requisition t on t.id = tl.turn_requisition_id
     where q.inquiry_order_id = $1 and q.del_flag = 0 and q.award_qty > 0
     order by l.line_no, q.id`,
    [id],
  );
  const drafts = await draftQty(
    c,
    "award_id",
    rows.map((r) => r.id),
  );
  return rows
    .map((r) => ({ ...r, open: r.open - (drafts.get(r.id) ?? 0) }))
    .filter((r) => r.open > 0);
}
