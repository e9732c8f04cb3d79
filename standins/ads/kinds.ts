import type { AdTarget } from "../world/ads";
import type { AdRow } from "./figures";

const money = (hundredths: number) => hundredths / 100;

/** Columns that a kind of report has, with what stands in them. */
type AdColumns = Readonly<Record<string, (row: AdRow) => unknown>>;

const about: AdColumns = {
  date: (r) => r.day,
  campaignId: (r) => Number(r.campaign.id),
  campaignName: (r) => r.campaign.name,
  campaignStatus: (r) => r.campaign.state,
  campaignBudgetAmount: (r) => Number(r.campaign.budget),
  campaignBudgetCurrencyCode: (r) => r.campaign.currency,
  impressions: (r) => r.counted.impressions,
  clicks: (r) => r.counted.clicks,
  cost: (r) => money(r.counted.cost),
};
/** What came of it within seven days, as sponsored products say it. */
const within7: AdColumns = {
  purchases7d: (r) => r.counted.purchases,
  sales7d: (r) => money(r.counted.sales),
  unitsSoldClicks7d: (r) => r.counted.units,
};
/** Within fourteen days, as the others say it. */
const within14: AdColumns = {
  purchases: (r) => r.counted.purchases,
  sales: (r) => money(r.counted.sales),
  unitsSold: (r) => r.counted.units,
};
const group: AdColumns = { adGroupId: (r) => Number(r.campaign.adGroupId), adGroupName: (r) => r.campaign.name };

const AUTO: Readonly<Record<string, string>> = {
  QUERY_HIGH_REL_MATCHES: "close-match",
  QUERY_BROAD_REL_MATCHES: "loose-match",
  ASIN_SUBSTITUTE_RELATED: "substitutes",
  ASIN_ACCESSORY_RELATED: "complements",
};
const MANUAL: Readonly<Record<string, string>> = {
  ASIN_SAME_AS: 'asin="%"',
  ASIN_EXPANDED_FROM: 'asin-expanded="%"',
  ASIN_CATEGORY_SAME_AS: 'category="%"',
  ASIN_BRAND_SAME_AS: 'brand="%"',
  ASIN_PRICE_LESS_THAN: "price<%",
  ASIN_PRICE_BETWEEN: "price=%",
  ASIN_PRICE_GREATER_THAN: "price>%",
};

/** Is it one of those that an automatic campaign has? */
export const isAuto = ({ expression }: AdTarget) => expression.some(({ type }) => AUTO[type]);

/** A target as its reports write it. */
const written = ({ expression, resolved = expression }: AdTarget) =>
  resolved
    .map(({ type, value = "" }) => AUTO[type] ?? (MANUAL[type] ?? `${type.toLowerCase()}="%"`).replace("%", value))
    .join(" ");

/** What was bid on. */
const bidOn: AdColumns = {
  keywordId: (r) => Number((r.keyword ?? r.target)?.id),
  keyword: (r) => r.keyword?.text ?? (r.target && written(r.target)),
  matchType: (r) => r.keyword?.match ?? (r.target && `TARGETING_EXPRESSION${isAuto(r.target) ? "_PREDEFINED" : ""}`),
};

/** Kinds of report that are understood: whose, of what, by what, with which columns. */
export const AD_REPORTS: Readonly<
  Record<
    string,
    {
      adProduct: string;
      product: string;
      level: "campaign" | "product" | "keyword" | "term";
      groupBy: string;
      columns: AdColumns;
    }
  >
> = Object.assign(Object.create(null), {
  spCampaigns: {
    adProduct: "SPONSORED_PRODUCTS",
    product: "SP",
    level: "campaign",
    groupBy: "campaign",
    columns: { ...about, ...within7 },
  },
  spAdvertisedProduct: {
    adProduct: "SPONSORED_PRODUCTS",
    product: "SP",
    level: "product",
    groupBy: "advertiser",
    columns: {
      ...about,
      ...group,
      ...within7,
      advertisedSku: (r: AdRow) => r.sku?.sku,
      advertisedAsin: (r: AdRow) => r.sku?.asin,
    },
  },
  spTargeting: {
    adProduct: "SPONSORED_PRODUCTS",
    product: "SP",
    level: "keyword",
    groupBy: "targeting",
    columns: {
      ...about,
      ...group,
      ...within7,
      ...bidOn,
      targeting: bidOn.keyword,
      keywordType: bidOn.matchType,
      keywordBid: (r: AdRow) => Number((r.keyword ?? r.target)?.bid),
    },
  },
  spSearchTerm: {
    adProduct: "SPONSORED_PRODUCTS",
    product: "SP",
    level: "term",
    groupBy: "searchTerm",
    columns: { ...about, ...group, ...within7, ...bidOn, searchTerm: (r: AdRow) => r.term },
  },
  sbCampaigns: {
    adProduct: "SPONSORED_BRANDS",
    product: "SB",
    level: "campaign",
    groupBy: "campaign",
    columns: { ...about, ...within14 },
  },
  sdCampaigns: {
    adProduct: "SPONSORED_DISPLAY",
    product: "SD",
    level: "campaign",
    groupBy: "campaign",
    columns: { ...about, ...within14 },
  },
  sdAdvertisedProduct: {
    adProduct: "SPONSORED_DISPLAY",
    product: "SD",
    level: "product",
    groupBy: "advertiser",
    columns: {
      ...about,
      ...group,
      ...within14,
      promotedSku: (r: AdRow) => r.sku?.sku,
      promotedAsin: (r: AdRow) => r.sku?.asin,
    },
  },
});
