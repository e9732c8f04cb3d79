import type { RuleContext } from "../../../documents/rules";

/** What lines cost and how old their stock is, as their pools are now; the sum is the loss to expect. */
export async function costLines({ sql }: RuleContext, id: string, warehouseId: string) {
  await sql.query(
    `update fba_disposal_line l set unit_cost = s.avg_cost,
       age_days = stock_age_days(s.tenant_id, s.warehouse_id, s.sku_id, s.on_hand_qty)
     from stock s
     where l.fba_disposal_id = $1 and l.del_flag = 0 and s.warehouse_id = $2
       and s.sku_id = l.sku_id`,
    [id, warehouseId],
  );
  await sql.query(
    `update fba_disposal set est_loss_amount = (
       select coalesce(sum(round(l.requested_qty * coalesce(l.unit_cost, 0), 2)), 0)
       from fba_disposal_line l where l.fba_disposal_id = $1 and l.del_flag = 0)
     where id = $1`,
    [id],
  );
}
