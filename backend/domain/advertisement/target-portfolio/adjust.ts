import dayjs from "dayjs";
import { z } from "zod";
import { patch, pick, plus, type RuleContext, transition } from "#backend/engine/documents";
import { adScope } from "#backend/ledgers/facts/scope";
import { keep } from "#backend/platform/db";
import { conflict, forbidden, invalid, invalidAt } from "#backend/platform/http";
import { allocate, dec, r2, r4, sum, today } from "#backend/platform/values";
import { targetPortfolio } from "#documents/advertisement/target-portfolio";
import { monthDays, spreadByDays } from "#documents/advertisement/weeks";
import type { HeadOf, LineDraft } from "#documents/kit";
import { overLimit, refresh, roomOf } from "./figures";

type AdjustHead = HeadOf<typeof targetPortfolio>;
type GuardsText = string | null | undefined;

/** @throws Refusal 400 for a month that is over */
export function requireMonth(yearMonth: GuardsText): void {
  if ((yearMonth ?? "") < today().slice(0, 7).replace("-", "")) throw invalidAt("yearMonth", "月份不能早于当前月份");
}

/** @throws Refusal 403 unless the caller made the budget or answers for it (market.md 0.5) */
export function requireOwn({ caller }: Pick<RuleContext, "caller">, row: AdjustHead): void {
  if (row.createBy !== caller.userId && row.ownerId !== caller.userId) throw forbidden("只能提交本人负责的单据");
}

export interface Portfolio {
  storeId: string;
  currency: string;
  groupId: string;
  deptId: string | null;
}

/**
 * The portfolio of a budget, locked: its store, its currency, and the group that has most of its
 * campaigns. @throws Refusal 400 when the caller sees none of its campaigns
 */
export async function lockPortfolio(c: RuleContext, id: GuardsText): Promise<Portfolio> {
  const where = adScope(c.caller, "c");
  const own = where.bind(id);
  const found = await c.sql.one<Portfolio>(
    `select p.store_id as "storeId", z.currency, g.id as "groupId", g.dept_id as "deptId"
     from ad_portfolio p join store s on s.id = p.store_id join site z on z.id = s.site_id
       join ops_group g on g.id = (select c.group_id from ad_campaign c
         where c.portfolio_id = p.id and c.group_id is not null and ${where} group by 1 order by count(*) desc, 1 limit 1)
     where p.id = ${own} and p.del_flag = 0 ${keep(c.sql, "ad_portfolio", "change", "p")}`,
    where.values,
  );
  if (!found) throw invalidAt("portfolioId", "广告组合没有您可见的广告活动，不能设置预算");
  return found;
}

/** Has a portfolio a live budget in a month, besides this one? Its row must be locked. */
export const hasBudget = ({ sql }: RuleContext, portfolioId: GuardsText, yearMonth: GuardsText, id?: string) =>
  sql.one(
    `select 1 from target_portfolio where portfolio_id = $1 and year_month = $2
       and status <> 'void' and del_flag = 0 and id is distinct from $3`,
    [portfolioId, yearMonth, id ?? null],
  );

/** One live budget of a portfolio in a month. */
export const onlyOne = (other: object | undefined) => other && invalidAt("portfolioId", "该组合本月已有预算");

type AdjustWeek = LineDraft<typeof targetPortfolio, "weeks">;

const next = (day: GuardsText) => dayjs(day).add(1, "day").format("YYYY-MM-DD");

/**
 * Weeks of a budget in their order, numbered; none given: spread by days.
 * @throws Refusal 400 unless they cover the month without gap and add up to the budget (market.md 6.4)
 */
