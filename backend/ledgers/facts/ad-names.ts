import { createHash } from "node:crypto";
import { z } from "zod";
import type { Sql } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { adMatches } from "#documents/advertisement/ad-keyword";
import { keysOf } from "#documents/kit";
import { sameName } from "./ad-statements";

const count = z.number().int().min(0);
const money = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/);
const platformId = z.string().regex(/^\d{1,20}$/);
const measures = { impressions: count, clicks: count, cost: money, conversions: count, sales: money, units: count };
const named = z.string().max(300).nullish();
/** What has no number of the platform has a name. */
const key = { rptDate: z.iso.date(), campaignId: platformId.nullish(), campaignName: named };
const group = {
  adGroupId: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullish(),
  adGroupName: named,
};

/** What a report says of days, by level; a level that is given is whole: what it lacks of these days is zero. */
export const adDays = z.object({
  days: z.array(z.iso.date()).min(1).max(62),
  campaigns: z
    .array(
      z.object({
        ...key,
        ...measures,
        units: count.nullable(),
        state: z.enum(["ENABLED", "PAUSED", "ARCHIVED"]).nullish(),
        dailyBudget: money.nullish(),
      }),
    )
    .optional(),
  products: z
    .array(
      z.object({
        ...key,
        ...group,
        advertisedSku: z.string().min(1).max(200),
        asin: z.string().max(20).nullish(),
        ...measures,
      }),
    )
    .optional(),
  keywords: z
    .array(
      z.object({
        ...key,
        ...group,
        keywordId: platformId.nullish(),
        keywordText: z.string().min(1).max(500),
        matchType: z.enum(keysOf(adMatches)),
        keywordBid: money.nullable(),
        ...measures,
      }),
    )
    .optional(),
  terms: z
    .array(
      z.object({
        ...key,
        ...group,
        searchTerm: z.string().min(1).max(500),
        matched: z.string().max(500).nullish(),
        ...measures,
      }),
    )
    .optional(),
});
export type AdDays = z.infer<typeof adDays>;

/** The account that a report is of: one kind of advertising in one store; money in the store's currency. */
export interface AdAccount {
  tenantId: string;
  storeId: string;
  profileId: string;
  adProduct: "SP" | "SB" | "SD";
}

/** Numbers of ad groups that are known by name alone begin here; the platform's are far below. */
const BY_NAME = 900_000_000_000_000_000n;
const SPAN = 100_000_000_000_000_000n;

/** An ad group that is known by its name alone, always by the same number. */
const groupNumber = (name: string): string =>
  (BY_NAME + (BigInt(`0x${createHash("sha256").update(name).digest("hex").slice(0, 16)}`) % SPAN)).toString();

/** As `sameName`. */
const plain = (name: string) => name.trim().replaceAll(/\s+/g, " ");

/** Campaigns of the account by the names in `$4`. */
const NAMED = `from unnest($4::text[]) n(name)
  join ad_campaign c on c.tenant_id = $1 and c.store_id = $2 and c.ad_product = $3 and ${sameName("c.campaign_name")} = n.name`;

/** Makes campaigns of the names ($4) that no campaign of the account has; profile $5. */
const NAMES_MADE = `
  insert into ad_campaign (campaign_id, tenant_id, store_id, ad_product, profile_id, campaign_name, targeting_type, state,
    by_name)
  select nextval('ad_entity_id'), $1, $2, $3, $5, w.name, 'manual', 'ENABLED', true from unnest($4::text[]) w(name)
  where w.name not in (select n.name ${NAMED}) order by w.name
  on conflict do nothing`;

/** Numbers of campaigns by name. @throws Refusal 409 for a name that several have */
async function campaignNumbers(
  sql: Sql,
  { tenantId, storeId, adProduct, profileId }: AdAccount,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const about = [tenantId, storeId, adProduct, names];
  await sql.query(NAMES_MADE, [...about, profileId]);
  const found = await sql.query<{ name: string; id: string; known: number }>(
    `select n.name, coalesce(c.platform_id, c.campaign_id::text) as id,
       (count(*) filter (where not c.by_name) over (partition by n.name))::int as known ${NAMED}
     order by n.name, c.by_name desc, c.campaign_id`,
    about,
  );
  const twice = found.find(({ known }) => known > 1);
  if (twice)
    throw conflict(
      `活动“${twice.name}”在该店铺有${twice.known}个同名的，无法分辨是哪一个：请在广告后台改名后重新下载，或上传接口的报告（JSON）`,
    );
  // One that the platform has numbered comes after the one that was made of its name, and counts.
  return new Map(found.map(({ name, id }) => [name, id]));
}

