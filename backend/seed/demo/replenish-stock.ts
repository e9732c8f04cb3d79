import { otherIn } from "#documents/wms/other-in";
import type { RuleContext } from "../../documents/rules";
import { act, approveAll, draft, keeperOf } from "./acting";

/** Days that stock lasts beyond lead and safety, by turns; none: it stays as late as it is. */
const LASTS = [null, 3, 30, 250, 5, 60];
/** Lines of one document at most. */
const MOST = 300;

interface Wanted {
  warehouseId: string;
  skuId: string;
  cost: string;
  base: number;
  leadDays: number;
  known: number;
}

/** What stores sell out of a warehouse, and how long it takes to come; not where a day of sales waits. */
const wanted = ({ sql }: RuleContext) =>
  sql.query<Wanted>(
    `select r.warehouse_id as "warehouseId", r.sku_id as "skuId",
       coalesce(min(k.purchase_price), 10)::text as cost, sum(r.base)::float8 as base,
       max(r.purchase_days + r.transport_days + r.safety_days) as "leadDays",
       sum(r.available_qty + r.transit_qty + r.on_order_qty)::int as known
     from replenish r join sku k on k.id = r.sku_id
     where r.base > 0 and r.del_flag = 0
       and not exists (select 1 from fba_return f where f.fba_warehouse_id = r.warehouse_id)
     group by 1, 2 order by 1, 2`,
  );

const missing = ({ base, leadDays, known }: Wanted, lasts: number): number =>
  Math.ceil(base * (leadDays + lasts)) - known;

/** Brings stock in, by the documents' own rules, so that some must be ordered now, some soon, some not for long. */
export async function stockUp(c: RuleContext): Promise<void> {
  const all = await wanted(c);
  for (const warehouseId of new Set(all.map((row) => row.warehouseId))) {
    const rows = all.filter((row) => row.warehouseId === warehouseId);
    const items = rows.flatMap((row, i) => {
      const lasts = LASTS[i % LASTS.length];
      const goodQty = lasts ? missing(row, lasts) : 0;
      return goodQty > 0 ? { skuId: row.skuId, unitCost: row.cost, goodQty, badQty: 0 } : [];
    });
    if (!items.length) continue;
    const keeper = await keeperOf(c, warehouseId);
    const { id } = await draft(keeper, otherIn, {
      ...{ inType: "adjust", warehouseId, reason: "系统切换，补录库存" },
      items: items.slice(0, MOST),
    });
    await act(keeper, "other_in", id, "submit");
    await approveAll(c, "other_in", id);
    await act(keeper, "other_in", id, "confirm");
  }
}
