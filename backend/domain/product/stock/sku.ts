import { PIECES, soldPieces } from "#backend/domain/pieces";
import type { RuleContext } from "#backend/engine/documents";
import type { Database, Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";

const spuPIECES = `select k.spu_id as id, sum(s.on_hand_qty)::int as n
  from sku k join stock s on s.sku_id = k.id where k.del_flag = 0 and k.sku_type <> 'easy'`;

/** 在库 of SPUs: pieces of their SKUs that lie in warehouses now. */
export async function showSpuStock(sql: Sql, rows: readonly { id: string; onHandQty: number | null }[]): Promise<void> {
  const found = await sql.query<{ id: string; n: number }>(`${spuPIECES} and k.spu_id = any($1::bigint[]) group by 1`, [
    rows.map((r) => r.id),
  ]);
  for (const row of rows) row.onHandQty = found.find((f) => f.id === row.id)?.n ?? null;
}

/** Brings what the list sums and sorts by up to what stock says; rows being written wait for next time. */
export const refreshSpuStock = (db: Database) =>
  db.query(
    `with now as (
       select u.id, p.n from spu u left join (${spuPIECES} group by 1) p on p.id = u.id
       where u.on_hand_qty is distinct from p.n
     ), free as (
       select u.id from spu u join now on now.id = u.id for no key update of u skip locked
     )
     update spu u set on_hand_qty = now.n from now join free on free.id = now.id where u.id = now.id`,
  );

interface ComboShown {
  id: string;
  skuType: string | null;
  availableQty: number | null;
}

/**
 * 可用 of combinations among these SKUs: as many as their parts make, min(floor(available ÷ quantity))
 * (supply.md 1); unknown while one of these was never stocked. It is stored nowhere.
 */
async function showCombos(sql: Sql, rows: readonly ComboShown[]): Promise<void> {
  const combos = rows.filter((r) => r.skuType === "combo");
  if (!combos.length) return;
  const found = await sql.query<{ id: string; n: number | null }>(
    `select x.sku_id as id, case when bool_and(x.free is not null) then greatest(min(floor(x.free / x.per)), 0)::int end as n
     from (select y.sku_id, y.per, sum(s.available_qty) as free
       from (${PIECES}) y left join stock s on s.sku_id = y.piece_id
       where y.sku_id = any($1::bigint[]) and y.part_id is not null
       group by y.sku_id, y.piece_id, y.per) x
     group by x.sku_id`,
    [combos.map((r) => r.id)],
  );
  for (const row of combos) row.availableQty = found.find((f) => f.id === row.id)?.n ?? null;
}

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
interface SkuQuantities {
  goodQty: number | null;
  availableQty: number | null;
  inTransitQty: number | null;
  onOrderQty: number | null;
}

/** A row whose quantities are filled in. */
interface SkuShown extends SkuQuantities {
  id: string;
  skuType: string | null;
}

/** Fills the quantities of rows that are about to be answered with those of now. */
export async function showStock({ sql }: RuleContext, rows: readonly SkuShown[]): Promise<void> {
  const found = await sql.query<SkuQuantities & { id: string }>(pieces("sku_id = any($1::bigint[])"), [
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
