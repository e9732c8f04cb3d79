// node tests/bench/listings.mjs: product performance of 3,000 listings and 500,000 rows of advertising, and lists of 4,000
// keywords and as many search terms with 480,000 rows (figures.md G).
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fillStore } from "./data/settlement.mjs";
import { timed } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const DAYS = 60;
/** Advertising: 6 campaigns that advertise every listing, for 28 days. */
const [CAMPAIGNS, AD_DAYS] = [6, 28];
/** Keywords, each with a search term. */
const WORDS = 4_000;

const dir = dataDir("listings");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();
const admin = people(`${backend.url}/api`)("admin");

/** What 3,000 listings sold, drew, cost and had for two months, once. */
async function fill() {
  const storeId = await fillStore(db);
  const { rows } = await db.query("select exists (select 1 from fact_trade_daily where store_id = $1) as done", [
    storeId,
  ]);
  if (rows[0].done) return storeId;
  for (const table of ["fact_trade_daily", "fact_ad_product_daily"])
    for (let back = 0; back < 4; back++)
      await db.query(
        `do $$ declare m date := date_trunc('month', now() - interval '${back} months')::date; begin
           execute format('create table if not exists ${table}_%s partition of ${table} for values from (%L) to (%L)',
             to_char(m, 'YYYYMM'), m, m + interval '1 month'); end $$`,
      );
  const days = `generate_series(now()::date - ${DAYS}, now()::date - 1, interval '1 day') d(day)`;
  const listings = `(select l.*, row_number() over (order by l.id)::int as n from sku_listing l where l.store_id = ${storeId}) l`;
  await db.query(
    `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id, dept_id, division_id,
       sku_code, model_code, currency, orders, units, item_sales, platform_fee, fulfill_fee, ad_spend, product_cost)
     select d.day::date, l.store_id, l.msku, 'US', 'NA', l.group_id, 1, 1, 'BENCH', 'BENCH', 'USD', l.n % 7, l.n % 7, (l.n % 7) * 19.99,
       (l.n % 7) * 3, (l.n % 7) * 3.86, l.n % 5, (l.n % 7) * 40
     from ${listings} cross join ${days}`,
  );
  await db.query(
    `insert into sales_traffic (store_id, day, msku, fact_sku, sessions, page_views, units, buy_box, sales, currency, row_key)
     select l.store_id, d.day::date, l.msku, l.msku, 40 + l.n % 50, 60 + l.n % 50, l.n % 7, 80 + l.n % 20, 0, 'USD',
       concat_ws('/', l.store_id, d.day::date, l.msku) from ${listings} cross join ${days}`,
  );
  await db.query(
    `insert into fba_stock (store_id, day, msku, fact_sku, fulfillable_qty, working_qty, shipped_qty, receiving_qty, row_key)
     select l.store_id, d.day::date, l.msku, l.msku, l.n % 300, 0, 24, 0, concat_ws('/', l.store_id, d.day::date, l.msku)
     from ${listings} cross join ${days}`,
  );
  await db.query(
    `insert into ad_campaign (campaign_id, store_id, profile_id, group_id, campaign_name, ad_product, targeting_type, state, daily_budget)
     select 990000 + n, ${storeId}, 'BENCH', (select min(id) from ops_group), 'BENCH ' || n, 'SP', 'auto', 'ENABLED', 100
     from generate_series(1, ${CAMPAIGNS}) n`,
  );
  await db.query(
    `insert into fact_ad_product_daily (rpt_date, campaign_id, ad_group_id, advertised_sku, profile_id, currency_code, product_code,
       impressions, clicks, cost, conversions, sales, units)
     select now()::date - b, 990000 + c, c, l.msku, 'BENCH', 'USD', 'BENCH', 1000, 10, 4.5, 1, 19.99, 1
     from ${listings} cross join generate_series(1, ${AD_DAYS}) b cross join generate_series(1, ${CAMPAIGNS}) c`,
  );
  await db.query("analyze");
  return storeId;
}

