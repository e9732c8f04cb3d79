import type { BudgetLeft, RuleContext } from "#backend/engine/documents";
import { monthRates, rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import { keep, type Sql, Where } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import type { targetPortfolio } from "#documents/advertisement/target-portfolio";
import { monthDays } from "#documents/advertisement/weeks";
import type { HeadOf } from "#documents/kit";

/** What a budget was before its adjustment is approved: until then it counts. */
export const IN_FORCE = "case when t.prior_budget > 0 then t.prior_budget else t.budget_amount end";

/**
 * Works out anew what became of the budgets of one month (market.md 6.4): spend and sales of their
 * campaigns, use, forecast, warning; in dollars by the rate of the month. Rows that stay as they are
 * are not written. Closed and void budgets keep their last figures.
 * @param ids only these budgets
 * @throws Refusal 409 when a currency has no rate
 */
export async function refreshBudgets(
  sql: Sql,
  tenantId: string,
  yearMonth: string,
  ids?: readonly string[],
): Promise<void> {
  const month = monthDays(yearMonth);
  if (!month) return;
  const where = new Where()
    .and("t.tenant_id = ? and t.year_month = ? and t.del_flag = 0", tenantId, yearMonth)
    .and("t.status not in ('closed', 'void')");
  if (ids) where.and("t.id = any(?::bigint[])", ids);
  const rates = monthRates(where, tenantId, month.first, month.first);
  const first = `${where.bind(month.first)}::date`;
  const last = `${where.bind(month.last)}::date`;
  const usd = `(${rateOf(first, "t.currency")} / ${rateOf(first, "'USD'", "d")})`;
  await sql.query(
    `with ${rates},
     facts as (
       select c.portfolio_id, sum(f.cost) as cost, sum(f.sales) as sales
       from fact_ad_campaign_daily f join ad_campaign c on c.campaign_id = f.campaign_id
       where f.rpt_date between ${first} and ${last}
         and c.portfolio_id in (select t.portfolio_id from target_portfolio t where ${where})
       group by 1
     ),
     known as (
       select t.id, t.budget_amount, t.warn_rate, ${IN_FORCE} as budget, ${usd} as usd,
         round(coalesce(f.cost, 0), 2) as spend, round(coalesce(f.sales, 0), 2) as sales,
         ${last} - ${first} + 1 as days,
         least(${last} - ${first} + 1,
           greatest(0, (now() at time zone z.timezone)::date - ${first})) as elapsed
       from target_portfolio t
         join store s on s.id = t.store_id join site z on z.id = s.site_id
         left join facts f on f.portfolio_id = t.portfolio_id
         ${rateJoin(first, "t.currency")} ${rateJoin(first, "'USD'", "d")}
       where ${where}
     ),
     figures as (
       select id, spend, sales, round(spend * 100 / budget, 2) as usage,
         round(spend * 100 / nullif(sales, 0), 2) as acos,
         round(spend * days / nullif(elapsed, 0), 2) as forecast,
         case when spend > budget then 'over'
           when spend * 100 >= coalesce(warn_rate, 80) * budget then 'warn' else 'normal' end as warn,
         round(budget_amount * usd, 2) as budget_usd, round(spend * usd, 2) as spend_usd
       from known
     )
     update target_portfolio t set actual_spend = spend, actual_sales = sales, usage_rate = usage,
       actual_acos = acos, forecast_spend = forecast, warn_state = warn,
       budget_usd = f.budget_usd, actual_spend_usd = f.spend_usd
     from figures f where f.id = t.id
       and (t.actual_spend, t.actual_sales, t.usage_rate, t.actual_acos, t.forecast_spend,
         t.warn_state, t.budget_usd, t.actual_spend_usd)
       is distinct from (spend, sales, usage, acos, forecast, warn, f.budget_usd, f.spend_usd)`,
    where.values,
  );
}

/** What was spent in each week of a budget, in the store's currency; null where the days were moved into a file. */
export async function spentByWeek(sql: Sql, row: { id: string; yearMonth: string }) {
  const month = monthDays(row.yearMonth);
  return sql.query<{ id: string; actual: string | null }>(
    `select w.id, case when not exists (select 1 from archived_month
         where table_name = 'fact_ad_campaign_daily' and month = $2::date)
       then round(coalesce(sum(f.cost), 0), 2) end as actual
     from target_portfolio_week w join target_portfolio t on t.id = w.target_portfolio_id
       left join ad_campaign c on c.portfolio_id = t.portfolio_id
       left join fact_ad_campaign_daily f on f.campaign_id = c.campaign_id
         and f.rpt_date between w.start_date and w.end_date and f.rpt_date between $2::date and $3
     where t.id = $1 and w.del_flag = 0 group by w.id`,
    [row.id, month?.first, month?.last],
  );
}

type TargetPortfolioHead = HeadOf<typeof targetPortfolio>;

/** Brings the figures of a budget up to date. */
export const refresh = (c: RuleContext, { id, yearMonth }: Pick<TargetPortfolioHead, "id" | "yearMonth">) =>
  refreshBudgets(c.sql, c.tenantId, yearMonth, [id]);

/** What a group may still spend in the month of a budget, and what the budget wants. USD. */
export interface Room {
  rest: string;
  own: string;
}

/** What one budget wants, $1, and what the others among these take of their group. USD. */
const SUMS = `coalesce(sum(budget_usd) filter (where id = $1), 0) as own,
  coalesce(sum(case when t.prior_budget > 0 then round(budget_usd * (${IN_FORCE}) / budget_amount, 2)
    else budget_usd end) filter (where id <> $1
      and (status in ('approved', 'closed') or prior_budget > 0)), 0) as others`;

/**
 * The group's monthly budget, in dollars, must hold this one beside all that are in force; budgets of
 * other currencies count by the rate of the month. The group stays locked until the transaction ends,
 * so budgets that are approved at once take turns. No monthly budget set: no limit.
 */
export async function roomOf(c: RuleContext, row: TargetPortfolioHead): Promise<Room | undefined> {
  if (c.sql.held) await refresh(c, row);
  const group = await c.sql.one<{ limit: string | null }>(
    `select monthly_ad_budget as "limit" from ops_group where id = $1 ${keep(c.sql, "ops_group")}`,
    [row.groupId],
  );
  if (group?.limit === null || group?.limit === undefined) return undefined;
  const sums = await c.sql.one<{ own: string; others: string }>(
    `select ${SUMS}
     from target_portfolio t where group_id = $2 and year_month = $3 and tenant_id = $4
       and del_flag = 0`,
    [row.id, row.groupId, row.yearMonth, c.tenantId],
  );
  return { rest: dec(group.limit).minus(dec(sums?.others)).toFixed(2), own: sums?.own ?? "0" };
}

/** What its group may still spend in its month, as whoever approves it is told. No monthly budget set: nothing. */
export async function budgetLeft({ sql, tenantId }: RuleContext, id: string): Promise<BudgetLeft | undefined> {
  const found = await sql.one<Pick<BudgetLeft, "month" | "left" | "after">>(
    `select to_char(to_date(b.year_month, 'YYYYMM'), 'YYYY-MM') as month,
       round(g.monthly_ad_budget - s.others, 2) as left, round(g.monthly_ad_budget - s.others - s.own, 2) as after
     from target_portfolio b join ops_group g on g.id = b.group_id
       cross join lateral (select ${SUMS} from target_portfolio t
         where group_id = b.group_id and year_month = b.year_month and tenant_id = b.tenant_id and del_flag = 0) s
     where b.id = $1 and b.tenant_id = $2 and g.monthly_ad_budget is not null`,
    [id, tenantId],
  );
  return found && { of: "小组", currency: "USD", ...found };
}

/** The sentence when the budget is more than its group may spend. */
export const overLimit = (room: Room | undefined): string | false =>
  !!room && dec(room.own).gt(dec(room.rest)) && `超出小组广告预算，剩余 ${room.rest}（USD，按当月汇率折算）`;
