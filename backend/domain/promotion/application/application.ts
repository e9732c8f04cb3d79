import { type BudgetLeft, patch, type RuleContext, readWhole, rules, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { dec, PARAMS, param, r2, rateOf, sum, today } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import { evaluationApplication } from "#documents/promotion/application";
import { closeTask, lockTasks } from "../evaluation/closing";
import { TAKEN } from "../evaluation/counters";
import { daysBetween, listLines, placeOf, requireOwn } from "../listed";
import { byMonth } from "../told/months";

type SubmitRow = RowOf<typeof evaluationApplication>;

/**
 * Another application in force over the same days with one of these ASINs; the store is locked, so that
 * two which are approved at once take turns.
 */
async function rivalOf(c: RuleContext, row: SubmitRow) {
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

const refused = (rival: { no: string } | undefined) => rival && `该ASIN在此期间已有执行中的申请 ${rival.no}`;

/** What is in force of applications, CNY: budgets, of ended ones what they used. */
const IN_FORCE = `coalesce(sum(case when status in ('completed', 'closed')
  then used_amount * exchange_rate else budget_cny end), 0)`;
const COUNTED = "status in ('auditing', 'approved', 'completed', 'closed')";

/** What a department has in force in the month of an application. */
async function monthOf(c: RuleContext, row: SubmitRow): Promise<string> {
  const found = await c.sql.one<{ sum: string }>(
    `select ${IN_FORCE}::text as sum
     from evaluation_application where tenant_id = $1 and dept_id is not distinct from $2
       and id <> $3 and del_flag = 0 and ${COUNTED}
       and date_trunc('month', expect_start) = date_trunc('month', $4::date)`,
    [c.tenantId, row.deptId, row.id, row.expectStart],
  );
  return found?.sum ?? "0";
}

/** What its department may still spend in its month; without a department there is no such budget. */
async function budgetLeft({ sql, tenantId }: RuleContext, id: string): Promise<BudgetLeft | undefined> {
  const { value } = PARAMS.promo_dept_month_limit;
  const found = await sql.one<{ month: string; left: string | null; after: string }>(
    `select to_char(a.expect_start, 'YYYY-MM') as month, round(m.most - o.sum, 2) as left,
       round(m.most - o.sum - a.budget_cny, 2) as after
     from evaluation_application a
       cross join (select case count(*) when 0 then $3::numeric else max(value)::numeric end as most from sys_param
         where tenant_id = $2 and param_key = 'promo_dept_month_limit' and del_flag = 0) m
       cross join lateral (select ${IN_FORCE} as sum from evaluation_application
         where tenant_id = a.tenant_id and dept_id = a.dept_id and id <> a.id and del_flag = 0 and ${COUNTED}
           and date_trunc('month', expect_start) = date_trunc('month', a.expect_start)) o
     where a.id = $1 and a.tenant_id = $2 and a.dept_id is not null`,
    [id, tenantId, value],
  );
  return found?.left
    ? { of: "部门", currency: "CNY", month: found.month, left: found.left, after: found.after }
    : undefined;
}

const submit = transition(evaluationApplication, "submit", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard({ row, rival }, c) {
    requireOwn(c, row);
    if (!row.complianceConfirmed) throw invalidAt("complianceConfirmed", "请阅读并确认平台合规要求");
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
    await patch(c, evaluationApplication, row.id, { exchangeRate: rate, budgetCny, overLimit: over });
  },
});

/** Meanwhile another one may have been approved. */
const approved = transition(evaluationApplication, "approved", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard: ({ rival }) => refused(rival),
});

type ApplicationDraft = DraftOf<typeof evaluationApplication>;

const LONGEST_DAYS = 90;

/** @throws Refusal 400 for a period that ends before it starts, or is longer than 90 days */
function requirePeriod({ expectStart, expectEnd }: ApplicationDraft) {
  if (!expectStart || !expectEnd) return;
  const days = daysBetween(expectStart, expectEnd);
  if (days < 0) throw invalidAt("expectEnd", "期望结束不能早于期望开始");
  if (days > LONGEST_DAYS) throw invalidAt("expectEnd", `申请期间不能超过${LONGEST_DAYS}天`);
}

/** What an application works out of its lines: ASINs, quantities, the budget (market.md 1). */
async function workOut(c: RuleContext, next: ApplicationDraft, before?: SubmitRow): Promise<void> {
  const whole: ApplicationDraft = { ...before, ...next };
  requirePeriod(whole);
  const items = whole.items ?? [];
  const place = await placeOf(c, whole.storeId);
  const { groupId, asins } = await listLines(c, whole.storeId, items);
  const estRefund = sum(
    items.map((l) =>
      r2(
        dec(l.unitPrice)
          .plus(dec(l.estTax))
          .times(l.applyQty ?? 0),
      ),
    ),
  );
  const estService = sum(items.map((l) => r2(dec(l.serviceFee).times(l.applyQty ?? 0))));
  Object.assign(next, place, {
    groupId,
    asins,
    estRefund,
    estService,
    items,
    ownerId: whole.ownerId ?? c.caller.userId,
    totalQty: items.reduce((n, l) => n + Number(l.applyQty ?? 0), 0),
    budgetAmount: r2(dec(estRefund).plus(estService)),
  });
}

const OPEN = ["draft", "running", "paused"];

const complete = transition(evaluationApplication, "complete", {
  lock: async ({ sql }, { id }) => ({
    open: await sql.one(`select 1 from evaluation where application_id = $1 and status = any($2) and del_flag = 0`, [
      id,
      OPEN,
    ]),
  }),
  guard: ({ open }) => open && "存在未完成的测评任务",
});

const close = transition(evaluationApplication, "close", {
  lockFirst: (c, id) => lockTasks(c, id),
  async effect(c, { row }, { reason }) {
    const open = await c.sql.query<{ id: string }>(
      `select id from evaluation where application_id = $1 and status = any($2) and del_flag = 0
       order by id`,
      [row.id, OPEN],
    );
    for (const { id } of open) await closeTask(c, id, `申请提前关闭：${reason}`);
  },
});

const plannedOf = (line: string) =>
  `coalesce((select sum(${TAKEN}) from evaluation e
     where e.application_line_id = ${line} and e.del_flag = 0), 0)`;

/** 测评申请 (market.md 1). */
export const applicationRules = rules(evaluationApplication, {
  expressions: {
    remainAmount: "(t.budget_amount - coalesce(t.used_amount, 0))",
    orderCost: `(select round(t.used_amount / nullif(count(*), 0), 2) from evaluation_order o
       where o.application_id = t.id and o.del_flag = 0
         and o.status in ('checked', 'refunding', 'refunded'))`,
    unplanned: `exists (select 1 from evaluation_application_line l
       where l.evaluation_application_id = t.id and l.del_flag = 0
         and l.apply_qty > ${plannedOf("l.id")})`,
  },
  async enrichOne(c, row) {
    const planned = await c.sql.query<{ id: string; n: number }>(
      `select l.id, ${plannedOf("l.id")}::int as n from evaluation_application_line l
       where l.evaluation_application_id = $1`,
      [row.id],
    );
    const of = new Map(planned.map((p) => [p.id, p.n]));
    for (const line of row.items) Object.assign(line, { plannedQty: of.get(line.id) ?? 0 });
    row.months = await byMonth(c, "application_id", row.id);
  },
  beforeSave: workOut,
  async flowFlags(c, { id }) {
    const row = await readWhole(c, evaluationApplication, id, { anyScope: true });
    return { amountCny: row.budgetCny, overLimit: row.overLimit };
  },
  budget: budgetLeft,
  transitions: [submit, approved, complete, close],
});
