import { documents } from "#documents";
import type { Sql } from "../../db/sql";

/** Numbers of rows that were written without the counter are taken: what is made next comes behind them. */
export async function keepNumbers(sql: Sql): Promise<void> {
  for (const { number, table, of } of documents) {
    if (!number || of) continue;
    await sql.query(
      `insert into doc_sequence as s (tenant_id, prefix, biz_date, val)
       select tenant_id, $1, to_date(substr(no, 3, 6), 'YYMMDD'), max(substr(no, 9)::int)
       from ${table} where no ~ ('^' || $1 || '[0-9]{10,12}$') group by 1, 3
       on conflict (tenant_id, prefix, biz_date) do update set val = greatest(s.val, excluded.val)`,
      [number],
    );
  }
}
