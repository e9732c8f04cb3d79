import type { RowOf } from "#documents/kit";
import { evaluationApplication } from "#documents/promotion/application";
import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2 } from "../../../values/money";
import { param } from "../../../values/params";
import { rateOf } from "../../../values/rates";
import { requireOwn } from "../own";

type Row = RowOf<typeof evaluationApplication>;

/**
 * Another application in force over the same days with one of these ASINs; the store is locked, so that
 * two which are approved at once take turns.
 */
async function rivalOf(c: RuleContext, row: Row) {
  await lockIds(c.sql, "store", [row.storeId]);
  return c.sql.one<{ asin: string; no: string }>(
    `select l.asin, a.no from evaluation_application_line l
       join evaluation_application a on a.id = l.evaluation_application_id
     where a.tenant_id = $1 and a.store_id = $2 and a.id <> $3 and a.status = 'approved'
       and a.del_flag = 0 and l.del_flag = 0 and l.asin = any($4)
       and a.expect_start <= $6 and a.expect_end >= $5 order by a.id limit 1`,
    [c.tenantId, row.storeId, row.id, row.items.map((l) => l.asin), row.expectStart, row.expectEnd],
  );
}

const refused = (rival: { no: string } | undefined) =>
  rival && `该ASIN在此期间已有执行中的申请 ${rival.no}`;

/** What a department has in force in the month of an application, CNY: budgets, of ended ones what they used. */
async function monthOf(c: RuleContext, row: Row): Promise<string> {
  const found = await c.sql.one<{ sum: string }>(
    `select coalesce(sum(case when status in ('completed', 'closed')
         then used_amount * exchange_rate else budget_cny end), 0)::text as sum
     from evaluation_application where tenant_id = $1 and dept_id is not distinct from $2
       and id <> $3 and del_flag = 0 and status in ('auditing', 'approved', 'completed', 'closed')
       and date_trunc('month', expect_start) = date_trunc('month', $4::date)`,
    [c.tenantId, row.deptId, row.id, row.expectStart],
  );
  return found?.sum ?? "0";
}

export const submit = transition(evaluationApplication, "submit", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard({ row, rival }, c) {
    requireOwn(c, row);
    if (!row.complianceConfirmed)
      throw invalidAt("complianceConfirmed", "请阅读并确认平台合规要求");
    if (row.expectStart < today()) throw invalidAt("expectStart", "期望开始不能早于今天");
    return refused(rival);
  },
  async effect(c, { row }) {
    const rate = await rateOf(c.sql, c.tenantId, row.currency ?? "");
    const budgetCny = r2(dec(row.budgetAmount).times(rate));
    const limit = await param(c.sql, c.tenantId, "promo_dept_month_limit");
    const over = dec(await monthOf(c, row))
      .plus(budgetCny)
      .gt(dec(limit));
    await c.sql.query(
      `update evaluation_application set exchange_rate = $2, budget_cny = $3, over_limit = $4
       where id = $1`,
      [row.id, rate, budgetCny, over],
    );
  },
});

/** Meanwhile another one may have been approved. */
export const approved = transition(evaluationApplication, "approved", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard: ({ rival }) => refused(rival),
});
