import type { Row, RuleContext, Values } from "../../../documents/rules";
import { adScope } from "../../../facts/scope";
import { conflict, forbidden, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { IN_FORCE, refreshBudgets } from "./figures";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** @throws Refusal 400 for a month that is over */
export function requireMonth(yearMonth: unknown): void {
  if (String(yearMonth) < today().slice(0, 7).replace("-", ""))
    throw at("yearMonth", "月份不能早于当前月份");
}

/** @throws Refusal 403 unless the caller made the budget or answers for it (market.md 0.5) */
export function requireOwn({ caller }: RuleContext, row: Row): void {
  if (row.createBy !== caller.userId && row.ownerId !== caller.userId)
    throw forbidden("只能提交本人负责的单据");
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
export async function lockPortfolio(c: RuleContext, id: unknown): Promise<Portfolio> {
  const where = adScope(c.caller, "c");
  const own = where.bind(id);
  const found = await c.sql.one<Portfolio>(
    `select p.store_id as "storeId", z.currency, g.id as "groupId", g.dept_id as "deptId"
     from ad_portfolio p join store s on s.id = p.store_id join site z on z.id = s.site_id
       join ops_group g on g.id = (select c.group_id from ad_campaign c
         where c.portfolio_id = p.id and ${where} group by 1 order by count(*) desc, 1 limit 1)
     where p.id = ${own} and p.del_flag = 0 for no key update of p`,
    where.values,
  );
  if (!found) throw at("portfolioId", "广告组合没有您可见的广告活动，不能设置预算");
  return found;
}

/** One live budget of a portfolio in a month; its row must be locked. @throws Refusal 400 */
export async function requireFree({ sql }: RuleContext, whole: Values, id?: string) {
  const other = await sql.one(
    `select 1 from target_portfolio where portfolio_id = $1 and year_month = $2
       and status <> 'void' and del_flag = 0 and id is distinct from $3`,
    [whole.portfolioId, whole.yearMonth, id ?? null],
  );
  if (other) throw at("portfolioId", "该组合本月已有预算");
}

/**
 * The group's monthly budget, in dollars, must hold this one beside all that are in force; budgets of
 * other currencies count by the rate of the month. The group stays locked until the transaction ends,
 * so budgets that are approved at once take turns. No monthly budget set: no limit.
 * @throws Refusal 409 超出小组广告预算，剩余 {x}
 */
export async function requireGroupBudget(c: RuleContext, row: Row): Promise<void> {
  await refreshBudgets(c.sql, c.tenantId, String(row.yearMonth), [row.id]);
  const group = await c.sql.one<{ limit: string | null }>(
    `select monthly_ad_budget as "limit" from ops_group where id = $1 for no key update`,
    [row.groupId],
  );
  if (group?.limit === null || group?.limit === undefined) return;
  const sums = await c.sql.one<{ own: string; others: string }>(
    `select coalesce(sum(budget_usd) filter (where id = $1), 0) as own,
       coalesce(sum(case when t.prior_budget > 0 then round(budget_usd * (${IN_FORCE}) / budget_amount, 2)
         else budget_usd end) filter (where id <> $1
           and (status in ('approved', 'closed') or prior_budget > 0)), 0) as others
     from target_portfolio t where group_id = $2 and year_month = $3 and tenant_id = $4
       and del_flag = 0`,
    [row.id, row.groupId, row.yearMonth, c.tenantId],
  );
  const rest = dec(group.limit).minus(dec(sums?.others));
  if (dec(sums?.own).gt(rest))
    throw conflict(`超出小组广告预算，剩余 ${rest.toFixed(2)}（USD，按当月汇率折算）`);
}
