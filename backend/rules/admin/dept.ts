import { forgetCallers } from "../../auth/caller";
import type { LegacyRules } from "../../documents/lifecycle/legacy";
import { conflict, invalid } from "../../http/refusal";
import { refuseCircle } from "./tree";

/** 部门 (market.md §10). */
export const deptRules: LegacyRules = {
  async enrich({ sql }, rows) {
    const counts = await sql.query<{ dept_id: string; n: number }>(
      `select dept_id, count(*)::int as n from sys_user
       where dept_id = any($1::bigint[]) and del_flag = 0 group by 1`,
      [rows.map((r) => r.id)],
    );
    for (const row of rows) row.userCount = counts.find((n) => n.dept_id === row.id)?.n ?? 0;
  },
  async beforeSave({ sql, tenantId }, next, before) {
    if (next.parentId === null) next.parentId = "0";
    const parentId = next.parentId as string | undefined;
    if (parentId && parentId !== "0") {
      const parent = await sql.one(
        "select 1 from sys_dept where id = $1 and tenant_id = $2 and del_flag = 0 for share",
        [parentId, tenantId],
      );
      if (!parent) throw invalid("上级部门不存在", { parentId: "上级部门不存在" });
      await refuseCircle(sql, "sys_dept", before?.id, parentId, "上级部门不能为自己或下级");
    }
    if (next.leaderId) {
      const leader = await sql.one<{ dept_id: string }>(
        `select dept_id from sys_user where id = $1 and tenant_id = $2 and del_flag = 0
         for share`,
        [next.leaderId, tenantId],
      );
      if (!leader || leader.dept_id !== before?.id)
        throw invalid("负责人必须属于本部门", { leaderId: "负责人必须属于本部门" });
    }
  },
  async afterSave() {
    forgetCallers();
  },
  async beforeDelete({ sql }, row) {
    const used = await sql.one(
      `select 1 where exists (select 1 from sys_dept where parent_id = $1 and del_flag = 0)
       or exists (select 1 from sys_user where dept_id = $1 and del_flag = 0)`,
      [row.id],
    );
    if (used) throw conflict("部门下存在子部门或用户");
    forgetCallers();
  },
};
