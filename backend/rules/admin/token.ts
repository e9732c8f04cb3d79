import { forgetCallers } from "../../auth/caller";
import { Where } from "../../db/page";
import type { Sql } from "../../db/sql";

/** Sessions of a tenant that go on. */
export const goingOn = (tenantId: string) =>
  new Where()
    .and("f.tenant_id = ?", tenantId)
    .and("f.revoke_time is null")
    .and("f.expire_time > now()");

/** Ends a session that goes on: its tokens are refused from now on. */
export async function endSession(sql: Sql, tenantId: string, id: string): Promise<boolean> {
  const where = goingOn(tenantId).and("f.id = ?", id);
  const [ended] = await sql.query(
    `update sys_token_family f set revoke_time = now() where ${where} returning f.id`,
    where.values,
  );
  if (ended) forgetCallers();
  return !!ended;
}
