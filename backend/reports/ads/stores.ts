import { z } from "zod";
import { literal } from "../../db/page";
import type { Sql } from "../../db/sql";
import { adScope } from "../../facts/scope";
import { wireId } from "../../http/answer";
import type { Caller } from "../../http/caller";
import { endpoint } from "../../http/endpoint";

/** Stores with an advertising account in whose campaigns the caller has a share; all of them without a data scope. */
function seenStores(caller: Caller) {
  const where = adScope(caller, "c");
  const own = caller.scope.kind === "all" ? "true" : "false";
  const tenant = where.bind(caller.tenantId);
  const from = `store s join site t on t.id = s.site_id
    where s.tenant_id = ${tenant} and s.del_flag = 0 and s.ad_profile_id is not null
      and (${own} or s.id in (select c.store_id from ad_campaign c where ${where}))`;
  return { where, from };
}

/**
 * The last day that is over in every marketplace of these stores (none named: of all that the caller
 * sees), yyyy-MM-dd: the westernmost zone decides. Without stores Shanghai's.
 */
export async function yesterdayOf(sql: Sql, caller: Caller, profileIds: string[]) {
  const { where, from } = seenStores(caller);
  const chosen = where.bind(profileIds);
  const row = await sql.one<{ day: string }>(
    `select coalesce(min((now() at time zone t.timezone)::date),
       (now() at time zone 'Asia/Shanghai')::date) - 1 as day
     from ${from} and (${chosen}::text[] = '{}' or s.ad_profile_id = any(${chosen}))`,
    where.values,
  );
  return row!.day; // an aggregate without groups always has its row
}

const store = z.object({
  profileId: z.string(),
  storeId: wireId,
  storeName: z.string(),
  countryCode: z.string(),
  currencyCode: z.string(),
  timezone: z.string(),
  regionCode: z.string(),
  accountType: z.string(),
  marketplaceId: z.string().nullable(),
  state: z.string(),
  lastReportDate: z.iso.date().nullable(),
});

/** Last day with facts: mostly of the last week, so that older months are not read. */
const LAST_DAYS = `
  latest as materialized (select max(rpt_date) as day from fact_ad_campaign_daily),
  recent as (
    select profile_id, max(rpt_date) as day from fact_ad_campaign_daily
    where rpt_date > (select day - 7 from latest) group by profile_id)`;

/** `GET /advertisement/amazonadcommonprofiles/storeList` (market.md 6.3). */
export const storeList = endpoint({
  tag: "广告报表",
  method: "get",
  path: "/advertisement/amazonadcommonprofiles/storeList",
  title: "广告店铺",
  permission: ["ads_report_view", "ads_targetportfolio_view"],
  query: z.object({
    keyword: z.string().trim().max(50).optional(),
    regionCode: z.string().max(10).optional(),
  }),
  response: z.array(store),
  handle({ db, caller, query }) {
    const { where, from } = seenStores(caller);
    const keyword = query.keyword && `%${literal(query.keyword.replaceAll("\0", ""))}%`;
    const named = keyword
      ? `and (s.store_name ilike ${where.bind(keyword)} or s.store_code ilike ${where.bind(keyword)})`
      : "";
    const region = query.regionCode ? `and t.region_code = ${where.bind(query.regionCode)}` : "";
    return db.query(
      `with ${LAST_DAYS}
       select s.ad_profile_id as "profileId", s.id as "storeId", s.store_name as "storeName",
         t.site_code as "countryCode", t.currency as "currencyCode", t.timezone,
         t.region_code as "regionCode", 'seller' as "accountType",
         t.marketplace_id as "marketplaceId", s.state,
         coalesce((select day from recent r where r.profile_id = s.ad_profile_id),
           case when exists (select 1 from ad_campaign c where c.store_id = s.id) then
             (select max(rpt_date) from fact_ad_campaign_daily f
              where f.profile_id = s.ad_profile_id) end) as "lastReportDate"
       from ${from} ${named} ${region} order by t.id, s.id`,
      where.values,
    );
  },
});
