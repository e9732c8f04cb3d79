import { FACT_TABLES, needMonths } from "../db/month-parts";
import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";
import { type AdDays, adDays, UPSERTS } from "./ad-rows";
import { SPENT, WRONG } from "./ad-sums";
import { lockMonths } from "./months";
import { addTradeFacts, type TradeEntry } from "./post";

/** Days before today, in the zone of the marketplace, that a report may still restate. */
export const RESTATED_DAYS = 3;

const list = (rows: unknown) => JSON.stringify(rows);

/** Refuses days that are frozen or not over yet, and campaigns that nobody knows. */
async function check(sql: Sql, days: AdDays, now: string | undefined) {
  const bad = await sql.one<{ day: string; frozen: boolean; known: boolean }>(
    `select e.day::text, e.day < t.today - $2::int as frozen, c.campaign_id is not null as known
     from (select distinct "rptDate" as day, "campaignId" as id
         from jsonb_to_recordset($1::jsonb) as e("rptDate" date, "campaignId" bigint)) e
       left join ad_campaign c on c.campaign_id = e.id
       left join store s on s.id = c.store_id
       left join site i on i.id = s.site_id
       cross join lateral (select
         (coalesce($3::timestamptz, now()) at time zone coalesce(i.timezone, 'UTC'))::date as today) t
     where c.campaign_id is null or e.day not between t.today - $2::int and t.today - 1
     order by 1 limit 1`,
    [list([...days.campaigns, ...days.products, ...days.keywords]), RESTATED_DAYS, now ?? null],
  );
  if (!bad) return;
  if (!bad.known) throw conflict("广告活动不存在");
  throw conflict(bad.frozen ? `${bad.day}的广告数据已冻结，不能修改` : "广告数据不能晚于昨天");
}

interface Spent {
  day: string;
  id: string;
  store: string;
  sku: string;
  cost: string;
}

const minus = (cost: string): string => (cost.startsWith("-") ? cost.slice(1) : `-${cost}`);

/**
 * Takes what reports of the advertising account say of the last three days (market.md 6.1), in the
 * caller's transaction: rows are replaced, and the trade facts get the difference of the ad spend
 * (`fact_source` type `ads`, number = campaign). The same report twice changes nothing.
 * @param now instant that "today" is taken from, in the zone of each marketplace; default: the clock
 * @throws Refusal 409 for a frozen day, a day that is not over, an unknown campaign, and when products do
 *   not add up to their SP campaign or keywords exceed theirs
 */
export async function upsertAdDays(sql: Sql, given: AdDays, now?: string): Promise<void> {
  const days = adDays.parse(given);
  const all = [...days.campaigns, ...days.products, ...days.keywords];
  const dates = all.map((r) => r.rptDate).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return;
  await check(sql, days, now);
  await needMonths(sql, FACT_TABLES, first, last);
  await lockMonths(sql, first, last);
  const before = await sql.query<Spent>(SPENT, [list(all)]);
  for (const name of ["campaigns", "products", "keywords"] as const)
    await sql.query(UPSERTS[name], [list(days[name])]);
  const wrong = await sql.one<{ name: string; day: string }>(WRONG, [list(all)]);
  if (wrong) throw conflict(`广告活动${wrong.name}在${wrong.day}的明细与合计不一致`);
  const after = await sql.query<Spent>(SPENT, [list(all)]);
  const entry = (s: Spent, amount: string): TradeEntry => ({
    sourceType: "ads",
    sourceNo: s.id,
    bizDate: s.day,
    storeId: s.store,
    sellerSku: s.sku,
    column: "ad_spend",
    amount,
  });
  await addTradeFacts(sql, [
    ...before.map((s) => entry(s, minus(s.cost))),
    ...after.map((s) => entry(s, s.cost)),
  ]);
}
