import { NOW, patchRow, plus, type Sql } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import type { NoticeRow } from "./row";

/** Living users of the tenant inside a scope; a department reaches the ones below it. */
const RECEIVERS = {
  all: `select u.id from sys_user u where u.tenant_id = $1 and u.del_flag = 0
        and $2::bigint[] is not null`,
  dept: `with recursive d as (
           select id from sys_dept where tenant_id = $1 and id = any ($2::bigint[]) and del_flag = 0
           union
           select s.id from sys_dept s join d on s.parent_id = d.id where s.del_flag = 0)
         select u.id from sys_user u join d on d.id = u.dept_id
         where u.tenant_id = $1 and u.del_flag = 0`,
  role: `select distinct u.id from sys_user u
         join sys_user_role ur on ur.user_id = u.id
         join sys_role r on r.id = ur.role_id and r.del_flag = 0
         where u.tenant_id = $1 and u.del_flag = 0 and r.tenant_id = $1 and r.id = any ($2::bigint[])`,
  user: `select u.id from sys_user u
         where u.tenant_id = $1 and u.del_flag = 0 and u.id = any ($2::bigint[])`,
};

/** The one place where receivers are written. They never change afterwards (market.md §9 ②). */
export async function insertTargets(
  sql: Sql,
  notice: Pick<NoticeRow, "id" | "tenantId" | "scopeType" | "scopeIds">,
): Promise<number> {
  const rows = await sql.query(
    `insert into sys_notification_target (notification_id, user_id)
     select $3, r.id from (${RECEIVERS[notice.scopeType]}) as r returning 1`,
    [notice.tenantId, notice.scopeIds, notice.id],
  );
  return rows.length;
}

/**
 * approved → pushed: builds the receivers and makes the notice visible, all in the caller's
 * transaction, which holds the row lock.
 * @throws Refusal 409 when nobody is in scope.
 */
export async function push(sql: Sql, notice: NoticeRow): Promise<void> {
  const count = await insertTargets(sql, notice);
  if (count === 0) throw conflict("接收范围内没有用户");
  await patchRow(sql, "sys_notification", notice.id, {
    status: "pushed",
    push_time: NOW,
    target_count: count,
    version: plus(1),
    update_time: NOW,
  });
  await writeOperLog(sql, {
    tenantId: notice.tenantId,
    bizType: "notification",
    bizId: notice.id,
    action: "推送",
    fromState: "approved",
    toState: "pushed",
    diff: { targetCount: count },
  });
}
