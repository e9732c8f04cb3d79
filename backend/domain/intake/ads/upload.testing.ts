import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { adReportKinds } from "#documents/base/report-file";
import { keysOf } from "#documents/kit";
import { reportsBy } from "../reports.testing";
import { openAds, type TrueRow } from "./fetch.testing";
import type { AdKindName } from "./kinds";

type Cells = Readonly<Record<string, string | number | null>>;
interface Campaign {
  id: string;
  name: string;
  product: "SP" | "SB" | "SD";
  currency: string;
  budget: string;
  state: string;
  adGroupId: string;
  skus: { sku: string; asin?: string }[];
  keywords: { id: string; text: string; match: string; bid: string }[];
}

const LEVELS = {
  Campaigns: "campaigns",
  AdvertisedProduct: "products",
  Targeting: "keywords",
  SearchTerm: "terms",
} as const;
export const KINDS = keysOf(adReportKinds);

/** 5.5 as the console writes it, and where its marketplace writes a comma. */
const money = (hundredths: number, comma = false) => (hundredths / 100).toFixed(2).replace(".", comma ? "," : ".");
/** 2026-01-05 as `Jan 05, 2026`. */
export const named = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "2-digit",
    year: "numeric",
  });

/** That account, and what a person uploads of it, in the words of the console or of the interface. */
export async function openUploads() {
  const scene = await openAds();
  const { token, send, upload: uploaded } = await reportsBy(scene.backend);
  const campaigns: Campaign[] = Object(await scene.standIns.heard("ads")).campaigns;

  async function rowsOf(kind: AdKindName): Promise<{ row: TrueRow; campaign: Campaign }[]> {
    const level = Object.entries(LEVELS).find(([end]) => kind.endsWith(end))?.[1] ?? "campaigns";
    const product = kind.slice(0, 2).toUpperCase();
    return (await scene.truth(level)).flatMap((row) => {
      const campaign = campaigns.find((c) => c.id === row.campaignId && c.product === product);
      return campaign ? { row, campaign } : [];
    });
  }

  /** The file that the interface delivers. */
  async function json(kind: AdKindName): Promise<Cells[]> {
    const rows = await rowsOf(kind);
    return rows.map(({ row, campaign }) => {
      const word = campaign.keywords.find((k) => k.id === row.keywordId);
      const sku = row.sku && { sku: row.sku, asin: campaign.skus.find((s) => s.sku === row.sku)?.asin ?? null };
      const seven = kind.startsWith("sp");
      return {
        date: row.day,
        campaignId: Number(campaign.id),
        campaignName: campaign.name,
        campaignBudgetCurrencyCode: campaign.currency,
        impressions: row.impressions,
        clicks: row.clicks,
        cost: row.cost / 100,
        [seven ? "purchases7d" : "purchases"]: row.purchases,
        [seven ? "sales7d" : "sales"]: row.sales / 100,
        [seven ? "unitsSoldClicks7d" : "unitsSold"]: row.units,
        ...(kind.endsWith("Campaigns") && {
          campaignStatus: campaign.state,
          campaignBudgetAmount: Number(campaign.budget),
        }),
        ...((sku || word) && { adGroupId: Number(campaign.adGroupId) }),
        ...(sku && { [seven ? "advertisedSku" : "promotedSku"]: sku.sku }),
        ...(sku && { [seven ? "advertisedAsin" : "promotedAsin"]: sku.asin }),
        ...(word && {
          keywordId: Number(word.id),
          keyword: word.text,
          matchType: word.match,
          ...(row.term ? { searchTerm: row.term } : { keywordBid: Number(word.bid) }),
        }),
      };
    });
  }

  /** The same as the console lets it be downloaded. */
  async function consoleRows(kind: AdKindName): Promise<Cells[]> {
    const n = kind.startsWith("sp") ? 7 : 14;
    return (await rowsOf(kind)).map(({ row, campaign }) => {
      const word = campaign.keywords.find((k) => k.id === row.keywordId);
      return {
        Date: named(row.day),
        "Portfolio name": "No Portfolio",
        Currency: campaign.currency,
        "Campaign Name": campaign.name,
        ...((row.sku || word) && { "Ad Group Name": `${campaign.name} group` }),
        ...(row.sku && { "Advertised SKU": row.sku, "Advertised ASIN": "" }),
        ...(word && { Targeting: word.text, "Match Type": word.match }),
        ...(row.term && { "Customer Search Term": row.term }),
        Impressions: row.impressions,
        Clicks: row.clicks,
        Spend: `$${money(row.cost)}`,
        [`${n} Day Total Sales `]: money(row.sales),
        [`${n} Day Total Orders (#)`]: row.purchases,
        [`${n} Day Total Units (#)`]: row.units,
      };
    });
  }

  const upload = (content: string | Uint8Array, { name = "report.csv", store = scene.us, ...more }: UploadMore = {}) =>
    uploaded(store, content, more, name);
  const uploadJson = async (kind: AdKindName, more: UploadMore = {}) =>
    upload(gzipSync(JSON.stringify(await json(kind))), { name: `report-${kind}.json.gz`, ...more });
  return { ...scene, token, send, json, consoleRows, upload, uploadJson };
}

