import type { Sql } from "#backend/platform/db";

/**
 * Gives each portfolio the group that has most of its campaigns, and that group's department: campaigns
 * come and go with the advertising account, and data scopes go by both.
 */
export const assignPortfolios = (sql: Sql): Promise<unknown> =>
  sql.query(
    `update ad_portfolio p set group_id = g.id, dept_id = g.dept_id
     from (select distinct on (portfolio_id) portfolio_id, group_id
         from (select portfolio_id, group_id, count(*) as n from ad_campaign
           where portfolio_id is not null group by 1, 2) c
         order by portfolio_id, n desc, group_id) most
       join ops_group g on g.id = most.group_id
     where p.id = most.portfolio_id and (p.group_id, p.dept_id) is distinct from (g.id, g.dept_id)`,
  );
