import type { Caller } from "#backend/platform/http";
import { type DocumentType, placesOf } from "#documents/kit";
import { snake } from "../names";
import type { RuleCondition } from "../rules";

const OWN_WAREHOUSES = `select w.id from warehouse w
  where w.tenant_id = ? and w.del_flag = 0 and (w.manager_id = ? or ? = any(w.member_ids))`;
const STORES = "select s.id from store s where s.dept_id = any(?::bigint[])";
const GROUP_DEPTS = "select g.dept_id from ops_group g where g.id = any(?::bigint[])";

const any = (field: string, sql: string, ...values: unknown[]): RuleCondition => ({
  sql: `t.${snake(field)} = any(array(${sql}))`,
  values,
});

/** By department, and by stores of these departments: what an operator works for. */
function departments(by: NonNullable<DocumentType["scopeBy"]>, sql: string, ids: string[]) {
  const { dept, store } = by;
  return [
    ...(dept ? [any(dept, sql, ids)] : []),
    ...(store ? [any(store, STORES.replace("?::bigint[]", `array(${sql})`), ids)] : []),
  ];
}

/** Departments of the caller, from the own one upwards. */
const UPWARDS = `with recursive up (id, above) as (
    select id, parent_id from sys_dept where id = ?
    union select d.id, d.parent_id from sys_dept d join up on d.id = up.above)
  select id from up`;
const ROLES = "select id from sys_role where tenant_id = ? and role_code = any(?)";

/** Rows whose readers are chosen on them. */
function chosenFor(
  { scope, depts, roles, states }: NonNullable<NonNullable<DocumentType["scopeBy"]>["readers"]>,
  { userId, deptId, tenantId, roles: codes }: Caller,
): RuleCondition {
  const column = `t.${snake(scope)}`;
  return {
    sql: `t.create_by = ? or (t.status = any(?) and (${column} = 'all'
      or (${column} = 'dept' and t.${snake(depts)} && array(${UPWARDS}))
      or (${column} = 'role' and t.${snake(roles)} && array(${ROLES}))))`,
    values: [userId, states, deptId, tenantId, codes],
  };
}

/**
 * Which rows of `t` are in the caller's data scope (market.md §10 dsType, supply.md D.4); nothing: all
 * of them. What is only bound to a place is hidden from nobody but those whose scope is their warehouses.
 */
export function scopeOf(document: DocumentType, caller: Caller): RuleCondition | undefined {
  const { scope, userId, tenantId, permissions } = caller;
  const by = document.scopeBy;
  if (by?.readers && !(by.all && permissions.has(by.all))) return chosenFor(by.readers, caller);
  if (!by || scope.kind === "all" || (by.all && permissions.has(by.all))) return undefined;
  const personal = by.dept || by.group || by.user;
  if (!personal && scope.kind !== "warehouses") return undefined;
  // A keeper names the suppliers of whatever comes in.
  if (document.master && !by.warehouse && scope.kind === "warehouses") return undefined;
  const parts: RuleCondition[] = [];
  if (personal)
    for (const user of [by.user ?? "createBy"].flat()) parts.push({ sql: `t.${snake(user)} = ?`, values: [userId] });
  if (by.common) parts.push({ sql: `t.${snake(by.common)}`, values: [] });
  if (scope.kind === "warehouses" || scope.warehouses)
    for (const place of placesOf(by)) parts.push(any(place, OWN_WAREHOUSES, tenantId, userId, userId));
  if (scope.kind === "depts" || (scope.kind === "warehouses" && !by.warehouse))
    parts.push(...departments(by, "select unnest(?::bigint[])", scope.deptIds));
  if (scope.kind === "groups" && by.group)
    parts.push({ sql: `t.${snake(by.group)} = any(?::bigint[])`, values: [scope.groupIds] });
  else if (scope.kind === "groups") parts.push(...departments(by, GROUP_DEPTS, scope.groupIds));
  return { sql: parts.map((p) => p.sql).join(" or ") || "false", values: parts.flatMap((p) => p.values) };
}