/** What is bid on and what people typed, for two months, once. */
async function fillWords() {
  const { rows } = await db.query("select exists (select 1 from ad_term where campaign_id = 990001) as done");
  if (rows[0].done) return;
  for (const table of ["fact_ad_keyword_daily", "fact_ad_term_daily"])
    for (let back = 0; back < 4; back++)
      await db.query(
        `do $$ declare m date := date_trunc('month', now() - interval '${back} months')::date; begin
           execute format('create table if not exists ${table}_%s partition of ${table} for values from (%L) to (%L)',
             to_char(m, 'YYYYMM'), m, m + interval '1 month'); end $$`,
      );
  await db.query(
    `insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state)
     select 9900000000 + n, 990001 + n % ${CAMPAIGNS}, 1, 'bench word ' || n, 'EXACT', 0.5, 'ENABLED' from generate_series(1, ${WORDS}) n`,
  );
  await db.query(
    `insert into ad_term (term_id, campaign_id, ad_group_id, search_term, matched)
     select 9900000000 + n, 990001 + n % ${CAMPAIGNS}, 1, 'bench word ' || n || ' cheap', 'bench word ' || n from generate_series(1, ${WORDS}) n`,
  );
  const measures =
    "50 + k.n % 200, k.n % 30, (k.n % 30) * 0.45, case when k.n % 4 = 0 then k.n % 6 else 0 end, case when k.n % 4 = 0 then (k.n % 6) * 19.99 else 0 end";
  const words = `(select 9900000000 + n as id, 990001 + n % ${CAMPAIGNS} as campaign_id, n from generate_series(1, ${WORDS}) n) k`;
  await db.query(
    `insert into fact_ad_keyword_daily (rpt_date, keyword_id, campaign_id, profile_id, currency_code, keyword_text, match_type,
       keyword_bid, impressions, clicks, cost, conversions, sales)
     select now()::date - b, k.id, k.campaign_id, 'BENCH', 'USD', 'bench word ' || k.n, 'EXACT', 0.5, ${measures}
     from ${words} cross join generate_series(1, ${DAYS}) b`,
  );
  await db.query(
    `insert into fact_ad_term_daily (rpt_date, term_id, campaign_id, profile_id, currency_code, impressions, clicks, cost, conversions, sales)
     select now()::date - b, k.id, k.campaign_id, 'BENCH', 'USD', ${measures} from ${words} cross join generate_series(1, ${DAYS}) b`,
  );
  await db.query("analyze");
}

try {
  const storeId = await fill();
  await fillWords();
  const ads = (list, more = "") => `/advertisement/${list}/page?current=1&size=20&storeId=${storeId}${more}`;
  const page = (level, more = "") => `/cockpit/performance${level}/page?current=1&size=20&storeId=${storeId}${more}`;
  for (const [name, query, most] of [
    ["产品表现 by MSKU, page 1", page("msku"), 150],
    ["… sorted by days of cover", page("msku", "&ascs=coverDays"), 150],
    ["… of those that call for somebody", page("msku", "&alarms=stockOut"), 150],
    ["… beside the span before", page("msku", "&versus=before"), 400],
    ["产品表现 by ASIN, page 1", page("asin"), 400],
    ["days of one listing", page("day", "&msku=BENCH-0001"), 150],
    ["what stands above them", `/cockpit/performanceday/overview?storeId=${storeId}&msku=BENCH-0001`, 400],
    ["days of the store", page("day"), 400],
    ["广告活动, page 1", ads("adcampaign"), 150],
    ["投放, page 1", ads("adkeyword"), 150],
    ["… without a buyer, of 60 days", ads("adkeyword", "&result=none&clicksFrom=10&days=d60"), 400],
    ["搜索词, page 1", ads("adterm"), 150],
  ]) {
    const took = await timed(() => admin.get(query));
    console.log(`${took <= most ? "✓" : "✗"} ${name}: ${took.toFixed(0)} ms (at most ${most})`);
  }
} finally {
  await db.end();
  stopAll();
}
