import type { Around, HeadOf } from "#documents/kit";
import type { sku } from "#documents/product/sku";
import type { RuleContext } from "../../../documents/rules";
import { today } from "../../../values/calendar";
import { soldPieces } from "../../pieces";

type Sku = HeadOf<typeof sku>;

/** What lies, travels and is ordered in one warehouse. */
async function showWarehouse({ sql, tenantId }: RuleContext, rows: Sku[], warehouseId: string) {
  const found = await sql.query<Pick<Sku, "id" | "availableQty" | "inTransitQty" | "onOrderQty">>(
    `select k.id, s.available_qty as "availableQty", s.transit_qty as "inTransitQty",
       (select coalesce(sum(l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty), 0)::int
        from purchase_order_line l join purchase_order h on h.id = l.purchase_order_id
        where l.sku_id = k.id and l.del_flag = 0 and h.del_flag = 0
          and h.warehouse_id = $2 and h.status in ('approved', 'executing')) as "onOrderQty"
     from sku k left join stock s on s.sku_id = k.id and s.warehouse_id = $2 and s.tenant_id = $3
     where k.id = any($1::bigint[])`,
    [rows.map((r) => r.id), warehouseId, tenantId],
  );
  for (const row of rows)
    Object.assign(
      row,
      found.find((f) => f.id === row.id),
    );
}

/** Pieces sold in the 30 days before today, by one store or by all. */
async function showSales({ sql }: RuleContext, rows: Sku[], storeId: string | undefined) {
  const of = `f.biz_date between $2::date - 30 and $2::date - 1
    and f.store_id = coalesce($3::bigint, f.store_id)`;
  const found = await sql.query<{ id: string; units: number }>(
    `select k.id, ${soldPieces("k.id", of)} as units from sku k where k.id = any($1::bigint[])`,
    [rows.map((r) => r.id), today(), storeId ?? null],
  );
  for (const row of rows) row.sales30d = found.find((f) => f.id === row.id)?.units ?? 0;
}

/** Price of the newest approved order in this currency, tax-exclusive. */
async function showLastPrice({ sql, tenantId }: RuleContext, rows: Sku[], currency = "CNY") {
  const found = await sql.query<{ id: string; price: string }>(
    `select distinct on (l.sku_id) l.sku_id as id, l.price::text as price
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.sku_id = any($1::bigint[]) and l.price > 0 and o.currency = $2 and o.tenant_id = $3
       and l.del_flag = 0 and o.del_flag = 0
       and o.status in ('approved', 'executing', 'completed', 'closed')
     order by l.sku_id, o.approve_time desc nulls last, l.id desc`,
    [rows.map((r) => r.id), currency, tenantId],
  );
  for (const row of rows) row.lastPrice = found.find((f) => f.id === row.id)?.price ?? null;
}

/** What a line learns of the SKU that it names (supply.md 0.1). */
export async function showFacts(c: RuleContext, rows: Sku[], around: Around | null) {
  for (const row of rows) row.specText = row.attrList?.length ? row.attrList.join(" ") : row.spec;
  if (!around) return;
  if (around.warehouseId) await showWarehouse(c, rows, around.warehouseId);
  await showSales(c, rows, around.storeId);
  await showLastPrice(c, rows, around.currency);
}