type KeywordSaid = NonNullable<AdDays["keywords"]>[number];
const keywordKey = (row: Pick<KeywordSaid, "campaignId" | "keywordText" | "matchType">) =>
  [row.campaignId, row.matchType, row.keywordText.toLowerCase()].join(" ");

/** Keywords of campaigns ($1 tenant, $2 rows) by what they say. */
const SAID = `from jsonb_to_recordset($2::jsonb) as e("campaignId" text, "adGroupId" bigint, "keywordText" text, "matchType" text)
  join ad_campaign c on c.tenant_id = $1 and coalesce(c.platform_id, c.campaign_id::text) = e."campaignId"`;
const SAID_MADE = `
  insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, state, by_name)
  select nextval('ad_entity_id'), c.campaign_id, e."adGroupId", min(e."keywordText"), e."matchType", 'ENABLED', true ${SAID}
  group by c.campaign_id, e."adGroupId", lower(e."keywordText"), e."matchType"
  order by c.campaign_id, e."adGroupId", lower(e."keywordText"), e."matchType"
  on conflict do nothing`;
const SAID_FOUND = `
  select distinct e."campaignId", k.keyword_text as "keywordText", k.match_type as "matchType",
    k.ad_group_id::text as "adGroupId", coalesce(k.platform_id, k.keyword_id::text) as id, k.by_name as "byName" ${SAID}
  join ad_keyword k on k.campaign_id = c.campaign_id and lower(k.keyword_text) = lower(e."keywordText")
    and k.match_type = e."matchType"`;

interface KeywordFound {
  campaignId: string;
  keywordText: string;
  matchType: KeywordSaid["matchType"];
  adGroupId: string;
  id: string;
  byName: boolean;
}

/**
 * Keywords with their numbers: the platform's where the campaign has the words once, else one of their ad group's name.
 */
async function keywordNumbers(sql: Sql, tenantId: string, rows: readonly KeywordSaid[]): Promise<KeywordSaid[]> {
  const groups = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = keywordKey(row);
    groups.set(key, (groups.get(key) ?? new Set()).add(row.adGroupId ?? ""));
  }
  const find = () => sql.query<KeywordFound>(SAID_FOUND, [tenantId, JSON.stringify(rows)]);
  const numbersOf = (found: readonly KeywordFound[]) => {
    const byKey = new Map<string, KeywordFound[]>();
    for (const one of found) byKey.set(keywordKey(one), (byKey.get(keywordKey(one)) ?? []).concat(one));
    return (row: KeywordSaid) => {
      const same = byKey.get(keywordKey(row)) ?? [];
      const [known, ...more] = same.filter((one) => !one.byName);
      if (known && !more.length && groups.get(keywordKey(row))?.size === 1) return known.id;
      return same.find((one) => one.byName && one.adGroupId === row.adGroupId)?.id;
    };
  };
  const first = numbersOf(await find());
  const lacking = rows.filter((row) => !first(row));
  if (lacking.length) await sql.query(SAID_MADE, [tenantId, JSON.stringify(lacking)]);
  const number = lacking.length ? numbersOf(await find()) : first;
  return rows.map((row) => ({ ...row, keywordId: number(row) }));
}

/**
 * Gives what a report says of names the numbers that it lacks (files of the advertising console have none), in the
 * caller's transaction: a campaign of the account is found by its name, else made of it until the platform's number
 * comes.
 * @throws Refusal 409 for a name that several campaigns of the account have
 */
export async function numbered(sql: Sql, account: AdAccount, said: AdDays): Promise<AdDays> {
  const { campaigns, products, keywords, terms } = said;
  const all = [...(campaigns ?? []), ...(products ?? []), ...(keywords ?? []), ...(terms ?? [])];
  const named = all.filter((row) => !row.campaignId);
  if (!named.length) return said;
  const names = [...new Set(named.map((row) => plain(row.campaignName ?? "")))].sort();
  const numbers = await campaignNumbers(sql, account, names);
  const inCampaign = <T extends (typeof all)[number]>(row: T): T =>
    row.campaignId ? row : { ...row, campaignId: numbers.get(plain(row.campaignName ?? "")), campaignName: null };
  const inGroup = <T extends { adGroupId?: string | null; adGroupName?: string | null }>(row: T): T =>
    row.adGroupId ? row : { ...row, adGroupId: groupNumber(plain(row.adGroupName ?? "")) };
  const words = keywords?.map(inCampaign).map(inGroup);
  return {
    days: said.days,
    campaigns: campaigns?.map(inCampaign),
    products: products?.map(inCampaign).map(inGroup),
    keywords: words && (await keywordNumbers(sql, account.tenantId, words)),
    terms: terms?.map(inCampaign).map(inGroup),
  };
}
