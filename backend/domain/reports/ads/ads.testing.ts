import { office } from "#backend/domain/product/product.testing";
import { type TestBackend, testBackend } from "../../../../tests/harness";

/** yyyy-MM-dd, `days` from today in Shanghai. */
export const day = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

export const STORES = [
  { id: 1, profileId: "P-US", currency: "USD", group: 1 },
  { id: 9, profileId: "P-DE", currency: "EUR", group: 21 },
  { id: 19, profileId: "P-JP", currency: "JPY", group: 41 },
] as const;
const PRODUCTS = ["SP", "SB", "SD"] as const;
export const DAYS = 50;

/** A number from 0 below `n` that looks like chance and is always the same. */
export const mix = (n: number, ...keys: number[]): number =>
  keys.reduce((h, k) => Math.imul(h ^ (k + 0x9e3779b9), 0x85ebca6b) >>> 3, 7) % n;

/**
 * Three stores of three regions and currencies; each has an SP, an SB and an SD campaign with facts of
 * the `DAYS` days up to the day before yesterday; the SP campaigns have two products and two keywords.
 */
async function advertise({ db }: TestBackend) {
  await db.query("select ensure_fact_partitions($1, $2)", [day(-420), day(0)]);
  for (const s of STORES) await db.query("update store set ad_profile_id = $2 where id = $1", [s.id, s.profileId]);
  await db.query(
    `insert into ad_portfolio (id, portfolio_id, name, store_id, state)
     select s, 'PF' || s, '组合' || s, s, 'ENABLED' from unnest($1::bigint[]) s`,
    [STORES.map((s) => s.id)],
  );
  const campaigns = STORES.flatMap((s) =>
    PRODUCTS.map((adProduct, i) => ({ ...s, adProduct, campaign: s.id * 10 + i })),
  );
  await db.query(
    `insert into ad_campaign (campaign_id, store_id, profile_id, portfolio_id, group_id, campaign_name,
       ad_product, targeting_type, state, daily_budget)
     select campaign, id, "profileId", id, "group", '活动' || campaign, "adProduct", 'manual', 'ENABLED', 20
     from jsonb_to_recordset($1) as x(campaign bigint, id bigint, "profileId" text, "group" bigint, "adProduct" text)`,
    [JSON.stringify(campaigns)],
  );
  await db.query(
    `insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state)
     select c.campaign_id * 10 + k, c.campaign_id, c.campaign_id, (array['Phone Stand', 'phone stand'])[k],
       (array['EXACT', 'BROAD'])[k], k, 'ENABLED'
     from ad_campaign c, generate_series(1, 2) k where c.ad_product = 'SP'`,
  );
  const facts = campaigns.flatMap((c) =>
    Array.from({ length: DAYS }, (_, i) => {
      const clicks = mix(40, c.campaign, i);
      return {
        d: day(-2 - i),
        c: c.campaign,
        p: c.profileId,
        cur: c.currency,
        clicks,
        impressions: clicks * (20 + mix(90, c.campaign, i, 1)),
        conversions: Math.floor(clicks / 5),
        cost: (clicks * (30 + mix(120, c.campaign, i, 2))) / 100,
        sales: clicks < 10 ? 0 : mix(9000, c.campaign, i, 3) / 100,
      };
    }),
  );
  const record = `jsonb_to_recordset($1) as x(d date, c bigint, p text, cur text, clicks bigint,
    impressions bigint, conversions bigint, cost numeric, sales numeric)`;
  const sums = "impressions, clicks, cost, conversions, sales";
  await db.query(
    `insert into fact_ad_campaign_daily (rpt_date, campaign_id, profile_id, currency_code, ${sums})
     select d, c, p, cur, ${sums} from ${record}`,
    [JSON.stringify(facts)],
  );
  // Two products share each SP row exactly; its keywords carry a part of it.
  await db.query(
    `insert into fact_ad_product_daily (rpt_date, campaign_id, ad_group_id, advertised_sku, profile_id,
       currency_code, product_code, ${sums})
     select f.rpt_date, f.campaign_id, f.campaign_id, 'S' || n, f.profile_id, f.currency_code, 'SPU-' || n,
       case n when 1 then f.impressions / 3 else f.impressions - f.impressions / 3 end,
       case n when 1 then f.clicks / 3 else f.clicks - f.clicks / 3 end,
       case n when 1 then round(f.cost / 3, 2) else f.cost - round(f.cost / 3, 2) end,
       case n when 1 then f.conversions / 3 else f.conversions - f.conversions / 3 end,
       case n when 1 then round(f.sales / 3, 2) else f.sales - round(f.sales / 3, 2) end
     from fact_ad_campaign_daily f join ad_campaign c using (campaign_id), generate_series(1, 2) n
     where c.ad_product = 'SP'`,
  );
  await db.query(
    `insert into fact_ad_keyword_daily (rpt_date, keyword_id, campaign_id, profile_id, currency_code,
       keyword_text, match_type, keyword_bid, ${sums})
     select f.rpt_date, k.keyword_id, f.campaign_id, f.profile_id, f.currency_code, k.keyword_text,
       k.match_type, k.bid + extract(day from f.rpt_date) / 100, f.impressions / 3, f.clicks / 3,
       round(f.cost / 3, 2), f.conversions / 3, round(f.sales / 3, 2)
     from fact_ad_campaign_daily f join ad_keyword k using (campaign_id)`,
  );
}

export type Query = Record<string, string>;

/** The backend with those facts, and calls of the report as people of the seed. */
export async function openAds() {
  const backend = await testBackend();
  await advertise(backend);
  const o = office(backend);
  const send = (who: string, path: string, params: Query) =>
    o.as(who).send("GET", `/advertisement/${path}`, undefined, params);
  return {
    backend,
    db: backend.db,
    as: o.as,
    send,
    /** The data of a call of the administrator. */
    async get(path: string, params: Query = {}) {
      const answer = await send("admin", path, params);
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
    close: () => backend.close(),
  };
}
export type Ads = Awaited<ReturnType<typeof openAds>>;
