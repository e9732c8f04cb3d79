import { z } from "zod";
import type { Erp, Query } from "./client.server";
import { id, list, page, text } from "./shapes";

// Advertising reports (market.md 6.3): money in the asked currency, ratios as fractions, null for none.

const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null);

const store = z.object({
  profileId: id,
  storeName: text,
  countryCode: text,
  currencyCode: text,
  timezone: text,
  regionCode: text,
  state: text,
  lastReportDate: text,
});
/** A store with an advertising account, of the caller's data scope. */
export type AdStore = z.output<typeof store>;

const report = z.object({
  series: list(z.string()),
  reports: list(
    z.object({ key: z.string(), name: text, data: z.array(number), total: number, lastTotal: number, change: number }),
  ),
  currency: text,
  granularity: z.enum(["day", "week", "month"]).catch("day"),
});
export type AdReport = z.output<typeof report>;

const compared = list(
  z.object({
    key: z.string(),
    type: text,
    last: number,
    current: number,
    change: number,
    better: z
      .boolean()
      .nullish()
      .transform((value) => value ?? null),
  }),
);
export type AdComparison = z.output<typeof compared>;

/** Every metric, by its key. */
const sums = {
  impressions: number,
  clicks: number,
  conversions: number,
  spend: number,
  sales: number,
  ctr: number,
  cvr: number,
  roas: number,
  cpa: number,
  cpc: number,
  acos: number,
};
const product = z.object({ productCode: text, productName: text, imageUrl: text, skuCount: number, ...sums });
/** What was advertised of one product. */
export type AdProduct = z.output<typeof product>;

const measures = z.object(sums).partial();
/** One thing in both periods. */
const both = { last: measures, current: measures, change: measures };
const moved = { campaignName: text, storeName: text, flag: text, ...both };
const campaign = z.object({ campaignId: id, adProduct: text, state: text, budget: number, ...moved });
export type CampaignChange = z.output<typeof campaign>;
const keyword = z.object({ keywordId: id, keyword: text, matchType: text, bid: number, lastBid: number, ...moved });
export type KeywordChange = z.output<typeof keyword>;

const word = z.object({ name: text, value: number, ...sums });
export type CloudWord = z.output<typeof word>;

/** Parts of the report page: the call of each and that of its file. */
export const adCalls = {
  report: ["rptcampaigns/report", "rptcampaigns/downloadReport"],
  compared: ["rptcampaigns/campaignCompared", "rptcampaigns/downloadCampaignCompared"],
  listing: ["rptcampaigns/campaignListing", "rptcampaigns/downloadCampaignListing"],
  change: ["rptcampaigns/campaignChange", "rptcampaigns/downloadCampaignChange"],
  keyword: ["rptcampaignkeywords/keywordChange", "rptcampaignkeywords/downloadKeywordChange"],
  wordcloud: ["rptcampaignkeywords/wordCloud", "rptcampaignkeywords/downloadWordCloud"],
} as const;
export type AdPart = keyof typeof adCalls;

const schemas = {
  report,
  compared,
  wordcloud: list(word),
  listing: page(product).extend({ summary: z.object(sums) }),
  change: page(campaign).extend({ summary: z.object(both) }),
  keyword: page(keyword).extend({ summary: z.object(both) }),
};

/** Address of the file of a part. */
export const adFile = (part: AdPart) => `/advertisement/${adCalls[part][1]}`;

export const fetchAds = <P extends AdPart>(erp: Pick<Erp, "get">, part: P, query: Query) =>
  erp.get(`/advertisement/${adCalls[part][0]}`, { query, schema: schemas[part] }) as Promise<
    z.output<(typeof schemas)[P]>
  >;

export const fetchAdStores = (erp: Pick<Erp, "get">) =>
  erp.get("/advertisement/amazonadcommonprofiles/storeList", { schema: list(store) });
