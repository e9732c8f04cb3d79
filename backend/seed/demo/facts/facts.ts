import dayjs from "dayjs";
import { whileLocked } from "../../../db/advisory";
import { FACT_TABLES, makeMonths } from "../../../db/month-parts";
import type { Database, Sql } from "../../../db/sql";
import { repostSources } from "../../../facts/repost";
import { insertRates } from "../../masters";
import { type DemoOptions, readDemoOptions } from "../options";
import { Chance } from "../random";
import { ADVERTISING } from "./advertising";
import { CALENDAR } from "./calendar";
import { insertCampaigns } from "./campaigns";
import { KEYWORD_ROWS } from "./keyword-rows";
import { insertKeywords } from "./keywords";
import { freezeListings } from "./listings";
import { loadDays } from "./load";
import { type FactSize, wantedSize } from "./sizes";
import { setTargets } from "./targets";
import { TRADE } from "./trade";

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

const firstDay = ({ months }: FactSize, today: string) =>
  day(dayjs(today).startOf("month").subtract(months, "month"));

/** Everything but the figures of the days: settings, listings, calendar, campaigns, keywords. */
async function prepare(sql: Sql, size: FactSize, seed: string, today: string) {
  const start = dayjs(firstDay(size, today));
  const last = dayjs(today).subtract(1, "day");
  await sql.query(
    `truncate fact_trade_daily, fact_trade_month, fact_ad_campaign_daily, fact_ad_product_daily,
       fact_ad_keyword_daily, demo_setting, demo_listing, demo_ad, demo_keyword`,
  );
  await new Chance(seed).install(sql);
  await sql.query(
    "insert into demo_setting (seed, scale, start_date, ads_from) values ($1, $2, $3, $4)",
    [seed, size.name, day(start), day(last.subtract(size.adDays - 1, "day"))],
  );
  await sql.query(
    `insert into demo_event select e.* from generate_series($1::int, $2::int) y, demo_events(y) e
     on conflict do nothing`,
    [start.year() - 1, last.year() + 1],
  );
  await insertRates(sql, day(start), today);
  const listings = await freezeListings(sql, seed, size, day(start));
  const campaigns = await insertCampaigns(sql, size.campaigns, today);
  const keywords = await insertKeywords(sql, size.keywords, today);
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
    await makeMonths(db, FACT_TABLES, firstDay(size, today), today);
    const made = await db.tx((sql) => prepare(sql, size, seed, today));
    log(
      `演示数据：${made.listings} 个平台SKU、${made.campaigns} 个广告活动、${made.keywords} 个关键词`,
    );
    await db.query(
      "analyze demo_listing, demo_ad, demo_keyword, demo_event, ad_campaign, ad_keyword",
    );
    await loadDays(db, { ...made, today }, log);
    await db.tx(async (sql) => {
      await repostSources(sql);
      await setTargets(sql, made.till);
      await sql.query("update demo_setting set through = $1", [made.till]);
    });
    // Of all partitions and columns; a hundred samples of each say enough.
    await db.tx((sql) =>
      sql.query(`set local default_statistics_target = 10; analyze fact_trade_daily, fact_trade_month,
        fact_ad_campaign_daily, fact_ad_product_daily, fact_ad_keyword_daily, ops_group, exchange_rate`),
    );
    return true;
  });
}
