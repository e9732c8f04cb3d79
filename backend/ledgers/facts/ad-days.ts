import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { FACT_TABLES } from "#backend/platform/db/month-parts";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { type AdAccount, type AdDays, adDays, numbered } from "./ad-names";
import {
  AD_SPENT,
  AD_UPSERTS,
  AD_WITHDRAWN,
  CAMPAIGN_GROUPS,
  CAMPAIGNS_ADOPTED,
  CAMPAIGNS_SEEN,
  KEYWORDS_ADOPTED,
  KEYWORDS_SEEN,
  TERMS_SEEN,
} from "./ad-statements";
import { STORE_ROW } from "./apply";
import { lockMonths, needFactMonths } from "./months";
import { addTradeFacts, type TradeEntry } from "./post";

/** Days before today, in the zone of the marketplace, on which a report may still say something. */
export const FOLLOWED_DAYS = 60;
/** Days for which an advertised SKU that is known by now is put where it belongs. */
const PAIRED_DAYS = 90;

const LEVELS = ["campaigns", "products", "keywords", "terms"] as const;

/** Refuses days that reports no longer restate and such as are not over. */
async function check(sql: Sql, { storeId }: AdAccount, days: readonly string[], now: string | undefined) {
  const site = await sql.one<{ today: string }>(
    `select (coalesce($2::timestamptz, now()) at time zone i.timezone)::date::text as today
     from store s join site i on i.id = s.site_id where s.id = $1`,
    [storeId, now ?? null],
  );
  if (!site) throw conflict("店铺不存在");
  const today = dayjs(site.today);
  const old = today.subtract(FOLLOWED_DAYS, "day").format("YYYY-MM-DD");
  const [first = "", last = ""] = [days[0], days.at(-1)];
  if (first < old) throw conflict(`${first}的广告数据超过${FOLLOWED_DAYS}天，平台不再更新`);
  if (last >= site.today) throw conflict("广告数据不能晚于昨天");
}

interface AdDaySpent {
  day: string;
  id: string;
  sku: string;
  cost: string;
}

/**
 * Changes the ad facts of these days and brings the difference of what they cost to the trade facts: by
 * advertised SKU, and on the row of the store what is of no SKU, as well as what campaigns cost beside them.
 */
async function change(sql: Sql, account: AdAccount, days: readonly string[], work: () => Promise<unknown>) {
  const { tenantId, storeId, adProduct } = account;
  const [first = "", last = ""] = [days[0], days.at(-1)];
  await needFactMonths(sql, FACT_TABLES, first, last);
  await lockMonths(sql, first, last);
  const spent = () => sql.query<AdDaySpent>(AD_SPENT, [tenantId, storeId, adProduct, days, STORE_ROW]);
  const before = await spent();
  await work();
  const keyOf = ({ day, id, sku }: AdDaySpent) => `${day} ${id} ${sku}`;
  const left = new Map(before.map((s) => [keyOf(s), s]));
  const moved = (await spent()).flatMap((s) => {
    const was = left.get(keyOf(s));
    left.delete(keyOf(s));
    const amount = dec(s.cost).minus(was?.cost ?? "0");
    return amount.eq(0) ? [] : [{ ...s, cost: amount.toFixed(4) }];
  });
  const gone = [...left.values()].map((s) => ({ ...s, cost: dec(s.cost).times(-1).toFixed(4) }));
  await addTradeFacts(
    sql,
    [...moved, ...gone].map(
      (s): TradeEntry => ({
        sourceType: "ads",
        // With its day: what lands on a day of another month stays apart from what that day itself cost.
        sourceNo: `${s.id}/${s.day}`,
        bizDate: s.day,
        storeId,
        sellerSku: s.sku,
        column: "ad_spend",
        amount: s.cost,
      }),
    ),
  );
}

/**
 * Takes what a report of an advertising account says of some days in place of what is there (figures.md A.4, C.2),
 * in the caller's transaction; the trade facts get the difference of the ad spend (`fact_source` type `ads`, number
 * = campaign/day), which lands in an open month where its own is closed. The same again changes nothing. Campaigns and
 * keywords that nobody knows are made of what the report says; those that it has no numbers of are found by name.
 * @param now instant that "today" is taken from, in the zone of the marketplace; default: the clock
 * @throws Refusal 409 for a day that is longer ago than reports go back, or not over, and a name that several have
 */
