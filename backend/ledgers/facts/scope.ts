import { Where } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";

type ScopeBind = (value: unknown) => string;

/** What the caller's data scope says of a department and a group, both SQL expressions. */
function scoped(bind: ScopeBind, { scope, userId }: Caller, dept: string, group: string): string {
  if (scope.kind === "all") return "true";
  if (scope.kind === "depts") return `${dept} = any(${bind(scope.deptIds)}::bigint[])`;
  if (scope.kind === "groups") return `${group} = any(${bind(scope.groupIds)}::bigint[])`;
  // Groups that the user belongs to; none: an empty list.
  return `${group} = any(coalesce((select group_ids from sys_user where id = ${bind(userId)}), '{}'))`;
}

/** The same as `factScope` for a statement that binds its values itself. */
export const factScopeSql = (caller: Caller, alias: string, bind: ScopeBind): string =>
  `${alias}.store_id in (select id from store where tenant_id = ${bind(caller.tenantId)})
   and ${scoped(bind, caller, `${alias}.dept_id`, `${alias}.group_id`)}`;

/**
 * Trade facts (`fact_trade_daily`, `fact_trade_month`) that the caller may see: stores of the own
 * tenant, and of the stamped department or group what the data scope allows (market.md 7.1). A caller
 * whose scope is `self` sees the groups that he belongs to, else nothing.
 * @param alias of the fact table in the statement
 */
export const factScope = (caller: Caller, alias: string, where = new Where()): Where =>
  where.and(factScopeSql(caller, alias, (value) => where.bind(value)));

/**
 * Of a row of a store that a group runs, or none: the department is that of its group today, else that of the store.
 * @param alias of the row in the statement
 */
export const runScopeSql = (caller: Caller, alias: string, bind: ScopeBind): string =>
  scoped(
    bind,
    caller,
    `case when ${alias}.group_id is null then (select w.dept_id from store w where w.id = ${alias}.store_id)
      else (select dept_id from ops_group g where g.id = ${alias}.group_id) end`,
    `${alias}.group_id`,
  );

/**
 * Campaigns that the caller may see; ad facts are reached by joining `ad_campaign`. The department of
 * a campaign is that of its group today; one without a group belongs to the department of its store.
 * @param alias of `ad_campaign` in the statement
 */
export const adScope = (caller: Caller, alias: string, where = new Where()): Where =>
  where.and(`${alias}.tenant_id = ?`, caller.tenantId).and(runScopeSql(caller, alias, (value) => where.bind(value)));

/**
 * Operating groups that the caller may see.
 * @param alias of `ops_group` in the statement
 */
export const groupScope = (caller: Caller, alias: string, where = new Where()): Where =>
  where
    .and(`${alias}.tenant_id = ?`, caller.tenantId)
    .and(scoped((value) => where.bind(value), caller, `${alias}.dept_id`, `${alias}.id`));

/**
 * Stores that the caller may see figures of: those of the departments of the data scope, and those in which a group of
 * it has a listing.
 * @param alias of `store` in the statement
 */
export const storeScope = (caller: Caller, alias: string, where = new Where()): Where => {
  const bind = (value: unknown) => where.bind(value);
  const { kind } = caller.scope;
  if (kind === "all" || kind === "depts") return where.and(scoped(bind, caller, `${alias}.dept_id`, "null"));
  return where.and(`exists (select 1 from sku_listing l where l.store_id = ${alias}.id and l.del_flag = 0
    and ${scoped(bind, caller, `${alias}.dept_id`, "l.group_id")})`);
};
