import type { Sql } from "#backend/platform/db/sql";

/** A name, or a mobile number, and the tenant in which it is somebody's. */
export interface InTenant {
  tenantId: string;
  name: string;
}

/**
 * Whom somebody means: `name@tenant code`, or the name alone in the tenant of the call. An unknown
 * tenant makes it a name that nobody has.
 */
export async function inTenant(sql: Sql, tenantId: string, given: string): Promise<InTenant> {
  const at = given.lastIndexOf("@");
  const tenant =
    at >= 0 &&
    (await sql.one<{ id: string }>("select id from sys_tenant where code = $1 and del_flag = 0", [
      given.slice(at + 1),
    ]));
  return tenant ? { tenantId: tenant.id, name: given.slice(0, at) } : { tenantId, name: given };
}
