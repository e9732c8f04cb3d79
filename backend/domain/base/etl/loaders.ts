import { loadAds, loadTrade } from "#backend/ledgers/facts/stage";
import { lockAdvisory, type Sql } from "#backend/platform/db";

/** From a table where reports wait to where they belong: what the embedded engine can do. */
export interface Loader {
  source: string;
  sink: string;
  /** Brings what the demonstration's platforms report; nothing where there is no demonstration. */
  receive(sql: Sql): Promise<void>;
  /** @returns rows written */
  load(sql: Sql): Promise<number>;
}

/** What a job of the embedded engine is called by that reads orders from the connections of stores. */
export const orderSync = { source: "orders", sink: "platform_order" } as const;

/** Days that a report restates. */
const DAYS = 2;

/** Last day that the demonstration's figures hold. */
const through = async (sql: Sql) =>
  (await sql.one<{ day: string | null }>("select through::text as day from demo_setting"))?.day;

const reported =
  (table: string, rows: string): Loader["receive"] =>
  async (sql) => {
    const day = await through(sql);
    if (!day) return;
    await sql.query(`delete from ${table}`);
    await sql.query(`insert into ${table} select * from ${rows}`, [day]);
  };

const SINCE = `$1::date - ${DAYS}, $1::date`;

/** Staged rates: one that is not there yet is added, one that reads otherwise is put right. */
async function loadRates(sql: Sql): Promise<number> {
  await lockAdvisory(sql, "exchangeRate");
  const changed = await sql.query(
    `update exchange_rate e set official_rate = s.official_rate, version = version + 1, update_time = now()
     from etl_stage_rate s where e.currency = s.currency and e.effective_date = s.effective_date
       and e.tenant_id = 1 and e.del_flag = 0 and e.official_rate <> s.official_rate returning e.id`,
  );
  const added = await sql.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     select currency, effective_date, official_rate, 'ETL' from etl_stage_rate s
     where not exists (select 1 from exchange_rate e where e.currency = s.currency
       and e.effective_date = s.effective_date and e.tenant_id = 1 and e.del_flag = 0) returning id`,
  );
  const same = await sql.one<{ n: number }>("select count(*)::int as n from etl_stage_rate");
  return Math.max(same?.n ?? 0, changed.length + added.length);
}

export const loaders: readonly Loader[] = [
  {
    source: "etl_stage_ad_campaign",
    sink: "fact_ad_campaign_daily",
    receive: reported("etl_stage_ad_campaign", `demo_ad_campaign(${SINCE}, $1::date + 1)`),
    load: (sql) => loadAds(sql, "campaign"),
  },
  {
    source: "etl_stage_ad_keyword",
    sink: "fact_ad_keyword_daily",
    receive: reported("etl_stage_ad_keyword", `demo_ad_keyword(${SINCE})`),
    load: (sql) => loadAds(sql, "keyword"),
  },
  {
    source: "etl_stage_trade",
    sink: "fact_trade_daily",
    receive: reported("etl_stage_trade", `demo_trade(${SINCE})`),
    load: loadTrade,
  },
  {
    source: "etl_stage_rate",
    sink: "exchange_rate",
    async receive(sql) {
      if (!(await through(sql))) return;
      await sql.query("delete from etl_stage_rate");
      await sql.query(
        `insert into etl_stage_rate select currency, effective_date, official_rate from exchange_rate
         where tenant_id = 1 and del_flag = 0 and effective_date >= date_trunc('month', current_date)
         on conflict do nothing`,
      );
    },
    load: loadRates,
  },
];
