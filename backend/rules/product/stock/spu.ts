import type { Database, Sql } from "../../../db/sql";

const PIECES = `select k.spu_id as id, sum(s.on_hand_qty)::int as n
  from sku k join stock s on s.sku_id = k.id where k.del_flag = 0 and k.sku_type <> 'easy'`;

/** 在库 of SPUs: pieces of their SKUs that lie in warehouses now. */
export async function showSpuStock(
  sql: Sql,
  rows: readonly { id: string; onHandQty: number | null }[],
): Promise<void> {
  const found = await sql.query<{ id: string; n: number }>(
    `${PIECES} and k.spu_id = any($1::bigint[]) group by 1`,
    [rows.map((r) => r.id)],
  );
  for (const row of rows) row.onHandQty = found.find((f) => f.id === row.id)?.n ?? null;
}

/** Brings what the list sums and sorts by up to what stock says; rows being written wait for next time. */
export const refreshSpuStock = (db: Database) =>
  db.query(
    `with now as (
       select u.id, p.n from spu u left join (${PIECES} group by 1) p on p.id = u.id
       where u.on_hand_qty is distinct from p.n
     ), free as (
       select u.id from spu u join now on now.id = u.id for no key update of u skip locked
     )
     update spu u set on_hand_qty = now.n from now join free on free.id = now.id where u.id = now.id`,
  );
