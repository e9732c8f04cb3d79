import { z } from "zod";

const count = z.number().int().min(0);
const money = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/);
const measures = {
  impressions: count,
  clicks: count,
  cost: money,
  conversions: count,
  sales: money,
  units: count,
};
const key = { rptDate: z.iso.date(), campaignId: z.string().regex(/^\d{1,18}$/) };

/** What a report of the advertising account says of some days; money in the account's currency. */
export const adDays = z.object({
  campaigns: z.array(
    z.object({ ...key, ...measures, topOfSearchShare: z.number().min(0).max(1).nullish() }),
  ),
  products: z.array(
    z.object({
      ...key,
      adGroupId: z.string().regex(/^\d{1,18}$/),
      advertisedSku: z.string().min(1),
      ...measures,
    }),
  ),
  keywords: z.array(
    z.object({ ...key, keywordId: z.string().regex(/^\d{1,18}$/), keywordBid: money, ...measures }),
  ),
});
export type AdDays = z.infer<typeof adDays>;

const VALUES = ["impressions", "clicks", "cost", "conversions", "sales", "units"];
const types: Record<string, string> = {
  cost: "numeric",
  sales: "numeric",
  keywordBid: "numeric",
  topOfSearchShare: "numeric",
  rptDate: "date",
  advertisedSku: "text",
};
const set = (columns: string[]) => columns.map((c) => `${c} = excluded.${c}`).join(", ");
/** `$1` (JSON) as rows with wire names. */
const rows = (names: string[]) =>
  `jsonb_to_recordset($1::jsonb) as e(${[...names, ...VALUES].map((n) => `"${n}" ${types[n] ?? "bigint"}`).join(", ")})`;
const taken = VALUES.map((v) => `e.${v}`).join(", ");
const profile = "c.profile_id, i.currency";
const account =
  'join ad_campaign c on c.campaign_id = e."campaignId" join store s on s.id = c.store_id join site i on i.id = s.site_id';

/** Upserts of the three ad facts in the order of their keys; a row that is there gets the new values. */
export const UPSERTS = {
  campaigns: `insert into fact_ad_campaign_daily (rpt_date, campaign_id, profile_id, currency_code, ${VALUES},
      top_of_search_share)
    select e."rptDate", c.campaign_id, ${profile}, ${taken}, e."topOfSearchShare"
    from ${rows(["rptDate", "campaignId", "topOfSearchShare"])} ${account} order by 1, 2
    on conflict (rpt_date, campaign_id) do update set ${set([...VALUES, "top_of_search_share"])}`,
  products: `insert into fact_ad_product_daily (rpt_date, campaign_id, ad_group_id, advertised_sku, profile_id,
      currency_code, asin, product_code, ${VALUES})
    select e."rptDate", c.campaign_id, e."adGroupId", e."advertisedSku", ${profile}, l.asin,
      coalesce(p.spu_code, k.sku_code), ${taken}
    from ${rows(["rptDate", "campaignId", "adGroupId", "advertisedSku"])} ${account}
      join lateral (select * from sku_listing l where l.store_id = c.store_id and l.msku = e."advertisedSku"
        order by l.del_flag, l.id limit 1) l on true
      join sku k on k.id = l.sku_id left join spu p on p.id = k.spu_id
    order by 1, 2, 3, 4
    on conflict (rpt_date, campaign_id, ad_group_id, advertised_sku) do update set ${set(VALUES)}`,
  keywords: `insert into fact_ad_keyword_daily (rpt_date, keyword_id, campaign_id, profile_id, currency_code,
      keyword_text, match_type, keyword_bid, ${VALUES})
    select e."rptDate", w.keyword_id, c.campaign_id, ${profile}, w.keyword_text, w.match_type, e."keywordBid", ${taken}
    from ${rows(["rptDate", "campaignId", "keywordId", "keywordBid"])} ${account}
      join ad_keyword w on w.keyword_id = e."keywordId" and w.campaign_id = c.campaign_id
    order by 1, 2
    on conflict (rpt_date, keyword_id) do update set ${set([...VALUES, "keyword_bid"])}`,
};
