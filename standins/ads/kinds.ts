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
      keywordId: (r: AdRow) => Number(r.keyword?.id),
      keyword: (r: AdRow) => r.keyword?.text,
      targeting: (r: AdRow) => r.keyword?.text,
      keywordType: (r: AdRow) => r.keyword?.match,
      matchType: (r: AdRow) => r.keyword?.match,
      keywordBid: (r: AdRow) => Number(r.keyword?.bid),
    },
  },
  spSearchTerm: {
    adProduct: "SPONSORED_PRODUCTS",
    product: "SP",
    level: "term",
    groupBy: "searchTerm",
    columns: {
      ...about,
      ...group,
      ...within7,
      searchTerm: (r: AdRow) => r.term,
      keywordId: (r: AdRow) => Number(r.keyword?.id),
      keyword: (r: AdRow) => r.keyword?.text,
      matchType: (r: AdRow) => r.keyword?.match,
    },
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
