import { warehouse } from "#documents/base/warehouse";
import { visible } from "../documents/reading/where";
import type { Context } from "../http/context";
import { missing } from "../http/refusal";
import { plain, skuOf } from "./codes";
import type { Place } from "./place";

/** What lies of a SKU, here first, then in the caller's other warehouses. @throws Refusal 404 */
export async function stockAt(c: Context, place: Place, typed: string) {
  const sku = await skuOf(c, plain(typed));
  if (!sku) throw missing(`不认识的条码 ${plain(typed)}`);
  const where = visible(warehouse, c.caller).and("s.sku_id = ?", sku.id);
  const here = where.bind(place.id);
  const rows = await c.sql.query<
    Record<"qc" | "good" | "bad" | "reserved" | "transit", number> & {
      place: string;
      here: boolean;
    }
  >(
    `select t.name as place, t.id = ${here} as here, s.qc_qty as qc, s.good_qty as good, s.bad_qty as bad,
       s.reserved_qty as reserved, s.transit_qty as transit
     from stock s join warehouse t on t.id = s.warehouse_id where ${where}
       and (t.id = ${here} or s.qc_qty + s.good_qty + s.bad_qty + s.transit_qty > 0)
     order by 2 desc, t.code limit 20`,
    where.values,
  );
  return { code: sku.code, name: sku.name, rows };
}