export function weeksOf(yearMonth: GuardsText, budget: GuardsText, given: readonly AdjustWeek[]): AdjustWeek[] {
  const month = monthDays(yearMonth);
  if (!month) throw invalid("月份不正确", { yearMonth: "月份不正确" });
  const weeks: AdjustWeek[] = given.length
    ? [...given].sort((a, b) => (a.startDate ?? "").localeCompare(b.startDate ?? ""))
    : spreadByDays(yearMonth, budget).map((w) => ({ ...w }));
  const whole =
    weeks[0]?.startDate === month.first &&
    weeks.at(-1)?.endDate === month.last &&
    weeks.every(
      (w, i) => (w.startDate ?? "") <= (w.endDate ?? "") && (i === 0 || w.startDate === next(weeks[i - 1]?.endDate)),
    );
  if (!whole) throw invalid("周预算的起止日期须首尾相接，正好覆盖整月");
  if (!dec(sum(weeks.map((w) => w.amount))).eq(dec(budget))) throw invalid("周预算合计须等于月预算");
  return weeks.map((w, i) => ({ ...w, weekNo: i + 1 }));
}

/** Another budget over the same weeks, in the proportion that they had. */
export const respread = (budget: string, weeks: readonly { amount: string }[]): string[] =>
  allocate(
    budget,
    weeks.map((w) => w.amount),
  );

type AdjustAmount = string | number | null | undefined;

/** What a budget aims at: sales = budget ÷ ACOS, RoAS = 1 ÷ ACOS (market.md 6.4). */
export const aims = (budget: AdjustAmount, targetAcos: AdjustAmount) => {
  const acos = dec(targetAcos).div(100);
  return { targetSales: r2(dec(budget).div(acos)), targetRoas: r4(dec(1).div(acos)) };
};

/** What an adjustment changes, and brings back when it is not approved. */
const plan = z.object({
  budgetAmount: z.string(),
  targetAcos: z.string(),
  targetSales: z.string(),
  targetRoas: z.string(),
  adjustReason: z.string().nullable(),
  weeks: z.array(z.object({ id: z.string(), amount: z.string() })),
});
type AdjustPlan = z.infer<typeof plan>;

/** Writes a plan; `prior` is the one before it, which counts until the new one is approved. */
async function write(c: RuleContext, id: string, now: AdjustPlan, prior?: AdjustPlan) {
  await patch(c, targetPortfolio, id, {
    budgetAmount: now.budgetAmount,
    targetAcos: now.targetAcos,
    targetSales: now.targetSales,
    targetRoas: now.targetRoas,
    adjustReason: now.adjustReason,
    prior: prior ?? null,
    priorBudget: prior?.budgetAmount ?? 0,
  });
  await c.sql.query(
    `update target_portfolio_week w set amount = x.amount
     from jsonb_to_recordset($1) as x(id bigint, amount numeric) where w.id = x.id`,
    [JSON.stringify(now.weeks)],
  );
}

async function spendOf(c: RuleContext, row: { id: string; yearMonth: string }): Promise<string> {
  if (c.sql.held) await refresh(c, row);
  const found = await pick(c, targetPortfolio, row.id, ["actualSpend"]);
  return found?.actualSpend ?? "0";
}

/** 调整: another budget for a row in force, to be approved; what it was counts until then. */
export const adjust = transition(targetPortfolio, "adjust", {
  lock: async (c, row) => ({ spend: await spendOf(c, row) }),
  guard: ({ row }, c) => requireOwn(c, row),
  check: ({ spend }, { budgetAmount }) => dec(budgetAmount).lt(dec(spend)) && "调整后预算不能低于已花费",
  async effect(c, { row }, { budgetAmount, targetAcos: given, reason }) {
    const targetAcos = given ?? row.targetAcos;
    const amounts = respread(budgetAmount, row.weeks);
    const weeks = row.weeks.map(({ id }, i) => ({ id, amount: amounts[i] ?? "0" }));
    const now = { budgetAmount, targetAcos, adjustReason: reason, weeks };
    await write(c, row.id, { ...now, ...aims(budgetAmount, targetAcos) }, plan.parse(row));
    await patch(c, targetPortfolio, row.id, { revision: plus(1) });
    const over = overLimit(await roomOf(c, row));
    if (over) throw conflict(over);
  },
});

/** An adjustment that was rejected or taken back: everything as it was before. */
export async function restore(c: RuleContext, row: { id: string; prior: unknown }): Promise<void> {
  if (row.prior) await write(c, row.id, plan.parse(row.prior));
}
