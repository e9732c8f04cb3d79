import { applyFilters, selectPage, Where } from "#backend/platform/db";
import { endpoint, pageOf } from "#backend/platform/http";
import { notification } from "#documents/admin/notification";
import { querySchema } from "#documents/kit";
import { managedRow } from "./answers";
import { managed } from "./row";

const RATE = "round(n.read_count * 100.0 / nullif(n.target_count, 0), 2)";

/** Wire name → SQL of the manager's view. */
export const MANAGED: Record<string, string> = {
  id: "n.id",
  version: "n.version",
  no: "n.no",
  title: "n.title",
  pushDescribe: "n.push_describe",
  pushType: "n.push_type",
  level: "n.level",
  scopeType: "n.scope_type",
  scopeIds: "n.scope_ids",
  scopeNames: `case n.scope_type
    when 'dept' then array(select name from sys_dept where id = any (n.scope_ids) order by id)
    when 'role' then array(select role_name from sys_role where id = any (n.scope_ids) order by id)
    when 'user' then array(select displayname from sys_user where id = any (n.scope_ids) order by id)
    else array['全员'] end`,
  deptIds: "case n.scope_type when 'dept' then n.scope_ids else '{}' end",
  deptNames: `case n.scope_type
    when 'dept' then array(select name from sys_dept where id = any (n.scope_ids) order by id) end`,
  roleIds: "case n.scope_type when 'role' then n.scope_ids else '{}' end",
  roleNames: `case n.scope_type
    when 'role' then array(select role_name from sys_role where id = any (n.scope_ids) order by id) end`,
  userIds: "case n.scope_type when 'user' then n.scope_ids else '{}' end",
  userNames: `case n.scope_type
    when 'user' then array(select displayname from sys_user where id = any (n.scope_ids) order by id) end`,
  channels: "n.channels",
  pushMode: "n.push_mode",
  planTime: "n.plan_time",
  pushTime: "n.push_time",
  expireTime: "n.expire_time",
  submitTime: "n.submit_time",
  auditStatus: "n.audit_status",
  auditBy: "n.audit_by",
  auditByName: "(select displayname from sys_user where id = n.audit_by)",
  auditTime: "n.audit_time",
  auditOpinion: "n.audit_opinion",
  revokeReason: "n.revoke_reason",
  revokeTime: "n.revoke_time",
  targetCount: "n.target_count",
  readCount: "n.read_count",
  readRate: RATE,
  status: "n.status",
  createBy: "n.create_by",
  createByName: "(select displayname from sys_user where id = n.create_by)",
  createTime: "n.create_time",
  updateBy: "n.update_by",
  updateTime: "n.update_time",
};

export const managedColumns = Object.entries(MANAGED)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(", ");

const SORTABLE = ["title", "pushTime", "targetCount", "readCount", "readRate", "createTime", "no"];

export const noticePage = endpoint({
  path: "/admin/sysnotification/page",
  tag: "系统通知",
  title: "系统通知列表",
  permission: "sys_notification_view",
  query: querySchema(notification),
  response: pageOf(managedRow),
  handle({ db, caller, query }) {
    const where = new Where().and("n.tenant_id = ?", caller.tenantId).and("n.del_flag = 0 and not n.generated");
    managed(where, caller);
    if (query.ids) where.and("n.id::text = any (?)", query.ids.split(","));
    applyFilters(where, notification, query, (name) => MANAGED[name] ?? "null");
    return selectPage(
      db,
      {
        select: managedColumns,
        from: "sys_notification n",
        where,
        sortable: Object.fromEntries(SORTABLE.map((name) => [name, MANAGED[name] ?? "null"])),
        order: "n.create_time desc, n.id desc",
        summary: `round(avg(${RATE}), 2) as "readRate"`,
      },
      query,
    );
  },
});
