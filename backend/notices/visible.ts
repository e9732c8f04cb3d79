import { Where } from "../db/page";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { managed } from "./row";

/** Condition on `n` (and `t`, its receiver row): what a receiver still sees (market.md §9). */
export const RECEIVED = "n.del_flag = 0 and n.status in ('pushed', 'expired')";

/** Is the caller a receiver of a notice that is out and not revoked? */
export async function receives(sql: Sql, caller: Caller, id: string): Promise<boolean> {
  const row = await sql.one(
    `select 1 from sys_notification n join sys_notification_target t on t.notification_id = n.id
     where n.id = $1 and t.user_id = $2 and n.tenant_id = $3 and ${RECEIVED}`,
    [id, caller.userId, caller.tenantId],
  );
  return row !== undefined;
}

/** Does the caller manage this notice: permission to view the list, and its creator in scope? */
export async function manages(sql: Sql, caller: Caller, id: string): Promise<boolean> {
  if (!caller.permissions.has("sys_notification_view")) return false;
  const where = new Where()
    .and("n.id = ?", id)
    .and("n.tenant_id = ? and n.del_flag = 0 and not n.generated", caller.tenantId);
  managed(where, caller);
  return (
    (await sql.one(`select 1 from sys_notification n where ${where}`, where.values)) !== undefined
  );
}

/** Receiver or manager: the only two who see a notice by any call. */
export const visibleTo = async (sql: Sql, caller: Caller, id: string): Promise<boolean> =>
  (await receives(sql, caller, id)) || (await manages(sql, caller, id));
