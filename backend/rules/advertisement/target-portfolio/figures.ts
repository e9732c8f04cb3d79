import { monthDays } from "#documents/advertisement/weeks";
import { Where } from "../../../db/page";
import type { Sql } from "../../../db/sql";
import { monthRates, rateJoin, rateOf } from "../../../facts/rates";

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

/** What was spent in each week of a budget, in the store's currency. */
export async function spentByWeek(sql: Sql, row: { id: string; yearMonth: string }) {
  const month = monthDays(row.yearMonth);
  return sql.query<{ id: string; actual: string }>(
    `select w.id, round(coalesce(sum(f.cost), 0), 2) as actual
     from target_portfolio_week w join target_portfolio t on t.id = w.target_portfolio_id
       left join ad_campaign c on c.portfolio_id = t.portfolio_id
       left join fact_ad_campaign_daily f on f.campaign_id = c.campaign_id
         and f.rpt_date between w.start_date and w.end_date and f.rpt_date between $2 and $3
     where t.id = $1 and w.del_flag = 0 group by w.id`,
    [row.id, month?.first, month?.last],
  );
}
