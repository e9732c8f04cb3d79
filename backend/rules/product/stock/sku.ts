import type { Database } from "../../../db/sql";
import type { RuleContext } from "../../../documents/rules";
import { today } from "../../../values/calendar";
import { soldPieces } from "../../pieces";
import { showCombos } from "./combo";
import { refreshSpuStock } from "./spu";

/**
 * Pieces of SKUs over all warehouses, null where there never were any; `only`: a condition on `stock`
 * and on lines of orders.
 */
const pieces = (only = "true") => `
  select x.sku_id as id, sum(x.good)::int as "goodQty", sum(x.free)::int as "availableQty",
    sum(x.transit)::int as "inTransitQty", sum(x.ordered)::int as "onOrderQty"
  from (
    select sku_id, good_qty as good, available_qty as free, transit_qty as transit, null::int as ordered
    from stock where ${only}
    union all
    select l.sku_id, null, null, null, l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty
    from purchase_order_line l join purchase_order h on h.id = l.purchase_order_id
    where ${only} and l.del_flag = 0 and h.del_flag = 0 and h.status in ('approved', 'executing')
  ) x group by x.sku_id`;

/** What lies and is to come; null: it was never stocked, or is nothing that one buys. */
interface Quantities {
  goodQty: number | null;
  availableQty: number | null;
  inTransitQty: number | null;
  onOrderQty: number | null;
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
  const none = { goodQty: null, availableQty: null, inTransitQty: null };
  for (const row of rows) {
    const own = found.find((f) => f.id === row.id);
    const ordered = row.skuType === "combo" ? null : 0;
    Object.assign(row, none, own, { onOrderQty: own?.onOrderQty ?? ordered });
  }
  await showCombos(sql, rows);
}

/** What its page says besides: pieces sold in the 30 days before today, and the cost of a piece in stock. */
export async function skuFigures({ sql, caller, tenantId }: RuleContext, id: string) {
  const row = await sql.one<{ sales30d: number; avgCost: string | null }>(
    `select ${soldPieces("k.id", "f.biz_date between $3::date - 30 and $3::date - 1")} as "sales30d",
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
       select s.id, p."goodQty" as good, p."availableQty" as free, p."inTransitQty" as transit,
         coalesce(p."onOrderQty", case when s.sku_type <> 'combo' then 0 end) as ordered
       from sku s left join (${pieces()}) p on p.id = s.id
     ), changed as (
       select now.* from now join sku s on s.id = now.id
       where (s.good_qty, s.available_qty, s.in_transit_qty, s.on_order_qty)
         is distinct from (now.good, now.free, now.transit, now.ordered)
     ), free as (
       select s.id from sku s join changed on changed.id = s.id for no key update of s skip locked
     )
     update sku s set good_qty = changed.good, available_qty = changed.free,
       in_transit_qty = changed.transit, on_order_qty = changed.ordered
     from changed join free on free.id = changed.id where s.id = changed.id`,
  );

/** The same for SKUs and then for the SPUs above them. */
export async function refreshStock(db: Database): Promise<void> {
  await refreshSkuStock(db);
  await refreshSpuStock(db);
}
