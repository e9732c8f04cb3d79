import dayjs from "dayjs";
import { type Sql, Where } from "#backend/platform/db";
import { PACED } from "../change/held";
import type { AdCondition, AdMeasured, RuleMetric } from "./judge";

/** What a rule looks at. */
export interface AdScope {
  tenantId: string;
  storeId: string;
  entity: "campaign" | "keyword" | "term";
  campaignLike: string | null;
}

/** A thing of the account with what is known of it in a window. */
export interface AdLooked {
  id: string;
  campaignId: string;
  campaign: string;
  words: string;
  state: string;
  measured: AdMeasured;
}

const SOURCES = {
  campaign: {
    table: "fact_ad_campaign_daily",
    key: "campaign_id",
    from: `ad_campaign c left join ${PACED} paced on true`,
    id: "c.campaign_id",
    words: "c.campaign_name",
    // What a pacing releases of it for now is nothing to reckon with.
    value: "coalesce(paced.base, c.daily_budget)",
    state: "c.state",
  },
  keyword: {
    table: "fact_ad_keyword_daily",
    key: "keyword_id",
    from: "ad_keyword k join ad_campaign c on c.campaign_id = k.campaign_id",
    id: "k.keyword_id",
    words: "k.keyword_text",
    value: "k.bid",
    state: "case when c.state = 'ENABLED' then k.state else c.state end",
  },
  term: {
    table: "fact_ad_term_daily",
    key: "term_id",
    from: "ad_term t join ad_campaign c on c.campaign_id = t.campaign_id",
    id: "t.term_id",
    words: "t.search_term",
    value: "null::numeric",
    // What is excluded already is nothing to act on.
    state: `case when exists (select 1 from ad_negative n where n.campaign_id = t.campaign_id and n.ad_group_id = t.ad_group_id
      and lower(n.keyword_text) = lower(t.search_term) and n.state = 'ENABLED') then 'PAUSED' else c.state end`,
  },
} as const;

const wanted = ({ tenantId, storeId, campaignLike }: AdScope): Where =>
  new Where()
    .and("c.tenant_id = ?", tenantId)
    .and("c.store_id = ? and c.ad_product = 'SP' and not c.by_name", storeId)
    .and("strpos(lower(c.campaign_name), lower(?)) > 0", campaignLike ?? "");

/** Metrics as SQL over sums `s` of a window of so many days that ends on a day, and the value of today. */
const METRICS = (days: string, last: string): Readonly<Record<RuleMetric, string>> => ({
  impressions: "s.impressions",
  clicks: "s.clicks",
  spend: "s.spend",
  sales: "s.sales",
  conversions: "s.conversions",
  acos: "round(s.spend * 100 / nullif(s.sales, 0), 2)",
  cpc: "round(s.spend / nullif(s.clicks, 0), 4)",
  ctr: "round(s.clicks * 100.0 / nullif(s.impressions, 0), 2)",
  cvr: "round(s.conversions * 100.0 / nullif(s.clicks, 0), 2)",
  value: "s.value",
  idleDays: `least(${days}, ${last} - coalesce(s.last_order, '2000-01-01'::date))`,
});

/** Days of the window of a run: so many, the last one some days before yesterday in the zone of the store. */
export async function windowOf(
  sql: Sql,
  storeId: string,
  { windowDays, lagDays }: { windowDays: number; lagDays: number },
): Promise<{ first: string; last: string; yesterday: string }> {
  const site = await sql.one<{ yesterday: string }>(
    `select ((now() at time zone i.timezone)::date - 1)::text as yesterday
     from store s join site i on i.id = s.site_id where s.id = $1`,
    [storeId],
  );
  const yesterday = site?.yesterday ?? dayjs().subtract(1, "day").format("YYYY-MM-DD");
  const last = dayjs(yesterday).subtract(lagDays, "day");
  return {
    first: last.subtract(windowDays - 1, "day").format("YYYY-MM-DD"),
    last: last.format("YYYY-MM-DD"),
    yesterday,
  };
}

/** Days of a window of which nobody told anything: neither a figure of the store's campaigns nor a report. */
export const untoldDays = async (
  sql: Sql,
  { tenantId, storeId }: AdScope,
  { first, last }: { first: string; last: string },
): Promise<string[]> =>
  (
    await sql.query<{ day: string }>(
      `select d::date::text as day from generate_series($3::date, $4::date, interval '1 day') d
       where not exists (select 1 from ad_campaign c join fact_ad_campaign_daily f on f.campaign_id = c.campaign_id
           and f.rpt_date = d::date where c.tenant_id = $1 and c.store_id = $2 and c.ad_product = 'SP')
         and not exists (select 1 from ad_report r where r.tenant_id = $1 and r.store_id = $2 and r.state = 'done'
           and r.report_type = 'spCampaigns' and d::date between r.start_date and r.end_date)
       order by 1`,
      [tenantId, storeId, first, last],
    )
  ).map(({ day }) => day);

