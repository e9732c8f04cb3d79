import { z } from "zod";
import type { AdAccount, AdDays } from "#backend/ledgers/facts/ad-names";
import { r4 } from "#backend/platform/values";
import type { adReportKinds } from "#documents/base/report-file";
import { targetWritten } from "./targets";

/** Amazon writes amounts as numbers, now and then with more digits than any money has. */
const amount = z.union([z.number().min(0).max(1e11), z.string().regex(/^\d{1,12}(\.\d+)?$/)]).transform((v) => r4(v));
const counted = z.number().int().min(0);
const platformId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const text = z.string().trim().min(1).max(200);
const asin = z.string().max(20).nullish();
const adGroupId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,18}$/)]).transform(String);

const common = {
  date: z.iso.date(),
  campaignId: platformId,
  campaignName: z.string().max(300).nullish(),
  campaignBudgetCurrencyCode: z.string().regex(/^[A-Z]{3}$/),
  impressions: counted,
  clicks: counted,
  cost: amount,
};
const within7 = { purchases7d: counted, sales7d: amount, unitsSoldClicks7d: counted };
const within14 = { purchases: counted, sales: amount, unitsSold: counted };

/** What came of it, by either name. */
type AdResults = z.output<z.ZodObject<typeof within7>> | z.output<z.ZodObject<typeof within14>>;

const resultsOf = (row: AdResults) =>
  "purchases7d" in row
    ? { conversions: row.purchases7d, sales: row.sales7d, units: row.unitsSoldClicks7d }
    : { conversions: row.purchases, sales: row.sales, units: row.unitsSold };

const measured = (row: z.output<z.ZodObject<typeof common>> & AdResults) => ({
  rptDate: row.date,
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  impressions: row.impressions,
  clicks: row.clicks,
  cost: row.cost,
  ...resultsOf(row),
});

const budget = {
  campaignStatus: z.enum(["ENABLED", "PAUSED", "ARCHIVED"]).nullish(),
  campaignBudgetAmount: amount.nullish(),
};

/** A row as the facts take it, and the currency that it is in; null: of nothing that they hold. */
export interface AdRowRead {
  /** Where it stands in its report. */
  no: number;
  currency: string;
  day: string;
  row: NonNullable<AdDays["campaigns" | "products" | "keywords" | "terms"]>[number] | null;
}

/** A kind of report: how it is asked for and how a row of it is read. */
export interface AdReportKind {
  adProduct: AdAccount["adProduct"];
  level: "campaigns" | "products" | "keywords" | "terms";
  groupBy: string;
  columns: readonly string[];
  /** Columns that each row has, whatever is in them. */
  needs: readonly string[];
  /** @throws ZodError for a row that is not as agreed */
  read(row: unknown): Omit<AdRowRead, "no">;
}

function kindOf<T extends z.output<z.ZodObject<typeof common>>>(
  about: Pick<AdReportKind, "adProduct" | "level" | "groupBy">,
  schema: z.ZodType<T> & { shape: Readonly<Record<string, z.ZodType>> },
  row: (read: T) => AdRowRead["row"],
): AdReportKind {
  return {
    ...about,
    columns: Object.keys(schema.shape),
    needs: Object.entries(schema.shape).flatMap(([name, type]) => (type.safeParse(undefined).success ? [] : name)),
    read(given) {
      const read = schema.parse(given);
      return { currency: read.campaignBudgetCurrencyCode, day: read.date, row: row(read) };
    },
  };
}

const campaignsOf = (adProduct: AdAccount["adProduct"], results: typeof within7 | typeof within14) => {
  const about = { adProduct, level: "campaigns", groupBy: "campaign" } as const;
  const told = (row: z.output<z.ZodObject<typeof budget>>) => ({
    state: row.campaignStatus,
    dailyBudget: row.campaignBudgetAmount,
  });
  return "purchases7d" in results
    ? kindOf(about, z.object({ ...common, ...budget, ...within7 }), (r) => ({ ...measured(r), ...told(r) }))
    : kindOf(about, z.object({ ...common, ...budget, ...within14 }), (r) => ({ ...measured(r), ...told(r) }));
};

export const MATCHES = ["BROAD", "PHRASE", "EXACT"] as const;

/**
 * Reports of version 3 (figures.md A.3), campaigns before what they consist of. SP counts what came of it within 7
 * days, SB and SD within 14.
 */
const KINDS: Readonly<Record<AdKindName, AdReportKind>> = {
  spCampaigns: campaignsOf("SP", within7),
  sbCampaigns: campaignsOf("SB", within14),
  sdCampaigns: campaignsOf("SD", within14),
  spAdvertisedProduct: kindOf(
    { adProduct: "SP", level: "products", groupBy: "advertiser" },
    z.object({ ...common, ...within7, adGroupId, advertisedSku: text, advertisedAsin: asin }),
    (r) => ({ ...measured(r), adGroupId: r.adGroupId, advertisedSku: r.advertisedSku, asin: r.advertisedAsin }),
  ),
  sdAdvertisedProduct: kindOf(
    { adProduct: "SD", level: "products", groupBy: "advertiser" },
    z.object({ ...common, ...within14, adGroupId, promotedSku: text, promotedAsin: asin }),
    (r) => ({ ...measured(r), adGroupId: r.adGroupId, advertisedSku: r.promotedSku, asin: r.promotedAsin }),
  ),
  spTargeting: kindOf(
    { adProduct: "SP", level: "keywords", groupBy: "targeting" },
    z.object({
      ...common,
      ...within7,
      adGroupId,
      keywordId: platformId,
      keyword: z.string().max(500).nullish(),
      targeting: z.string().max(500).nullish(),
      matchType: z.string(),
      keywordBid: amount.nullish(),
    }),
    (r) => {
      const text = r.keyword || r.targeting || r.keywordId;
      const matchType = MATCHES.find((one) => one === r.matchType);
      const said = matchType ? { matchType, keywordText: text } : targetWritten(text);
      const about = { adGroupId: r.adGroupId, keywordId: r.keywordId, keywordBid: r.keywordBid ?? null };
      return { ...measured(r), ...about, ...said };
    },
  ),
  spSearchTerm: kindOf(
    { adProduct: "SP", level: "terms", groupBy: "searchTerm" },
    z.object({ ...common, ...within7, adGroupId, searchTerm: text, keyword: z.string().max(500).nullish() }),
    (r) => ({ ...measured(r), adGroupId: r.adGroupId, searchTerm: r.searchTerm, matched: r.keyword }),
  ),
};
export const AD_KINDS: Readonly<Record<string, AdReportKind>> = KINDS;
export type AdKindName = keyof typeof adReportKinds;

export const AD_PRODUCTS = { SP: "SPONSORED_PRODUCTS", SB: "SPONSORED_BRANDS", SD: "SPONSORED_DISPLAY" } as const;
