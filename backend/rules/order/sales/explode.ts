import type { RuleContext } from "../../../documents/rules";

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
     select $2, $3, $1, row_number() over (order by i.line_no, i.id, c.id), i.id, k.id, k.name,
       coalesce(c.qty, 1), i.qty * coalesce(c.qty, 1), coalesce(p.special_attrs, '{}')
     from sales_order_item i
       join sku s on s.id = i.sku_id
       left join sku_combo_item c on c.sku_id = s.id and s.sku_type = 'combo' and c.del_flag = 0
       join sku k on k.id = coalesce(c.child_sku_id, s.id)
       left join spu p on p.id = k.spu_id
     where i.sales_order_id = $1 and i.del_flag = 0`,
    [orderId, tenantId, caller.userId],
  );
}