/** Things that had figures within a window, with what they were; those that cost most come first. */
export async function looksAt(
  sql: Sql,
  scope: AdScope,
  { first, last }: { first: string; last: string },
): Promise<AdLooked[]> {
  const { table, key, from, id, words, value, state } = SOURCES[scope.entity];
  const where = wanted(scope);
  const [since, upto] = [where.bind(first), where.bind(last)];
  const metrics = Object.entries(METRICS(`${upto}::date - ${since}::date + 1`, `${upto}::date`));
  const rows = await sql.query<Omit<AdLooked, "measured"> & Record<RuleMetric, string | null>>(
    `select s.id, s."campaignId", s.campaign, s.words, s.state, ${metrics.map(([name, text]) => `(${text})::text as "${name}"`).join(", ")}
     from (select ${id}::text as id, c.campaign_id::text as "campaignId", c.campaign_name as campaign, ${words} as words,
         ${state} as state, ${value} as value, f.*
       from ${from} join (select x.${key} as of, sum(x.impressions)::bigint as impressions, sum(x.clicks)::bigint as clicks,
           sum(x.cost) as spend, sum(x.sales) as sales, sum(x.conversions)::bigint as conversions,
           max(x.rpt_date) filter (where x.conversions > 0) as last_order
         from ${table} x where x.rpt_date between ${since}::date and ${upto}::date group by 1) f on f.of = ${id}
       where ${where}) s
     order by s.spend desc, s.id`,
    where.values,
  );
  return rows.map(({ id: of, campaignId, campaign, words: said, state: now, ...measured }) => ({
    id: of,
    campaignId,
    campaign,
    words: said,
    state: now,
    measured,
  }));
}

/** Days that are gone through again. */
const PAST_DAYS = 30;

export interface AdPast {
  hits: number;
  spend: string;
  sales: string;
}

/**
 * What a rule would have hit on each of the last 30 days, by the figures of then, and what was spent and sold after each
 * thing's first hit. Bids and budgets of then are not known: those of today stand for them.
 */
export async function pastOf(
  sql: Sql,
  scope: AdScope,
  conditions: readonly AdCondition[],
  { windowDays, lagDays, yesterday }: { windowDays: number; lagDays: number; yesterday: string },
): Promise<AdPast> {
  const { table, key, from, id, value } = SOURCES[scope.entity];
  const where = wanted(scope);
  const bind = (given: unknown) => where.bind(given);
  const day = (back: number) => dayjs(yesterday).subtract(back, "day").format("YYYY-MM-DD");
  const [lastEnd, firstEnd] = [day(lagDays), day(lagDays + PAST_DAYS - 1)];
  const begin = day(lagDays + PAST_DAYS + windowDays - 2);
  const [since, upto, endFrom, endTill] = [bind(begin), bind(yesterday), bind(firstEnd), bind(lastEnd)];
  const lag = bind(lagDays);
  const metrics = METRICS(String(windowDays), "s.day");
  const groups = [...new Set(conditions.map((one) => one.groupNo ?? 1))].map((no) =>
    conditions
      .filter((one) => (one.groupNo ?? 1) === no)
      .map(
        ({ metric, compare, target }) =>
          `(${metrics[metric]}) ${compare === "gte" ? ">=" : "<="} ${bind(target)}::numeric`,
      )
      .join(" and "),
  );
  const found = await sql.one<AdPast>(
    `with f as materialized (
       select ${id} as of, ${value} as value, x.rpt_date as day, x.impressions, x.clicks, x.cost, x.sales, x.conversions
       from ${from} join ${table} x on x.${key} = ${id} and x.rpt_date between ${since}::date and ${upto}::date where ${where}),
     e as (select of, min(value) as value from f group by 1),
     s as (select e.of, e.value, d.day::date as day, sum(f.impressions) over w as impressions, sum(f.clicks) over w as clicks,
         sum(f.cost) over w as spend, sum(f.sales) over w as sales, sum(f.conversions) over w as conversions,
         max(case when f.conversions > 0 then f.day end) over w as last_order
       from e cross join generate_series(${since}::date, ${endTill}::date, interval '1 day') d(day)
         left join f on f.of = e.of and f.day = d.day::date
       window w as (partition by e.of order by d.day rows between ${windowDays - 1} preceding and current row)),
     hit as (select s.of, min(s.day) + ${lag}::int + 1 as day from s
       where s.day between ${endFrom}::date and ${endTill}::date and s.spend is not null
         and (${groups.map((group) => `(${group})`).join(" or ") || "false"}) group by 1)
     select count(distinct h.of)::int as hits, coalesce(sum(f.cost), 0)::text as spend, coalesce(sum(f.sales), 0)::text as sales
     from hit h left join f on f.of = h.of and f.day > h.day`,
    where.values,
  );
  return found ?? { hits: 0, spend: "0", sales: "0" };
}
