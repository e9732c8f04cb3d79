import dayjs from "dayjs";
import { lockMonths, MEASURES, refreshMonths } from "#backend/ledgers/facts/months";
import type { Database, Sql } from "#backend/platform/db";
import { FACT_TABLES, needMonths } from "#backend/platform/db/month-parts";
import { insertRates } from "../masters";
import { readDemoOptions } from "../options";
import { insertReported, insertTerms } from "./reported";

const day = (d: dayjs.Dayjs) => d.format("YYYY-MM-DD");
const set = (names: readonly string[], how: string) => names.map((n) => `${n} = ${how.replaceAll("%", n)}`).join(", ");
const AD_MEASURES = ["impressions", "clicks", "cost", "conversions", "sales", "units"];

/** Ad facts of the days as a report of `today` shows them, in place of those that are there. */
async function restate(sql: Sql, from: string, till: string, today: string) {
  const taken = set(AD_MEASURES, "excluded.%");
  const parts: [string, string, string, string[]][] = [
    ["campaign", "$1, $2, $3", "rpt_date, campaign_id", [from, till, today]],
    ["product", "$1, $2, $3", "rpt_date, campaign_id, ad_group_id, advertised_sku", [from, till, today]],
    ["keyword", "$1, $2", "rpt_date, keyword_id", [from, till]],
  ];
  for (const [what, given, key, values] of parts)
    await sql.query(
      `insert into fact_ad_${what}_daily select * from demo_ad_${what}(${given})
       on conflict (${key}) do update set ${taken}`,
      values,
    );
}

/**
 * The daily run of the demo data: figures of the days up to yesterday, and what ad reports of the last
 * three days before now say. Does nothing where there are no demo figures or they are up to date; figures
 * that documents posted to a new day stay and are added to.
 * @param today business day yyyy-MM-dd; default DEMO_TODAY, else today in Shanghai
 * @returns how many days were added
 */
export async function advanceFacts(db: Database, today: string = readDemoOptions({}).today): Promise<number> {
  const yesterday = day(dayjs(today).subtract(1, "day"));
  const due = "select through, start_date as start from demo_setting where through < $1";
  if (!(await db.one(due, [yesterday]))) return 0;
  return db.tx(async (sql) => {
    const found = await sql.one<{ through: string; start: string }>(`${due} for update`, [yesterday]);
    if (!found) return 0;
    const first = day(dayjs(found.through).add(1, "day"));
    const late = day(dayjs(found.through).subtract(2, "day"));
    const shown = late < found.start ? found.start : late;
    await needMonths(sql, FACT_TABLES, first, yesterday);
    await lockMonths(sql, shown, yesterday);
    await insertRates(sql, first, today);
    await sql.query(
      `insert into demo_event select e.* from demo_events(extract(year from $1::date)::int) e
       on conflict do nothing`,
      [yesterday],
    );
    await sql.query(
      `insert into fact_trade_daily as t select * from demo_trade($1, $2)
       on conflict (biz_date, store_id, seller_sku) do update set ${set(MEASURES, "t.% + excluded.%")}`,
      [first, yesterday],
    );
    await insertReported(sql, first, yesterday, today);
    await restate(sql, shown, yesterday, today);
    await insertTerms(sql, shown, yesterday, today);
    await refreshMonths(sql, first, yesterday);
    await sql.query("update demo_setting set through = $1", [yesterday]);
    return dayjs(yesterday).diff(found.through, "day");
  });
}
