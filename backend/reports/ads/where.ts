import { literal, Where } from "../../db/page";
import { adScope } from "../../facts/scope";
import type { Caller } from "../../http/caller";
import type { Filter, Periods } from "./filter";

export const FACTS = {
  campaign: "fact_ad_campaign_daily",
  product: "fact_ad_product_daily",
  keyword: "fact_ad_keyword_daily",
} as const;
export type Fact = keyof typeof FACTS;

/** The fact that knows what is asked for: campaigns do not tell their products and keywords apart. */
export const factFor = ({ productCode, keyword, matchType }: Filter): Fact =>
  productCode ? "product" : keyword || matchType.length ? "keyword" : "campaign";

const like = (value: string) => `%${literal(value)}%`;

/** Keywords asked for: of the fact `f` itself, else campaigns that have such keywords. */
function keywords(where: Where, fact: Fact, { keyword, matchType }: Filter) {
  const own = fact === "keyword";
  const of = own ? "f" : "k";
  const parts = [
    ...(keyword ? [[`${of}.keyword_text ilike ?`, like(keyword)] as const] : []),
    ...(matchType.length ? [[`${of}.match_type = any(?)`, matchType] as const] : []),
  ];
  if (!parts.length) return;
  const condition = parts.map(([sql]) => sql).join(" and ");
  const values = parts.map(([, value]) => value);
  if (own) where.and(condition, ...values);
  else
    where.and(
      `c.campaign_id in (select k.campaign_id from ad_keyword k where ${condition})`,
      ...values,
    );
}

/** Conditions on the fact `f` and its campaign `c`: data scope and filter form, dates apart. */
export function adWhere(caller: Caller, filter: Filter, fact: Fact, { now }: Periods): Where {
  const where = adScope(caller, "c", new Where());
  const { profileIds, adProduct, portfolioId, campaignId, groupId, productCode } = filter;
  if (profileIds.length) where.and("c.profile_id = any(?)", profileIds);
  if (adProduct.length) where.and("c.ad_product = any(?)", adProduct);
  if (portfolioId.length) where.and("c.portfolio_id = any(?::bigint[])", portfolioId);
  if (campaignId.length) where.and("c.campaign_id = any(?::bigint[])", campaignId);
  if (groupId.length) where.and("c.group_id = any(?::bigint[])", groupId);
  keywords(where, fact, filter);
  if (productCode && fact === "product") where.and("f.product_code ilike ?", like(productCode));
  else if (productCode)
    where.and(
      `c.campaign_id in (select p.campaign_id from ${FACTS.product} p
         where p.rpt_date between ?::date and ?::date and p.product_code ilike ?)`,
      now.start,
      now.end,
      like(productCode),
    );
  return where;
}
