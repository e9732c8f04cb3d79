import dayjs from "dayjs";
import { repostSources } from "#backend/ledgers/facts/apply";
import { lockMonths, refreshMonths } from "#backend/ledgers/facts/months";
import { monthRates, rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import { type Database, type Sql, Where, whileLocked } from "#backend/platform/db";
import { FACT_TABLES, makeMonths } from "#backend/platform/db/month-parts";
import { insertRates } from "../masters";
import { type DemoOptions, readDemoOptions } from "../options";
import { Chance } from "../random";
import { ADVERTISING, adRows, campaignRows, productRows } from "./advertising";
import { insertCampaigns, setBudgets } from "./campaigns";
import { insertKeywords, insertTargets } from "./keywords";
import { type FactSize, freezeListings, wantedSize } from "./listings";
import { insertReported, insertTerms } from "./reported";
import { PLANNED, TRADE, tradeRows } from "./trade";

/** The rows of from..till (yyyy-MM-dd) that the demo data has, into empty days; each sale is made once. */
async function insertDays(sql: Sql, from: string, till: string, today: string) {
  await sql.query(
    `set local jit = off; set local enable_memoize = off; set local work_mem = '64MB';
     set local default_statistics_target = 10`,
  );
  const temp = (name: string, rows: string) =>
    sql.query(`create temp table ${name} on commit drop as ${rows}; analyze ${name}`);
  const day = (text: string) => `'${text}'::date`;
  await temp("sold", `select * from demo_sale(${day(from)} - 20, ${day(till)})`);
  const now = `(select * from sold where day >= ${day(from)})`;
  const known = (of: string) => `demo_known(${day(today)}, ${of}.day)`;
  await temp("spent", adRows(now, known("s")));
  const sources = { sold: "sold", ads: "spent", since: day(from), upto: day(till) };
  await sql.query(`insert into fact_trade_daily ${tradeRows(sources)}`);
  await sql.query(`insert into fact_ad_campaign_daily ${campaignRows("spent", known("x"))}`);
  const late = "(select s.* from spent s join demo_setting t on s.day >= t.ads_from)";
  await sql.query(`insert into fact_ad_product_daily ${productRows(late)}`);
  await sql.query(
    `insert into fact_ad_keyword_daily
     select k.* from demo_setting t cross join demo_ad_keyword(greatest($1::date, t.ads_from), $2::date) k`,
    [from, till],
  );
}

/** Whole months from..till in parts of about `months`, first and last day of each. */
function parts(from: string, till: string, months: number): [string, string][] {
  const found: [string, string][] = [];
  for (let at = dayjs(from); !at.isAfter(till); at = at.add(months, "month")) {
    const end = at.add(months, "month").subtract(1, "day");
    found.push([at.format("YYYY-MM-DD"), (end.isAfter(till) ? dayjs(till) : end).format("YYYY-MM-DD")]);
  }
  return found;
}

/**
 * Loads all days on two connections, each part in its own transaction.
 * @param log one line per part
 */
async function loadDays(
  db: Database,
  days: { from: string; till: string; today: string },
  log: (line: string) => void,
): Promise<void> {
  const open = parts(days.from, days.till, 3);
  const worker = async () => {
    for (let part = open.shift(); part; part = open.shift()) {
      const [from, till] = part;
      const started = Date.now();
      await db.tx(async (sql) => {
        // Jobs are at work already: what they posted on these days goes, and comes again with its sources.
        await lockMonths(sql, from, till);
        await sql.query("delete from fact_trade_daily where biz_date between $1 and $2", [from, till]);
        await insertDays(sql, from, till, days.today);
        await insertReported(sql, from, till, days.today);
        await insertTerms(sql, from, till, days.today);
        await repostSources(sql, from, till);
        await refreshMonths(sql, from, till);
      });
      log(`演示数据：${from} 至 ${till} 的销售与广告（${((Date.now() - started) / 1000).toFixed(1)} 秒）`);
    }
  };
  await Promise.all([worker(), worker()]);
}

/**
 * Functions of the demo calendar. `demo_events(year)`: days with a factor of their own (market.md 13,
 * dates by rule; the table demo_event may be edited afterwards). `demo_day(from, till)`: each day with
 * its text, demand factor (season × weekday × event) and promotion share.
 */
const CALENDAR = `
create or replace function demo_events(y int) returns table (event_date date, name text, factor numeric)
language sql immutable as $$
  with d as (
    select make_date(y, 7, 1) + (9 - extract(dow from make_date(y, 7, 1))::int) % 7 + 7 as prime,
      make_date(y, 10, 1) + (9 - extract(dow from make_date(y, 10, 1))::int) % 7 + 7 as autumn,
      make_date(y, 11, 1) + (11 - extract(dow from make_date(y, 11, 1))::int) % 7 + 22 as black)
  select prime + n, 'Prime Day', 2.6 from d, generate_series(0, 3) n
  union all select autumn + n, '秋季会员日', 1.9 from d, generate_series(0, 1) n
  union all select black + n, '黑五预热', 1.4 from d, generate_series(-5, -1) n
  union all select black, '黑色星期五', 2.8 from d
  union all select black + n, '黑五周末', 1.8 from d, generate_series(1, 2) n
  union all select black + 3, '网络星期一', 2.4 from d
  union all select make_date(y, 12, n), '节前', 1.25 from generate_series(8, 17) n
  union all select make_date(y, 12, n), '节后', 0.75 from generate_series(24, 31) n
$$;

create or replace function demo_day(since date, upto date)
returns table (day date, key text, factor float8, promo numeric, busy boolean)
language sql stable as $$
  select d::date, d::date::text,
    (array[.88, .84, .92, .93, .95, .98, 1.06, 1.00, .97, 1.05, 1.30, 1.24])[extract(month from d)::int]
      * (array[.97, .98, .98, 1, 1.02, 1.04, 1.01])[extract(isodow from d)::int] * coalesce(e.factor, 1),
    case when e.factor >= 1.5 then 0.15 else 0.03 end, coalesce(e.factor >= 1.5, false)
  from generate_series(since, upto, interval '1 day') d
    left join demo_event e on e.event_date = d::date
$$;
`;

/**
 * Monthly income target of each group (market.md 13): 1.08 × the same month last year, taken for the
 * last closed month; where last year has no figures, that month itself.
 * @param last last day of the facts, yyyy-MM-dd
 */
async function setTargets(sql: Sql, last: string): Promise<void> {
  const where = new Where();
  const day = where.bind(last);
  const rates = monthRates(where, "1", `${Number(last.slice(0, 4)) - 2}-01-01`, last);
  const closed = `(date_trunc('month', ${day}::date + 1) - interval '1 month')::date`;
  const month = (year: number) => `f.month = (${closed} - interval '${year} year')::date`;
  const income = (year: number) =>
    `sum((f.item_sales + f.shipping_income - f.promo_amt - f.refund_amt - f.vat_amt)
       * ${rateOf("f.month", "f.currency")}) filter (where ${month(year)})`;
  await sql.query(
    `with ${rates}
     update ops_group g set monthly_income_target = round(1.08 * x.income, -2)
     from (select f.group_id, coalesce(${income(1)}, ${income(0)}) as income
       from fact_trade_month f ${rateJoin("f.month", "f.currency")}
       where ${month(1)} or ${month(0)} group by 1) x
     where x.group_id = g.id and x.income > 0`,
    where.values,
  );
}

/** `demo_ad_keyword(since, upto)`: the rows of fact_ad_keyword_daily, from the campaign rows that stand. */
const KEYWORD_ROWS = `
/* Keywords cut their campaign's row at fixed places, so their sum never exceeds it. */
create or replace function demo_ad_keyword(since date, upto date)
returns setof fact_ad_keyword_daily language sql stable ${PLANNED} as $$
  select c.rpt_date, w.keyword_id, c.campaign_id, c.profile_id, c.currency_code, w.keyword_text, w.match_type,
    round(w.bid * (1 + 0.05 * ((w.keyword_id + 7 * extract(month from c.rpt_date)::int) % 5 - 2)), 2),
    n.impressions, n.clicks, trunc(c.cost * n.clicks / greatest(c.clicks, 1), 4), n.orders,
    trunc(c.sales * n.orders / greatest(c.conversions, 1), 4), c.units * n.orders / greatest(c.conversions, 1)
  from demo_setting t
    cross join fact_ad_campaign_daily c
    join demo_keyword k on k.campaign_id = c.campaign_id and c.rpt_date between k.from_day and k.till_day
    join ad_keyword w on w.keyword_id = k.keyword_id
    cross join lateral (select ('x' || substr(md5(t.seed || ':' || k.keyword_id || c.rpt_date), 1, 8))::bit(32)::bigint
      / 4294967296.0::float8 as u) h
    cross join lateral (select ((c.campaign_id * 13 + extract(doy from c.rpt_date)::int * 29) % 100) / 100.0::float8 as u) v
    cross join lateral (select
      floor(c.impressions * k.clicks_till + v.u)::bigint - floor(c.impressions * k.clicks_from + v.u)::bigint as impressions,
      floor(c.clicks * k.clicks_till + v.u)::bigint - floor(c.clicks * k.clicks_from + v.u)::bigint as clicks,
      floor(c.conversions * k.orders_till + v.u)::bigint - floor(c.conversions * k.orders_from + v.u)::bigint as orders) g
    cross join lateral (select g.impressions, least(g.clicks, g.impressions) as clicks,
      least(g.orders, g.clicks, g.impressions) as orders) n
  where c.rpt_date between since and upto and h.u < k.active and n.impressions > 0
$$;
`;

const day = (d: dayjs.Dayjs) => d.format("YYYY-MM-DD");

interface Setting {
  seed: string;
  scale: string;
  through: string | null;
}

/** The functions that make demo figures; they are set anew at each start, so they are this program's. */
export async function installFactFunctions(sql: Sql): Promise<void> {
  // They name each other, so their bodies are not looked at yet.
  await sql.query(`set local check_function_bodies = off;
    do $$ declare f text; begin
      for f in select oid::regprocedure::text from pg_proc
        where proname like 'demo\\_%' and pronamespace = 'public'::regnamespace
      loop execute 'drop function ' || f; end loop;
    end $$;
    ${CALENDAR}${TRADE}${ADVERTISING}${KEYWORD_ROWS}`);
}

const firstDay = ({ months }: FactSize, today: string) => day(dayjs(today).startOf("month").subtract(months, "month"));

/** First day of the figures of products, keywords and search terms. */
const firstDetailed = ({ adDays }: FactSize, today: string) => day(dayjs(today).subtract(adDays, "day"));

/** Days on which something may have been posted before and after those that are made. */
const EVER = ["2000-01-01", "2100-01-01"] as const;

/** Everything but the figures of the days: settings, listings, calendar, campaigns, keywords. */
async function prepare(sql: Sql, size: FactSize, seed: string, today: string) {
  const start = dayjs(firstDay(size, today));
  const last = dayjs(today).subtract(1, "day");
  await sql.query(
    `truncate fact_trade_daily, fact_trade_month, fact_ad_campaign_daily, fact_ad_product_daily, fact_ad_listing,
       fact_ad_keyword_daily, fact_ad_term_daily, demo_setting, demo_listing, demo_ad, demo_keyword`,
  );
  await new Chance(seed).install(sql);
  await sql.query("insert into demo_setting (seed, scale, start_date, ads_from) values ($1, $2, $3, $4)", [
    seed,
    size.name,
    day(start),
    firstDetailed(size, today),
  ]);
  await sql.query(
    `insert into demo_event select e.* from generate_series($1::int, $2::int) y, demo_events(y) e
     on conflict do nothing`,
    [start.year() - 1, last.year() + 1],
  );
  await insertRates(sql, day(start), today);
  const listings = await freezeListings(sql, { seed, size, start: day(start), today });
  const campaigns = await insertCampaigns(sql, size.campaigns, today);
  const keywords = await insertKeywords(sql, size.keywords, today);
  await insertTargets(sql, today);
  await repostSources(sql, EVER[0], day(start.subtract(1, "day")));
  await repostSources(sql, day(last.add(1, "day")), EVER[1]);
  return { from: day(start), till: day(last), listings, campaigns, keywords };
}

/**
 * Trade and ad facts of the demo data (market.md 13), deterministic. What is there stays, unless
 * DEMO_FACTS asks for another size or an earlier run was cut short: then seeded facts are replaced.
 * @param env DEMO_FACTS, else DEMO_PROFILE
 * @returns whether figures were made now
 */
export async function seedFacts(
  db: Database,
  options: DemoOptions = {},
  env: Record<string, string | undefined> = process.env,
): Promise<boolean> {
  const { log, seed, today } = readDemoOptions(options, env);
  const { size, asked } = wantedSize(env);
  return whileLocked(db, "demoFacts", async () => {
    const found = await db.one<Setting>("select seed, scale, through from demo_setting");
    if (size || found) await db.tx(installFactFunctions);
    if (!size || (found?.through && (!asked || found.scale === size.name))) return false;
    const [trade, campaigns, ...detailed] = FACT_TABLES;
    await makeMonths(db, [trade, campaigns], firstDay(size, today), today);
    await makeMonths(db, detailed, firstDetailed(size, today), today);
    const made = await db.tx((sql) => prepare(sql, size, seed, today));
    log(`演示数据：${made.listings} 个平台SKU、${made.campaigns} 个广告活动、${made.keywords} 个关键词`);
    await db.query("analyze demo_listing, demo_ad, demo_keyword, demo_event, ad_campaign, ad_keyword");
    await loadDays(db, { ...made, today }, log);
    await db.tx(async (sql) => {
      await new Chance(seed).install(sql);
      await setTargets(sql, made.till);
      await setBudgets(sql, made.till);
      await sql.query("update demo_setting set through = $1", [made.till]);
    });
    // Of all partitions and columns; a hundred samples of each say enough.
    await db.tx((sql) =>
      sql.query(`set local default_statistics_target = 10; analyze fact_trade_daily, fact_trade_month,
        fact_listing, fact_ad_campaign_daily, fact_ad_product_daily, fact_ad_keyword_daily, fact_ad_term_daily, ad_term, ops_group, exchange_rate`),
    );
    return true;
  });
}
