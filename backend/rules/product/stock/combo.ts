import type { Sql } from "../../../db/sql";

interface Shown {
  id: string;
  skuType: string | null;
  availableQty: number | null;
}

/**
 * 可用 of combinations among these SKUs: as many as their parts make, min(floor(available ÷ quantity))
 * (supply.md 1); unknown while one of these was never stocked. It is stored nowhere.
 */
export async function showCombos(sql: Sql, rows: readonly Shown[]): Promise<void> {
  const combos = rows.filter((r) => r.skuType === "combo");
  if (!combos.length) return;
  const found = await sql.query<{ id: string; n: number | null }>(
    `select x.sku_id as id, case when bool_and(x.free is not null) then greatest(min(floor(x.free / x.qty)), 0)::int end as n
     from (select c.sku_id, c.qty, sum(s.available_qty) as free
       from sku_combo_item c left join stock s on s.sku_id = c.child_sku_id
       where c.sku_id = any($1::bigint[]) and c.del_flag = 0 group by c.id) x
     group by x.sku_id`,
    [combos.map((r) => r.id)],
  );
  for (const row of combos) row.availableQty = found.find((f) => f.id === row.id)?.n ?? null;
}
