import { type Endpoint, endpoint } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { type MatrixUser, type RoleMatrix, roleMatrix } from "#documents/admin/role-matrix";

const USERS = `select u.id::text, u.username, u.displayname, d.name as dept, u.lock_flag <> '0' as locked,
    nullif((select string_agg(g.group_name, '、' order by g.id) from ops_group g
      where g.id = any(u.group_ids) and g.del_flag = 0), '') as groups,
    nullif((select string_agg(w.name, '、' order by w.id) from warehouse w
      where w.tenant_id = $1 and w.del_flag = 0 and (w.manager_id = u.id or u.id = any(w.member_ids))), '') as warehouses,
    coalesce((select jsonb_agg(jsonb_build_object('name', r.role_name, 'dsType', r.ds_type,
        'depts', (select string_agg(x.name, '、' order by x.id) from sys_dept x where x.id = any(r.ds_scope)))
        order by r.id)
      from sys_user_role ur join sys_role r on r.id = ur.role_id and r.del_flag = 0 where ur.user_id = u.id),
      '[]') as roles
  from sys_user u left join sys_dept d on d.id = u.dept_id
  where u.tenant_id = $1 and u.del_flag = 0 order by u.lock_flag, u.id`;

const tag = "角色";

const read = endpoint({
  path: "/admin/role/matrix",
  tag,
  title: "用户、角色与数据范围",
  permission: "sys_role_view",
  response: roleMatrix,
  async handle({ db, tenantId }) {
    const users = await db.query<MatrixUser>(USERS, [tenantId]);
    const confirmed = await db.one<NonNullable<RoleMatrix["confirmed"]>>(
      `select u.displayname as by, to_char(c.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as time,
         c.digest = role_matrix_digest($1) as stands
       from setup_confirm c join sys_user u on u.id = c.create_by where c.tenant_id = $1 and c.key = 'roles'`,
      [tenantId],
    );
    return { users, confirmed: confirmed ?? null };
  },
});

const confirm = endpoint({
  method: "post",
  path: "/admin/role/matrix",
  tag,
  title: "核对用户与角色",
  permission: "setup_guide_edit",
  handle: ({ db, tenantId, caller }) =>
    db.tx(async (sql) => {
      await sql.query(
        `insert into setup_confirm (tenant_id, key, digest, create_by) values ($1, 'roles', role_matrix_digest($1), $2)
         on conflict (tenant_id, key) do update set digest = excluded.digest, create_by = excluded.create_by,
           create_time = now()`,
        [tenantId, caller.userId],
      );
      const what = { bizType: "tenant", bizId: tenantId, action: "核对用户与角色", diff: null };
      await writeOperLog(sql, { tenantId, ...what, operator: caller });
      return true;
    }),
});

/** Who may see what, on one sheet (company.md 2). */
export const roleMatrixEndpoints: Endpoint[] = [read, confirm];
