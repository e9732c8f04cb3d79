import type { Sql } from "../db/sql";
import { notify, type Reminder } from "../notices/notify";

/** Tells the administrators of a tenant. */
export async function tellAdmins(
  sql: Sql,
  tenantId: string,
  reminder: Pick<Reminder, "title" | "pushDescribe" | "bizPath">,
): Promise<void> {
  const users = await sql.query<{ id: string }>(
    `select distinct u.id from sys_user u join sys_user_role ur on ur.user_id = u.id
       join sys_role r on r.id = ur.role_id
     where r.role_code = 'ADMIN' and u.tenant_id = $1 and u.del_flag = 0 and r.del_flag = 0`,
    [tenantId],
  );
  await notify(sql, { ...reminder, tenantId, userIds: users.map((u) => u.id) });
}
