import { rules } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { adPortfolio } from "#documents/advertisement/ad-portfolio";

/**
 * Gives each portfolio the group that has most of its campaigns, and that group's department: campaigns
 * come and go with the advertising account, and data scopes go by both.
 */
export const assignPortfolios = (sql: Sql): Promise<unknown> =>
  sql.query(
    `update ad_portfolio p set group_id = g.id, dept_id = g.dept_id
     from (select distinct on (portfolio_id) portfolio_id, group_id
         from (select portfolio_id, group_id, count(*) as n from ad_campaign
           where portfolio_id is not null and group_id is not null group by 1, 2) c
         order by portfolio_id, n desc, group_id) most
       join ops_group g on g.id = most.group_id
     where p.id = most.portfolio_id and (p.group_id, p.dept_id) is distinct from (g.id, g.dept_id)`,
  );

/** Day of the month from which budgets of the next one wait to be made. */
const FROM = 20;

const MONTH = "date_trunc('month', now() at time zone 'Asia/Shanghai')";
const DUE = `extract(day from now() at time zone 'Asia/Shanghai') >= ${FROM}`;

/** State of its budget of the next month, found by the key of live budgets. */
const NEXT = `(select b.status from target_portfolio b
  where b.tenant_id = t.tenant_id and b.del_flag = 0
    and b.live_key = t.id || '/' || to_char(${MONTH} + interval '1 month', 'YYYYMM'))`;

/** 广告组合: what has become of its next budget. */
export const portfolioRules = rules(adPortfolio, {
  expressions: {
    nextBudget: `coalesce(${NEXT}, case when ${DUE} then 'due' else 'open' end)`,
    budgetDue: `case when ${DUE} then (${MONTH} + interval '1 month')::date - 1 end`,
  },
});
