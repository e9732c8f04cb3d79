import { z } from "zod";
import { seeUnmapped } from "#backend/engine/connect/unmapped";
import { Refused } from "#backend/engine/connect/words";
import { FOLLOWED_DAYS, takeAdDays, unknownAdvertised } from "#backend/ledgers/facts/ad-days";
import type { AdAccount, AdDays } from "#backend/ledgers/facts/ad-names";
import { type Database, NOW, patchRow, type Sql } from "#backend/platform/db";
import { dec, r4 } from "#backend/platform/values";
import { objectsIn } from "./json-rows";
import { AD_KINDS, type AdReportKind, type AdRowRead } from "./kinds";

/** A report that was asked for, as it is worked on. */
export interface AdRequest {
  id: string;
  tenantId: string;
  storeId: string;
  type: string;
  start: string;
  end: string;
  state: "due" | "waiting";
  platformNo: string | null;
  attempts: number;
  accepted: boolean;
  /** Nobody waits for it any more: it is asked for anew. */
  lost: boolean;
}

/** @throws Refused for a kind that nobody knows any more */
export function kindOfRequest({ type }: Pick<AdRequest, "type">): AdReportKind {
  const kind = AD_KINDS[type];
  if (!kind) throw new Refused(`未知的报告${type}`);
  return kind;
}

const drop = (sql: Pick<Sql, "query">, id: string) => sql.query("delete from ad_report_row where report_id = $1", [id]);

/** What is told of a store, and whether a person has confirmed that it is far less than there was. */
export type AdTold = Pick<AdRequest, "id" | "tenantId" | "storeId" | "type" | "accepted">;

/** Rows as they come, and what is thrown for one that is not as agreed. */
export interface AdRowsGiven {
  rows: AsyncIterable<readonly AdRowRead[]>;
  refuse(said: string): Error;
  /** Days that were asked for; any where nobody did. */
  window?: { start: string; end: string };
}

/** Rows in JSON as they are to be. @throws what is said, naming the row and the column that are not */
export async function* readAdRows(
  kind: AdReportKind,
  batches: AsyncIterable<readonly unknown[]>,
  refuse: AdRowsGiven["refuse"],
): AsyncGenerator<AdRowRead[]> {
  let no = 0;
  for await (const batch of batches)
    yield batch.map((given) => {
      no += 1;
      try {
        return { ...kind.read(given), no };
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        throw refuse(`报告第${no}行的${error.issues[0]?.path.join(".") || "内容"}不正确`);
      }
    });
}

/** Of what a report has rows. */
export interface AdRowsKept {
  count: number;
  /** First and last day; none where it has no rows. */
  days?: readonly [first: string, last: string];
}

/**
 * Keeps the rows of a report as they come; what was kept of it before goes.
 * @throws what is said for a row in another currency than its store's, or of a day that was not asked for
 */
export async function keepAdRows(
  sql: Pick<Sql, "query" | "one">,
  { id, storeId }: Pick<AdRequest, "id" | "storeId">,
  { rows: given, refuse, window }: AdRowsGiven,
): Promise<AdRowsKept> {
  const site = await sql.one<{ currency: string }>(
    "select i.currency from store s join site i on i.id = s.site_id where s.id = $1",
    [storeId],
  );
  await drop(sql, id);
  const kept: AdRowsKept = { count: 0 };
  for await (const batch of given) {
    for (const { currency, day, no } of batch) {
      if (currency !== site?.currency) throw refuse(`第${no}行币种${currency}与店铺币种${site?.currency ?? ""}不符`);
      if (window && (day < window.start || day > window.end)) throw refuse(`报告含有未申请的日期${day}`);
      const [first, last] = kept.days ?? [day, day];
      kept.days = [day < first ? day : first, day > last ? day : last];
      kept.count += 1;
    }
    const rows = batch.flatMap(({ row }) => row ?? []);
    await sql.query(
      `insert into ad_report_row (report_id, rpt_date, body)
       select $1, (b ->> 'rptDate')::date, b from jsonb_array_elements($2::jsonb) b`,
      [id, JSON.stringify(rows)],
    );
  }
  return kept;
}

