import type { RuleContext } from "../../../documents/rules";
import type { Mapping } from "./row";

/** Our stock of a mapping's SKU in each warehouse that its system runs, what lies most first. */
export const placesOf = ({ sql, tenantId }: RuleContext, { skuId, system, warehouseId }: Mapping) =>
  sql.query(
    `select w.name as warehouse, coalesce(k.on_hand_qty, 0) as "onHand",
       coalesce(k.available_qty, 0) as available, coalesce(k.transit_qty, 0) as transit
     from warehouse w left join stock k on k.warehouse_id = w.id and k.sku_id = $2
     where w.tenant_id = $1 and w.del_flag = 0
       and (w.id = $4 or ($4::bigint is null and w.provider = $3))
     order by 2 desc, w.id`,
    [tenantId, skuId, system, warehouseId],
  );
