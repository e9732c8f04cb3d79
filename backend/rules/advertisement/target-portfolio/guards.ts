import type { targetPortfolio } from "#documents/advertisement/target-portfolio";
import type { HeadOf } from "#documents/kit";
import { keep } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { adScope } from "../../../facts/scope";
import { forbidden, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";

type Head = HeadOf<typeof targetPortfolio>;
type Text = string | null | undefined;

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** @throws Refusal 400 for a month that is over */
export function requireMonth(yearMonth: Text): void {
  if ((yearMonth ?? "") < today().slice(0, 7).replace("-", ""))
    throw at("yearMonth", "月份不能早于当前月份");
}

/** @throws Refusal 403 unless the caller made the budget or answers for it (market.md 0.5) */
export function requireOwn({ caller }: Pick<RuleContext, "caller">, row: Head): void {
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
export async function lockPortfolio(c: RuleContext, id: Text): Promise<Portfolio> {
  const where = adScope(c.caller, "c");
  const own = where.bind(id);
  const found = await c.sql.one<Portfolio>(
    `select p.store_id as "storeId", z.currency, g.id as "groupId", g.dept_id as "deptId"
     from ad_portfolio p join store s on s.id = p.store_id join site z on z.id = s.site_id
       join ops_group g on g.id = (select c.group_id from ad_campaign c
         where c.portfolio_id = p.id and ${where} group by 1 order by count(*) desc, 1 limit 1)
     where p.id = ${own} and p.del_flag = 0 ${keep(c.sql, "ad_portfolio", "change", "p")}`,
    where.values,
  );
  if (!found) throw at("portfolioId", "广告组合没有您可见的广告活动，不能设置预算");
  return found;
}

/** Has a portfolio a live budget in a month, besides this one? Its row must be locked. */
export const hasBudget = ({ sql }: RuleContext, portfolioId: Text, yearMonth: Text, id?: string) =>
  sql.one(
    `select 1 from target_portfolio where portfolio_id = $1 and year_month = $2
       and status <> 'void' and del_flag = 0 and id is distinct from $3`,
    [portfolioId, yearMonth, id ?? null],
  );

/** One live budget of a portfolio in a month. */
export const onlyOne = (other: object | undefined) =>
  other && at("portfolioId", "该组合本月已有预算");
