import { Where } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";

/** Groups that the user belongs to; none: an empty list. */
const OWN_GROUPS = "coalesce((select group_ids from sys_user where id = ?), '{}')";

/** What the caller's data scope says of a department and a group, both SQL expressions. */
function scoped(where: Where, { scope, userId }: Caller, dept: string, group: string): Where {
  if (scope.kind === "all") return where;
  if (scope.kind === "depts") return where.and(`${dept} = any(?::bigint[])`, scope.deptIds);
  if (scope.kind === "groups") return where.and(`${group} = any(?::bigint[])`, scope.groupIds);
  return where.and(`${group} = any(${OWN_GROUPS})`, userId);
}

/**
 * Trade facts (`fact_trade_daily`, `fact_trade_month`) that the caller may see: stores of the own
 * tenant, and of the stamped department or group what the data scope allows (market.md 7.1). A caller
 * whose scope is `self` sees the groups that he belongs to, else nothing.
 * @param alias of the fact table in the statement
 */
export const factScope = (caller: Caller, alias: string, where = new Where()): Where =>
  scoped(
    where.and(`${alias}.store_id in (select id from store where tenant_id = ?)`, caller.tenantId),
    caller,
    `${alias}.dept_id`,
    `${alias}.group_id`,
  );

/**
 * Campaigns that the caller may see; ad facts are reached by joining `ad_campaign`. The department of
 * a campaign is that of its group today.
 * @param alias of `ad_campaign` in the statement
 */
export const adScope = (caller: Caller, alias: string, where = new Where()): Where =>
  scoped(
    where.and(`${alias}.tenant_id = ?`, caller.tenantId),
    caller,
    `(select dept_id from ops_group g where g.id = ${alias}.group_id)`,
    `${alias}.group_id`,
  );

/**
 * Operating groups that the caller may see.
 * @param alias of `ops_group` in the statement
 */
export const groupScope = (caller: Caller, alias: string, where = new Where()): Where =>
  scoped(where.and(`${alias}.tenant_id = ?`, caller.tenantId), caller, `${alias}.dept_id`, `${alias}.id`);
