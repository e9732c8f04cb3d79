import type { Context } from "#backend/platform/http/context";

/** Whatever changes the figures of the check ends the signatures under it. */
export const voidSigns = ({ sql, tenantId }: Pick<Context, "sql" | "tenantId">) =>
  sql.query("update opening_sign set void_time = now() where tenant_id = $1 and void_time is null", [tenantId]);
