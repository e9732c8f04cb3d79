import type { RuleContext } from "../../../documents/rules";
import { today } from "../../../values/calendar";
import { soldPieces } from "../../pieces";

/** The 30 days before today; by the requisition's store when it names one. */
const SOLD = `f.biz_date between $3::date - 30 and $3::date - 1
  and f.store_id = coalesce(r.store_id, f.store_id)`;

/**
 * Copies what the requisition's warehouse has of each SKU now onto the lines that are submitted, and
 * what was sold of it in the 30 days before today: by its store when it names one, else by all.
 */
export const snapshotStock = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query(
    `update purchase_requisition_line l
     set available_qty = t.available_qty, in_transit_qty = t.transit_qty,
       on_order_qty = (select coalesce(sum(o.open_qty + o.owed_replenish_qty + o.owed_exchange_qty), 0)::int
         from purchase_order_line o join purchase_order h on h.id = o.purchase_order_id
         where o.sku_id = l.sku_id and o.del_flag = 0 and h.del_flag = 0
           and h.warehouse_id = r.warehouse_id and h.status in ('approved', 'executing')),
       sales30d = ${soldPieces("k.id", SOLD)}
     from purchase_requisition_line own
       join purchase_requisition r on r.id = own.purchase_requisition_id
       join sku k on k.id = own.sku_id
       left join stock t on t.warehouse_id = r.warehouse_id and t.sku_id = own.sku_id
         and t.tenant_id = $2
     where own.id = l.id and r.id = $1 and l.del_flag = 0`,
    [id, tenantId, today()],
  );
