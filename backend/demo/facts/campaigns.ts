import type { Sql } from "#backend/platform/db";

/** Ids of demo campaigns lie from here on. */
export const FIRST_CAMPAIGN = 400_000_000_000;

// market.md 13: 480 campaigns, SP 75 %, SB 15 %, SD 10 %; auto 30 %. A store's group gets the first
// kinds, the groups that sell most all of them.
const KINDS = `(values
  (1, 'SP', 'manual', '手动', 216, 1.0), (2, 'SP', 'auto', '自动', 144, 0.6),
  (3, 'SB', 'manual', '品牌', 72, 0.35), (4, 'SD', 'manual', '展示', 48, 0.2))
  as kind(n, ad_product, targeting_type, label, most, weight)`;

/** However few campaigns there are, the department of whoever plans them has so many. */
const PLANNED = 3;

/**
 * Portfolios (one per group, in the store where it sells most; for every third group the best store
 * abroad), campaigns, and which campaign advertises which listing. Needs `pg_temp.u`.
 * @param part of the full number of campaigns
 * @returns the number of campaigns
 */
export async function insertCampaigns(sql: Sql, part: number, today: string): Promise<number> {
  for (const table of ["ad_term", "ad_group", "ad_negative", "ad_keyword"])
    await sql.query(`delete from ${table} where campaign_id >= $1`, [FIRST_CAMPAIGN]);
  await sql.query("delete from ad_campaign where campaign_id >= $1", [FIRST_CAMPAIGN]);
  await sql.query(
    `create temp table combo on commit drop as
     select *, row_number() over (order by worth desc, store_id, group_id) as n,
       row_number() over (partition by group_id order by case when group_id % 3 = 0 and site_code = 'US'
         then 1 else 0 end, worth desc, store_id) as of_group
     from (select l.store_id, l.group_id, min(l.profile_id) as profile_id, min(l.site_code) as site_code,
         sum(l.demand * l.price::float8 / (1 + l.vat::float8)) as sales,
         sum(l.demand * l.cost::float8) as worth from demo_listing l group by 1, 2) x`,
  );
  await insertPortfolios(sql);
  await sql.query(
    `create temp table plan on commit drop as
     select $1::bigint + row_number() over (order by kind.n, c.n) as campaign_id, c.store_id, c.group_id,
       c.profile_id, c.site_code, c.of_group, kind.*, c.sales,
       0.35 + 0.15 * pg_temp.u('share:' || c.store_id || ':' || c.group_id) as total,
       0.20 + 0.18 * pg_temp.u('acos:' || c.n || ':' || kind.n) as acos,
       0.06 + 0.08 * pg_temp.u('cvr:' || c.n || ':' || kind.n) as cvr,
       0.35 + 1.25 * pg_temp.u('cpc:' || c.n || ':' || kind.n) as cpc,
       0.003 + 0.006 * pg_temp.u('ctr:' || c.n || ':' || kind.n) as ctr,
       pg_temp.u('state:' || c.n || ':' || kind.n) as state, pg_temp.u('since:' || c.n || ':' || kind.n) as since
     from (select b.*, g.dept_id = (select dept_id from sys_user where username = 'ads')
         and row_number() over (partition by g.dept_id order by b.of_group, b.n) <= $3 as planned
         from combo b join ops_group g on g.id = b.group_id) c
       join ${KINDS} on c.n <= kind.most * $2::float8 or kind.n = 1 and c.planned`,
    [FIRST_CAMPAIGN, part, PLANNED],
  );
  await sql.query(
    `insert into ad_campaign (campaign_id, tenant_id, store_id, profile_id, portfolio_id, group_id,
       campaign_name, ad_product, targeting_type, state, daily_budget)
     select campaign_id, 1, store_id, profile_id, case when of_group = 1 then group_id end, p.group_id,
       p.site_code || '-' || g.group_code || '-' || ad_product || '-' || label, ad_product, targeting_type,
       case when state < 0.9 then 'ENABLED' when state < 0.98 then 'PAUSED' else 'ARCHIVED' end,
       greatest(10, round((sales * total * acos * weight * 0.7)::numeric, 0))
     from plan p join ops_group g on g.id = p.group_id`,
  );
  await sql.query(
    `insert into demo_ad
     select l.id, p.campaign_id, p.ad_product,
       case when since < 0.06 then $1::date - floor(60 * since / 0.06)::int else '2000-01-01' end,
       case when state < 0.9 then '9999-12-31' else $1::date - 3 - floor(45 * (1 - state) / 0.1)::int end,
       p.total * p.weight / sum(p.weight) over (partition by l.id), p.acos,
       round(l.fx * case when p.ad_product = 'SP'
         then greatest(0.35, least(1.60, p.cvr * p.acos * l.price::float8 / (1 + l.vat::float8) / l.fx::float8))
         else p.cpc end::numeric, 4), p.ctr
     from demo_listing l
       join plan p on p.store_id = l.store_id and p.group_id = l.group_id`,
    [today],
  );
  return Number((await sql.one<{ n: string }>("select count(*) n from plan"))?.n);
}

/** Portfolio n is that of group n. */
const insertPortfolios = (sql: Sql) =>
  sql.query(
    `insert into ad_portfolio (id, tenant_id, portfolio_id, name, store_id, state)
     select c.group_id, 1, (77000000000000 + c.group_id)::text, g.group_name || ' ' || c.site_code || ' 组合',
       c.store_id, 'ENABLED'
     from combo c join ops_group g on g.id = c.group_id where c.of_group = 1
     on conflict (id) do update set store_id = excluded.store_id, name = excluded.name`,
  );

/** So many campaigns spend more than they may (company.md 3.2). */
const OVER = 3;
const LATELY = 14;

/** Budgets by what campaigns spent up to a day, in two digits as people set them. Needs their figures and `pg_temp.u`. */
export const setBudgets = (sql: Sql, till: string) =>
  sql.query(
    `update ad_campaign c set daily_budget = greatest(5, case when x.over then floor(x.budget / x.step) else ceil(x.budget / x.step) end * x.step)
     from (
       select *, power(10, greatest(0, floor(log(budget)) - 1)) as step
       from (
         select campaign_id, n <= $3 as over,
           spent / (case when n <= $3 then 1.06 + 0.2 * pg_temp.u('over:' || campaign_id)
             else 0.55 + 0.4 * pg_temp.u('used:' || campaign_id) end)::numeric as budget
         from (
           select f.campaign_id, avg(f.cost) as spent, row_number() over (order by pg_temp.u('budget:' || f.campaign_id)) as n
           from fact_ad_campaign_daily f join ad_campaign a using (campaign_id)
           where f.campaign_id >= $2 and f.rpt_date > $1::date - ${LATELY} and f.rpt_date <= $1 and a.state = 'ENABLED'
           group by 1 having avg(f.cost) > 1) y) z) x
     where c.campaign_id = x.campaign_id`,
    [till, FIRST_CAMPAIGN, OVER],
  );