/**
 * Keeps the rows of a report that was asked for, as they come from the other side.
 * @returns how many rows it has
 * @throws Later where it breaks off, Refused where it is not what was asked for
 */
export async function stageAdReport(
  db: Database,
  request: AdRequest,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const refuse = (said: string) => new Refused(said);
  const rows = readAdRows(kindOfRequest(request), objectsIn(bytes), refuse);
  return (await keepAdRows(db, request, { rows, refuse, window: request })).count;
}

/** When a report was made, or asked for: what was told as of later counts. */
const AS_OF = (report: string) => `(coalesce(${report}.told_time, ${report}.create_time), ${report}.id)`;
const TOLD_OF = (report: string) => `${report}.tenant_id = r.tenant_id and ${report}.store_id = r.store_id
  and ${report}.state = 'done' and d::date between ${report}.start_date and ${report}.end_date`;

/**
 * Days of a report that are still restated ($2: type of what has its campaigns): whether a newer one told of each, and
 * whether one told of the campaigns.
 */
const DAYS = `
  select d::date::text as day,
    exists (select 1 from ad_report n where ${TOLD_OF("n")} and n.report_type = r.report_type
      and ${AS_OF("n")} > ${AS_OF("r")}) as newer,
    exists (select 1 from ad_report n where ${TOLD_OF("n")} and n.report_type = $2) as "hasCampaigns"
  from ad_report r join store s on s.id = r.store_id join site i on i.id = s.site_id,
    generate_series(r.start_date, r.end_date, interval '1 day') d
  where r.id = $1 and d::date >= (now() at time zone i.timezone)::date - ${FOLLOWED_DAYS}
    and d::date < (now() at time zone i.timezone)::date
  order by 1`;

const TABLES = {
  campaigns: "fact_ad_campaign_daily",
  products: "fact_ad_product_daily",
  keywords: "fact_ad_keyword_daily",
  terms: "fact_ad_term_daily",
} as const;
const CAMPAIGNS = { SP: "spCampaigns", SB: "sbCampaigns", SD: "sdCampaigns" } as const;

/** How many rows of each day the facts have, and the report, that say anything. */
const rowsByDay = (level: AdReportKind["level"]) => `
  select day::text, sum(had)::int as had, sum(has)::int as has from (
    select f.rpt_date as day, count(*) as had, 0 as has
    from ad_campaign c join ${TABLES[level]} f on f.campaign_id = c.campaign_id
    where c.tenant_id = $1 and c.store_id = $2 and c.ad_product = $3 and f.rpt_date = any($4::date[])
      and (f.impressions, f.clicks, f.cost, f.conversions, f.sales, f.units) <> (0, 0, 0, 0, 0, 0)
    group by 1
    union all
    select rpt_date, 0, count(*) filter (where exists (select 1
        from unnest(array['impressions', 'clicks', 'cost', 'conversions', 'sales', 'units']) m
        where (body ->> m)::numeric <> 0))
    from ad_report_row where report_id = $5 and rpt_date = any($4::date[]) group by 1) x
  group by 1 order by 1`;

/** What a report brings: the days that it changes, and what it lacks. */
export interface AdDaysTold {
  /** Days that it has rows of or that have some, unless a newer report told of them. */
  days: readonly string[];
  /** Days on which a report of campaigns told of them. */
  withCampaigns: ReadonlySet<string>;
  /** Days that are over and still restated, and those of them that a newer report told of. */
  followed: readonly string[];
  newer: readonly string[];
  had: number;
  has: number;
}

/** Lays what was kept of a report beside the facts. */
export async function adDaysTold(sql: Pick<Sql, "query">, told: AdTold): Promise<AdDaysTold> {
  const { adProduct, level } = kindOfRequest(told);
  const { tenantId, storeId, id } = told;
  const all = await sql.query<{ day: string; newer: boolean; hasCampaigns: boolean }>(DAYS, [id, CAMPAIGNS[adProduct]]);
  const open = all.filter((d) => !d.newer).map((d) => d.day);
  const about = [tenantId, storeId, adProduct, open, id];
  const counts = await sql.query<{ day: string; had: number; has: number }>(rowsByDay(level), about);
  return {
    days: counts.map((c) => c.day),
    withCampaigns: new Set(all.filter((d) => d.hasCampaigns).map((d) => d.day)),
    followed: all.map((d) => d.day),
    newer: all.filter((d) => d.newer).map((d) => d.day),
    had: counts.reduce((sum, c) => sum + c.had, 0),
    has: counts.reduce((sum, c) => sum + c.has, 0),
  };
}

