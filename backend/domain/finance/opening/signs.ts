import type { Context } from "#backend/platform/http/context";

export type SignAsking = Pick<Context, "sql" | "tenantId">;

/** Whatever changes the figures of the check ends the signatures under it. */
export const voidSigns = ({ sql, tenantId }: SignAsking) =>
  sql.query("update opening_sign set void_time = now() where tenant_id = $1 and void_time is null", [tenantId]);

/** Both have signed what stands. */
export const isSigned = async ({ sql, tenantId }: SignAsking): Promise<boolean> =>
  !!(await sql.one(
    "select 1 from opening_sign where tenant_id = $1 and void_time is null having count(distinct role) = 2",
    [tenantId],
  ));
