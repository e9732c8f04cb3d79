import { rules, transition } from "#backend/engine/documents";
import { forgetCallers } from "#backend/platform/auth/caller";
import { keep, lockAdvisory, type Sql } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import { dept } from "#documents/admin/dept";

/**
 * Refuses a parent that is the row itself or below it. Writes to one tree take turns (the engine sees
 * to it), so two moves at once cannot close a circle between them.
 */
export async function refuseCircle(
  sql: Sql,
  table: "sys_menu" | "sys_dept",
  id: string | undefined,
  parentId: string,
  message: string,
): Promise<void> {
  if (!id || parentId === "0" || parentId === "-1") return;
  const circle = await sql.one(
    `with recursive up(id, parent_id) as (
       select id, parent_id from ${table} where id = $1
       union select p.id, p.parent_id from ${table} p join up on p.id = up.parent_id)
     select 1 from up where id = $2`,
    [parentId, id],
  );
  if (circle) throw conflict(message);
}

const del = transition(dept, "del", {
  lock: async ({ sql }, row) => ({
    used: await sql.one(
      `select 1 where exists (select 1 from sys_dept where parent_id = $1 and del_flag = 0)
       or exists (select 1 from sys_user where dept_id = $1 and del_flag = 0)`,
      [row.id],
    ),
  }),
  guard: ({ used }) => used && "部门下存在子部门或用户",
  effect: async () => forgetCallers(),
});

/** 部门 (market.md §10). */
export const deptRules = rules(dept, {
  async enrich({ sql }, rows) {
    const counts = await sql.query<{ dept_id: string; n: number }>(
      `select dept_id, count(*)::int as n from sys_user
       where dept_id = any($1::bigint[]) and del_flag = 0 group by 1`,
      [rows.map((r) => r.id)],
    );
    for (const row of rows) Object.assign(row, { userCount: counts.find((n) => n.dept_id === row.id)?.n ?? 0 });
  },
  async beforeSave({ sql, tenantId }, next, before) {
    if (next.parentId === null) next.parentId = "0";
    const { parentId, leaderId } = next;
    if (parentId && parentId !== "0") {
      const parent = await sql.one<{ divisionId: string | null }>(
        `select division_id as "divisionId" from sys_dept where id = $1 and tenant_id = $2 and del_flag = 0
         ${keep(sql, "sys_dept", "share")}`,
        [parentId, tenantId],
      );
      if (!parent) throw invalid("上级部门不存在", { parentId: "上级部门不存在" });
      // Reports add up by division: what names none belongs to that of the department above.
      if (!(next.divisionId ?? before?.divisionId)) next.divisionId = parent.divisionId;
      await refuseCircle(sql, "sys_dept", before?.id, parentId, "上级部门不能为自己或下级");
    }
    if (leaderId) {
      await lockAdvisory(sql, "departmentLead", leaderId);
      const leader = await sql.one<{ dept_id: string }>(
        "select dept_id from sys_user where id = $1 and tenant_id = $2 and del_flag = 0",
        [leaderId, tenantId],
      );
      if (!leader || leader.dept_id !== before?.id)
        throw invalid("负责人必须属于本部门", { leaderId: "负责人必须属于本部门" });
    }
  },
  async afterSave() {
    forgetCallers();
  },
  transitions: [del],
});