/** What has less than half of what there is waits for a person. */
export const isFarLess = ({ had, has }: Pick<AdDaysTold, "had" | "has">, { accepted }: AdTold): boolean =>
  has * 2 < had && !accepted;

type CampaignRows = NonNullable<AdDays["campaigns"]>;

/** Campaigns as what they consist of adds up. */
function sumsOf(products: NonNullable<AdDays["products"]>): CampaignRows {
  const sums = new Map<string, CampaignRows[number]>();
  for (const { rptDate, campaignId, campaignName, ...row } of products) {
    const { impressions, clicks, cost, conversions, sales, units } = row;
    const key = campaignId ?? campaignName ?? "";
    const sum = sums.get(key);
    sums.set(key, {
      rptDate,
      campaignId,
      campaignName,
      impressions: impressions + (sum?.impressions ?? 0),
      clicks: clicks + (sum?.clicks ?? 0),
      cost: r4(dec(cost).plus(sum?.cost ?? "0")),
      conversions: conversions + (sum?.conversions ?? 0),
      sales: r4(dec(sales).plus(sum?.sales ?? "0")),
      units: units + (sum?.units ?? 0),
    });
  }
  return [...sums.values()];
}

/**
 * Brings a day of what was kept of a report to the facts.
 * @param sums nobody tells of the campaigns themselves: they are what their products add up to
 */
export async function takeAdDay(sql: Sql, told: AdTold, profileId: string, day: string, sums = false): Promise<void> {
  const { adProduct, level } = kindOfRequest(told);
  const account: AdAccount = { tenantId: told.tenantId, storeId: told.storeId, profileId, adProduct };
  const found = await sql.one<{ rows: CampaignRows & NonNullable<AdDays["products"]> }>(
    `select coalesce(jsonb_agg(body), '[]') as rows from ad_report_row where report_id = $1 and rpt_date = $2`,
    [told.id, day],
  );
  const rows = found?.rows ?? [];
  await takeAdDays(sql, account, { days: [day], ...(sums && { campaigns: sumsOf(rows) }), [level]: rows });
}

/** Keeps in the inbox what is advertised and nobody knows. */
async function seeUnknown(sql: Sql, { tenantId, storeId }: AdTold): Promise<void> {
  const unknown = await unknownAdvertised(sql, storeId);
  await seeUnmapped(
    sql,
    { tenantId, storeId, source: "广告报告" },
    unknown.map(({ code, count, first, last }) => ({
      code,
      title: null,
      count,
      sample: "",
      firstSeen: `${first}T00:00:00Z`,
      lastSeen: `${last}T00:00:00Z`,
    })),
  );
}

/** It has been told: what was kept of it goes, and what it names and nobody knows waits. */
export async function endAdReport(sql: Sql, told: AdTold, rowCount: number): Promise<void> {
  await patchRow(sql, "ad_report", told.id, {
    state: "done",
    error: null,
    row_count: rowCount,
    attempts: 0,
    end_time: NOW,
  });
  await drop(sql, told.id);
  await seeUnknown(sql, told);
}

/**
 * Brings what was kept of a report that was asked for to the facts, each day in a transaction of its own.
 * @returns false where it has less than half of what is there and nobody has confirmed it
 */
export async function postAdReport(
  db: Database,
  request: AdRequest,
  profileId: string,
  rowCount: number,
): Promise<boolean> {
  const told = await adDaysTold(db, request);
  if (isFarLess(told, request)) return false;
  for (const day of told.days) await db.tx((sql) => takeAdDay(sql, request, profileId, day));
  await db.tx((sql) => endAdReport(sql, request, rowCount));
  return true;
}

/** Forgets what was kept of a report that is not taken. */
export const dropAdRows = drop;
