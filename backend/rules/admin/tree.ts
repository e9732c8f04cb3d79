import type { Sql } from "../../db/sql";
import { conflict } from "../../http/refusal";

/**
 * Refuses a parent that is the row itself or below it. Writes to one tree take turns (the engine sees
 * to it), so two moves at once cannot close a circle between them.
 */
export async function refuseCircle(
  sql: Sql,
  table: "sys_menu" | "sys_dept",
  id: string | undefined,
  parentId: string,
  message: string,
): Promise<void> {
  if (!id || parentId === "0" || parentId === "-1") return;
  const circle = await sql.one(
    `with recursive up(id, parent_id) as (
       select id, parent_id from ${table} where id = $1
       union select p.id, p.parent_id from ${table} p join up on p.id = up.parent_id)
     select 1 from up where id = $2`,
    [parentId, id],
  );
  if (circle) throw conflict(message);
}
