import type { Database } from "../../../db/sql";
import type { RuleContext } from "../../../documents/rules";
import { today } from "../../../values/calendar";
import { showCombos } from "./combo";
import { refreshSpuStock } from "./spu";

/** Pieces of SKUs over all warehouses; `only`: a condition on `stock` and on lines of orders. */
const pieces = (only = "true") => `
  select x.sku_id as id, sum(x.good)::int as "goodQty", sum(x.free)::int as "availableQty",
    sum(x.transit)::int as "inTransitQty", sum(x.ordered)::int as "onOrderQty"
  from (
    select sku_id, good_qty as good, available_qty as free, transit_qty as transit, 0 as ordered
    from stock where ${only}
    union all
    select l.sku_id, 0, 0, 0, l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty
    from purchase_order_line l join purchase_order h on h.id = l.purchase_order_id
    where ${only} and l.del_flag = 0 and h.del_flag = 0 and h.status in ('approved', 'executing')
  ) x group by x.sku_id`;

interface Quantities {
  goodQty: number;
  availableQty: number;
  inTransitQty: number;
  onOrderQty: number;
}

/** A row whose quantities are filled in. */
interface Shown extends Quantities {
  id: string;
  skuType: string | null;
}

/** Fills the quantities of rows that are about to be answered with those of now. */
export async function showStock({ sql }: RuleContext, rows: readonly Shown[]): Promise<void> {
  const found = await sql.query<Quantities & { id: string }>(pieces("sku_id = any($1::bigint[])"), [
    rows.map((r) => r.id),
  ]);
  const none = { goodQty: 0, availableQty: 0, inTransitQty: 0, onOrderQty: 0 };
  for (const row of rows)
    Object.assign(
      row,
      none,
      found.find((f) => f.id === row.id),
    );
  await showCombos(sql, rows);
}

/** What its page says besides: pieces sold in the 30 days before today, and the cost of a piece in stock. */
export async function skuFigures({ sql, caller, tenantId }: RuleContext, id: string) {
  const row = await sql.one<{ sales30d: number; avgCost: string | null }>(
    `select (select coalesce(sum(f.units), 0)::int from fact_trade_daily f
         where f.sku_code = k.sku_code and f.biz_date between $3::date - 30 and $3::date - 1
       ) as "sales30d",
       (select round(sum(s.stock_value) / nullif(sum(s.qc_qty + s.good_qty + s.bad_qty), 0), 4)::text
         from stock s where s.sku_id = k.id and s.tenant_id = $2) as "avgCost"
     from sku k where k.id = $1`,
    [id, tenantId, today()],
  );
  const { avgCost = null, sales30d = 0 } = row ?? {};
  return { sales30d, ...(caller.permissions.has("stock_cost_view") && { avgCost }) };
}

/** True when stock of the SKU ever moved. */
export const hasMoved = ({ sql }: RuleContext, skuId: string) =>
  sql.one("select 1 from stock_move where sku_id = $1 limit 1", [skuId]);

/**
 * Brings the quantities that lists of SKUs sort by and add up to what stock and orders say now. Rows
 * that somebody is writing are left for the next time: this waits for nobody.
 */
export const refreshSkuStock = (db: Database) =>
  db.query(
    `with now as (
       select s.id, coalesce(p."goodQty", 0) as good, coalesce(p."availableQty", 0) as free,
         coalesce(p."inTransitQty", 0) as transit, coalesce(p."onOrderQty", 0) as ordered
       from sku s left join (${pieces()}) p on p.id = s.id
       where (s.good_qty, s.available_qty, s.in_transit_qty, s.on_order_qty)
         is distinct from (coalesce(p."goodQty", 0), coalesce(p."availableQty", 0),
           coalesce(p."inTransitQty", 0), coalesce(p."onOrderQty", 0))
     ), free as (
       select s.id from sku s join now on now.id = s.id for no key update of s skip locked
     )
     update sku s set good_qty = now.good, available_qty = now.free, in_transit_qty = now.transit,
       on_order_qty = now.ordered
     from now join free on free.id = now.id where s.id = now.id`,
  );

/** The same for SKUs and then for the SPUs above them. */
export async function refreshStock(db: Database): Promise<void> {
  await refreshSkuStock(db);
  await refreshSpuStock(db);
}
