import type { Sql } from "../../../db/sql";
import { PIECES } from "../../pieces";

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
