import { groupScope } from "#backend/ledgers/facts/scope";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { closedMonth } from "./asked/query";
import { FORMULAS } from "./sums/measures";
import { visible } from "./sums/sums";

/** Whose figures the caller sees, in words: 全部数据, 部门：…, 小组：…, 无数据. */
export async function scopeText(sql: Sql, caller: Caller): Promise<string> {
  const { scope, tenantId } = caller;
  if (scope.kind === "all") return "全部数据";
  const byDept = scope.kind === "depts";
  const groups = groupScope(caller, "g");
  const rows = byDept
    ? await sql.query<{ name: string }>(
        `select d.name from sys_dept d where d.id = any ($1::bigint[]) and d.tenant_id = $2
           and exists (select from ops_group g where g.dept_id = d.id) order by d.sort_order, d.id`,
        [scope.deptIds, tenantId],
      )
    : await sql.query<{ name: string }>(
        `select g.group_name as name from ops_group g where ${groups} order by g.id`,
        groups.values,
      );
  const names = rows.map((row) => row.name).join("、");
  return names ? `${byDept ? "部门" : "小组"}：${names}` : "无数据";
}

/** What the head of the page says: scope, default month, months that have facts, formulas. */
export async function reportInfo(sql: Sql, caller: Caller) {
  const where = visible(caller, {});
  const [scope, months] = await Promise.all([
    scopeText(sql, caller),
    sql.one<{ firstMonth: string | null; lastMonth: string | null }>(
      `select to_char(min(f.month), 'YYYYMM') as "firstMonth", to_char(max(f.month), 'YYYYMM') as "lastMonth"
       from fact_trade_month f where ${where}`,
      where.values,
    ),
  ]);
  return { scope, reportMonth: closedMonth(), ...months, formulas: FORMULAS };
}
