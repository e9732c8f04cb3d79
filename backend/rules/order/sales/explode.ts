import type { RuleContext } from "../../../documents/rules";
import { PIECES } from "../../pieces";

/**
 * Writes anew what is packed of an order that has no packages: each line itself, or the parts of a
 * combination as often as it was ordered (market.md 17.12).
 */
export async function explode({ sql, tenantId, caller }: RuleContext, orderId: string) {
  // Packages that are gone still name what lay in them.
  await sql.query("update sales_order_line set del_flag = 1 where sales_order_id = $1", [orderId]);
  await sql.query(
    `insert into sales_order_line (tenant_id, create_by, sales_order_id, line_no, item_id, sku_id,
       sku_name, per_set, qty, attributes)
     select $2, $3, $1, row_number() over (order by i.line_no, i.id, x.part_id), i.id, k.id, k.name,
       x.per, i.qty * x.per, coalesce(p.special_attrs, '{}')
     from sales_order_item i
       join (${PIECES}) x on x.sku_id = i.sku_id
       join sku k on k.id = x.piece_id
       left join spu p on p.id = k.spu_id
     where i.sales_order_id = $1 and i.del_flag = 0`,
    [orderId, tenantId, caller.userId],
  );
}