interface UploadMore {
  name?: string;
  store?: string;
  reportTime?: string;
}

/** Rows as csv, all cells quoted where the sign between them stands in them. */
export function csvOf(rows: readonly Cells[], sign = ","): string {
  const quoted = (cell: unknown) => {
    const text = String(cell ?? "");
    return text.includes(sign) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const head = Object.keys(rows[0] ?? {});
  return [head, ...rows.map((row) => head.map((name) => row[name]))]
    .map((cells) => cells.map(quoted).join(sign))
    .join("\r\n");
}

/** All facts of a store's advertising, by names. */
export const factsOf = ({ db }: Pick<Awaited<ReturnType<typeof openAds>>, "db">, storeId: string) =>
  db.query<Record<string, string>>(
    `select 'campaign' as level, f.rpt_date::text as day, c.campaign_name as name, '' as of, f.impressions, f.clicks, f.cost,
       f.conversions, f.sales, f.units from fact_ad_campaign_daily f join ad_campaign c using (campaign_id) where c.store_id = $1
     union all
     select 'product', f.rpt_date::text, c.campaign_name, f.advertised_sku || ' ' || f.product_code, sum(f.impressions),
       sum(f.clicks), sum(f.cost), sum(f.conversions), sum(f.sales), sum(f.units)
     from fact_ad_product_daily f join ad_campaign c using (campaign_id) where c.store_id = $1 group by 1, 2, 3, 4
     union all
     select 'keyword', f.rpt_date::text, c.campaign_name, k.keyword_text || ' ' || k.match_type, sum(f.impressions), sum(f.clicks),
       sum(f.cost), sum(f.conversions), sum(f.sales), sum(f.units)
     from fact_ad_keyword_daily f join ad_keyword k using (keyword_id) join ad_campaign c on c.campaign_id = k.campaign_id
     where c.store_id = $1 group by 1, 2, 3, 4
     union all
     select 'trade', biz_date::text, seller_sku, '', 0, 0, ad_spend, 0, 0, 0 from fact_trade_daily
     where store_id = $1 and ad_spend <> 0
     order by 1, 2, 3, 4`,
    [storeId],
  );

const HEAD = [
  '"Date","Portfolio name","Currency","Campaign Name","Ad Group Name","Advertised SKU","Advertised ASIN","Impressions"',
  '"Clicks","Click-Thru Rate (CTR)","Spend","7 Day Total Sales ","Total Advertising Cost of Sales (ACOS) "',
  '"7 Day Total Orders (#)","7 Day Total Units (#)"',
].join(",");
/** What one product cost on a day. */
type Advertised = [day: string, campaign: string, sku: string, spend: string, clicks?: number];
export const productLine = ([day, campaign, sku, spend, clicks = 3]: Advertised) =>
  `"${named(day)}","No Portfolio","USD","${campaign}","Group, ""all""","${sku}","B0AAAAAAA1","1,234","${clicks}","0.24%","$${spend}","$1,079.96","1%","4","5"`;
/** The console's csv of advertised products, in dollars. */
export const products = (...lines: Advertised[]) => `\uFEFF${[HEAD, ...lines.map(productLine)].join("\r\n")}\r\n`;

/** A company whose stores have no interface to advertising, only files of its console. */
export async function openConsole() {
  const scene = await openUploads();
  await scene.db.query("update connector set enabled = false");
  /** What goods cost on a day, by what the store calls them. */
  const spendOf = async (day: string, store = scene.us) =>
    Object.fromEntries(
      (
        await scene.db.query<{ sku: string; spend: string }>(
          `select seller_sku as sku, ad_spend::numeric(18, 2) as spend from fact_trade_daily
           where store_id = $1 and biz_date = $2 and ad_spend <> 0 order by 1`,
          [store, day],
        )
      ).map((r) => [r.sku, r.spend]),
    );
  /** What is said of a file that is refused. */
  async function problemOf(content: string | Uint8Array, more: Parameters<typeof scene.upload>[1] = {}) {
    const { status, problem } = await scene.upload(content, more);
    expect(status).toBe("failed");
    return problem;
  }
  return { ...scene, days: Array.from({ length: 10 }, (_, n) => scene.day(n)), spendOf, problemOf };
}
