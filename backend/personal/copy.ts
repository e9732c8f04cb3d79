import type { Sql } from "../db/sql";
import { addressColumns } from "./address";

interface Place {
  table: string;
  column: string;
  id: string;
}

/** Copies an address from one row to another as it is kept: it is never opened on the way. */
export async function copyAddress(sql: Sql, { from, to }: { from: Place; to: Place }) {
  const theirs = addressColumns(from.column);
  const sets = addressColumns(to.column).map((own, i) => `${own} = s.${theirs[i]}`);
  await sql.query(
    `update ${to.table} t set ${sets.join(", ")} from ${from.table} s where s.id = $1 and t.id = $2`,
    [from.id, to.id],
  );
}
