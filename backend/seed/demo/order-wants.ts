import type { Sql } from "../../db/sql";

/** An order line that is to be, with its source. Chosen in the order of the days. */
export interface Want {
  day: string;
  group: string;
  turnId: string | null;
  inquiryId: string | null;
  turnLineId: string | null;
  awardId: string | null;
  sourceNo: string | null;
  supplierId: string;
  warehouseId: string;
  buyerId: string;
  urgent: boolean;
  skuId: string;
  qty: number;
  price: string;
  taxRate: string;
}

const GOOD_SUPPLIER = `s.status = 'approved' and s.level <> 'D'`;
/** A SKU that must be sealed is only ordered where a sample is in force. */
const SEALED = `(not k.seal_required or exists (select 1 from seal_sample f where f.sku_id = k.id
  and f.supplier_id = s.id and f.status = 'effective' and f.del_flag = 0))`;

/** What awards and turn lines without an inquiry offer to be ordered. */
export const wants = (sql: Sql) =>
  sql.query<Want>(
    `select to_char(i.approve_time, 'YYYY-MM-DD') as day, 'i' || i.id || '/' || q.supplier_id as group,
       null as "turnId", i.id::text as "inquiryId", null as "turnLineId", q.id::text as "awardId",
       i.no as "sourceNo", q.supplier_id::text as "supplierId", t.warehouse_id::text as "warehouseId",
       i.buyer_id::text as "buyerId", t.urgency = 'urgent' as urgent, l.sku_id::text as "skuId",
       q.award_qty as qty, q.price::text as price, q.tax_rate::text as "taxRate"
     from inquiry_quote q join inquiry_order i on i.id = q.inquiry_order_id
       join inquiry_order_line l on l.id = q.line_id
       join turn_requisition_line tl on tl.id = l.turn_line_id
       join turn_requisition t on t.id = tl.turn_requisition_id
       join supplier s on s.id = q.supplier_id join sku k on k.id = l.sku_id
     where i.status = 'awarded' and q.award_qty > 0 and ${GOOD_SUPPLIER} and ${SEALED}
     union all
     select to_char(t.approve_time, 'YYYY-MM-DD'), 't' || t.id || '/' || p.supplier_id || '/' || (p.tax_rate = 0),
       t.id::text, null, l.id::text, null, t.no, p.supplier_id::text, t.warehouse_id::text,
       t.buyer_id::text, t.urgency = 'urgent', l.sku_id::text, l.qty - l.released_qty, p.price::text,
       p.tax_rate::text
     from turn_requisition_line l join turn_requisition t on t.id = l.turn_requisition_id
       join sku_supplier_price p on p.sku_id = l.sku_id and p.is_default and p.currency = 'CNY'
       join supplier s on s.id = p.supplier_id join sku k on k.id = l.sku_id
     where t.status in ('approved', 'processing', 'done') and l.inquired_qty = 0
       and l.qty > l.released_qty and ${GOOD_SUPPLIER} and ${SEALED}
     order by 1, 2`,
  );

/** Lines in the groups that become one order each. */
export const groups = (rows: readonly Want[]) => {
  const found = new Map<string, Want[]>();
  for (const row of rows) found.set(row.group, [...(found.get(row.group) ?? []), row]);
  return [...found.values()];
};