export async function takeAdDays(sql: Sql, account: AdAccount, given: AdDays, now?: string): Promise<void> {
  const parsed = adDays.parse({ ...given, days: [...new Set(given.days)].sort() });
  const { days } = parsed;
  const asked = new Set(days);
  const stray = LEVELS.flatMap((level) => parsed[level] ?? []).find(({ rptDate }) => !asked.has(rptDate));
  if (stray) throw conflict(`报告含有未申请的日期${stray.rptDate}`);
  await check(sql, account, days, now);
  const { tenantId, storeId, adProduct, profileId } = account;
  await change(sql, account, days, async () => {
    const said = await numbered(sql, account, parsed);
    const seen = LEVELS.flatMap((level) => said[level] ?? []);
    await sql.query(CAMPAIGNS_ADOPTED, [tenantId, storeId, adProduct, JSON.stringify(seen), profileId]);
    await sql.query(CAMPAIGNS_SEEN.made, [tenantId, storeId, adProduct, JSON.stringify(seen), profileId]);
    await sql.query(CAMPAIGNS_SEEN.told, [tenantId, JSON.stringify(said.campaigns ?? [])]);
    await sql.query(KEYWORDS_ADOPTED, [tenantId, JSON.stringify(said.keywords ?? [])]);
    await sql.query(KEYWORDS_SEEN, [tenantId, JSON.stringify(said.keywords ?? [])]);
    await sql.query(TERMS_SEEN, [tenantId, JSON.stringify(said.terms ?? [])]);
    for (const level of LEVELS) {
      const rows = said[level];
      if (!rows) continue;
      await sql.query(AD_UPSERTS[level], [tenantId, JSON.stringify(rows)]);
      await sql.query(AD_WITHDRAWN[level], [tenantId, storeId, adProduct, days, JSON.stringify(rows)]);
    }
    if (parsed.products) await sql.query(CAMPAIGN_GROUPS, [tenantId, storeId, adProduct, days]);
  });
}

/** An advertised SKU of a store that nobody knows. */
export interface UnknownAdvertised {
  code: string;
  count: number;
  first: string;
  last: string;
}

/** Advertised SKUs of a store that wait to be paired. */
export const unknownAdvertised = (sql: Sql, storeId: string): Promise<UnknownAdvertised[]> =>
  sql.query<UnknownAdvertised>(
    `select p.advertised_sku as code, count(*)::int as count, min(p.rpt_date)::text as first,
       max(p.rpt_date)::text as last
     from fact_ad_product_daily p join ad_campaign c on c.campaign_id = p.campaign_id
     where p.product_code = '*' and c.store_id = $1 and p.rpt_date > now()::date - ${PAIRED_DAYS}
     group by 1 order by 1`,
    [storeId],
  );

const PAIRED = `
  select c.tenant_id as "tenantId", c.store_id as "storeId", c.profile_id as "profileId",
    c.ad_product as "adProduct", array_agg(distinct p.rpt_date::text order by p.rpt_date::text) as days
  from fact_ad_product_daily p join ad_campaign c on c.campaign_id = p.campaign_id
  where p.product_code = '*' and p.rpt_date > now()::date - ${PAIRED_DAYS} and exists (select 1 from sku_listing l
    where l.store_id = c.store_id and lower(l.msku) = lower(p.advertised_sku) and l.del_flag = 0)
  group by 1, 2, 3, 4 order by 2, 4`;

/** Accounts in which an advertised SKU that was unknown has a listing by now, with the days that it is about. */
export const pairedAdvertised = (sql: Pick<Sql, "query">) => sql.query<AdAccount & { days: string[] }>(PAIRED);

const PLACED = `
  update fact_ad_product_daily p set product_code = coalesce(u.spu_code, k.sku_code), asin = coalesce(l.asin, p.asin)
  from ad_campaign c, sku_listing l join sku k on k.id = l.sku_id left join spu u on u.id = k.spu_id
  where c.campaign_id = p.campaign_id and c.tenant_id = $1 and c.store_id = $2 and c.ad_product = $3
    and p.rpt_date = any($4::date[]) and p.product_code = '*' and l.id = (select x.id from sku_listing x
      where x.store_id = c.store_id and lower(x.msku) = lower(p.advertised_sku) and x.del_flag = 0
      order by x.id limit 1)`;

/** Moves what was spent on advertised SKUs that are known by now from the row of the store to theirs. */
export async function placeAdvertised(sql: Sql, { days, ...account }: AdAccount & { days: string[] }): Promise<void> {
  const { tenantId, storeId, adProduct } = account;
  await change(sql, account, days, async () => {
    await sql.query(PLACED, [tenantId, storeId, adProduct, days]);
    await sql.query(CAMPAIGN_GROUPS, [tenantId, storeId, adProduct, days]);
  });
}
