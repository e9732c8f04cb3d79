import type { Sql } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";

/** What the rules of approvers look at. */
export interface Situation {
  tenantId: string;
  starterId: string;
  deptId: string | null;
  groupId: string | null;
  /** Where the document lies, if anywhere. */
  warehouseId?: string | null;
  /** Chosen by the starter, for `starterPick`. */
  picked?: string[];
}

const ACTIVE = "u.del_flag = 0 and u.lock_flag = '0'";

const ids = async (sql: Sql, text: string, values: unknown[]) =>
  (await sql.query<{ id: string }>(text, values)).map((r) => r.id);

/** The department's leader, else the nearest one above; the starter is passed over. */
const leaders = (sql: Sql, s: Situation) =>
  ids(
    sql,
    `with recursive up as (
       select id, parent_id, leader_id, 1 as height from sys_dept
       where id = $2 and tenant_id = $1 and del_flag = 0
       union all
       select d.id, d.parent_id, d.leader_id, height + 1 from sys_dept d join up on d.id = up.parent_id
       where d.del_flag = 0 and height < 20
     )
     select u.id from up join sys_user u on u.id = up.leader_id and u.tenant_id = $1
     where ${ACTIVE} and u.id <> $3 order by height limit 1`,
    [s.tenantId, s.deptId, s.starterId],
  );

const groupLeaders = (sql: Sql, s: Situation) =>
  ids(
    sql,
    `select u.id from ops_group g join sys_user u on u.id = g.leader_id
     where g.id = $2 and g.tenant_id = $1 and g.del_flag = 0 and ${ACTIVE} and u.id <> $3`,
    [s.tenantId, s.groupId, s.starterId],
  );

/**
 * Members of a role whose data scope reaches the document's department, group or warehouse
 * (market.md §10 dsType); somebody who sees only his own rows is no approver of others.
 */
const members = (sql: Sql, s: Situation, code: string, leading: boolean) =>
  ids(
    sql,
    `with recursive above as (
       select id, parent_id, 1 as height from sys_dept where id = $3
       union all
       select d.id, d.parent_id, height + 1 from sys_dept d join above a on d.id = a.parent_id
       where height < 20
     )
     select u.id from sys_user u
     where u.tenant_id = $1 and ${ACTIVE} and u.id <> $2
       and exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
         where ur.user_id = u.id and r.role_code = $5 and r.del_flag = 0)
       and (not $6::boolean or exists (select 1 from sys_dept d
         where d.leader_id = u.id and d.tenant_id = $1 and d.del_flag = 0))
       and ($3::bigint is null or exists (
         select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id and r.del_flag = 0
         where ur.user_id = u.id and (r.ds_type = '0'
           or r.ds_type = '1' and $3 = any (r.ds_scope)
           or r.ds_type = '2' and u.dept_id in (select id from above)
           or r.ds_type = '3' and u.dept_id = $3
           or r.ds_type = '5' and $4::bigint = any (u.group_ids)
           or r.ds_type = '6' and ($7::bigint is null or exists (select 1 from warehouse w
             where w.id = $7 and (w.manager_id = u.id or u.id = any (w.member_ids)))))))
     order by u.id`,
    [s.tenantId, s.starterId, s.deptId, s.groupId, code, leading, s.warehouseId ?? null],
  );

const named = (sql: Sql, s: Situation, userIds: string[]) =>
  ids(
    sql,
    `select u.id from sys_user u
     where u.tenant_id = $1 and u.id = any ($2::bigint[]) and ${ACTIVE} and u.id <> $3
     order by u.id`,
    [s.tenantId, userIds, s.starterId],
  );

/** Everybody with a role, whatever the data scope: for those who stand in when nobody is left. */
const everybody = (sql: Sql, s: Situation, code: string) => members(sql, { ...s, deptId: null }, code, false);

async function byRule(sql: Sql, s: Situation, rule: string): Promise<string[]> {
  if (rule === "leader") return leaders(sql, s);
  if (rule === "groupLeader") return groupLeaders(sql, s);
  if (rule === "gm") return everybody(sql, s, "EXEC");
  if (rule === "starterPick") return named(sql, s, s.picked ?? []);
  const [, userId] = /^user:(\d+)$/.exec(rule) ?? [];
  if (userId) return named(sql, s, [userId]);
  const [, code, leading] = /^role:(\w+)( leader)?$/.exec(rule) ?? [];
  return code ? members(sql, s, code, !!leading) : [];
}

/**
 * Who may decide at a node (supply.md E.1). The starter never; nobody left: the general manager, then
 * the administrators.
 * @throws Refusal 409 when nobody at all is left
 */
export async function approversOf(sql: Sql, s: Situation, rule: string): Promise<string[]> {
  for (const attempt of [rule, "gm", "role:ADMIN"]) {
    const found = attempt === "role:ADMIN" ? await everybody(sql, s, "ADMIN") : await byRule(sql, s, attempt);
    if (found.length) return found;
  }
  throw conflict("没有可用的审批人，请联系管理员");
}

/** Who gets a copy: as approvers, but nobody stands in and the starter needs none. */
export const copiesOf = byRule;
