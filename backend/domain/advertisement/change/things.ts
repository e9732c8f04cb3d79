import type { RuleContext } from "#backend/engine/documents";
import { AD_DAYS } from "#backend/engine/documents/tables/ad-views";
import { keep } from "#backend/platform/db";
import type { adChange } from "#documents/advertisement/ad-change";
import type { LineDraft, RowOf } from "#documents/kit";
import { PACED } from "./held";

export type AdChangeLine = LineDraft<typeof adChange, "items">;
export type ChangeKind = RowOf<typeof adChange>["kind"];

/** What a line changes, as it is known now. */
export interface AdThing {
  /** Of the campaign, the keyword or target, or the search term. */
  id: string;
  campaignId: string;
  campaign: string;
  /** The platform's number of the campaign; null: it was only named so far. */
  campaignNo: string | null;
  adGroupNo: string | null;
  /** The platform's number of the thing itself. */
  platformNo: string | null;
  storeId: string;
  currency: string;
  adProduct: string;
  words: string;
  /** What is bid, or may be spent a day. */
  value: string | null;
  /** What might be spent a day before a pacing took it. */
  base: string | null;
  state: string;
  clicks: number | null;
  spend: string | null;
  /** A target of which the account says no bid: its ad group's applies. */
  byGroup: boolean;
  /** It is told apart by nothing but itself: a term that is bid on or excluded already. */
  taken: "keyword" | "negative" | null;
}

const figures = (table: string, key: string, id: string) => `left join lateral (
  select sum(f.clicks)::int as clicks, round(sum(f.cost), 2)::text as spend from ${table} f
  where f.${key} = ${id} and f.rpt_date > (select max(rpt_date) from ${table}) - ${AD_DAYS}) f on true`;

const CAMPAIGN = `c.campaign_id::text as "campaignId", c.campaign_name as campaign,
  case when not c.by_name then coalesce(c.platform_id, c.campaign_id::text) end as "campaignNo", c.store_id::text as "storeId",
  (select i.currency from store s join site i on i.id = s.site_id where s.id = c.store_id) as currency,
  c.ad_product as "adProduct", f.clicks, f.spend`;

const CAMPAIGNS = `select c.campaign_id::text as id, ${CAMPAIGN}, null::text as "adGroupNo",
    case when not c.by_name then coalesce(c.platform_id, c.campaign_id::text) end as "platformNo", c.campaign_name as words,
    c.daily_budget::text as value, paced.base::text as base, c.state, false as "byGroup", null::text as taken
  from ad_campaign c left join ${PACED} paced on true ${figures("fact_ad_campaign_daily", "campaign_id", "c.campaign_id")}
  where c.tenant_id = $1 and c.campaign_id = any($2::bigint[]) order by c.campaign_id`;
const KEYWORDS = `select k.keyword_id::text as id, ${CAMPAIGN}, k.ad_group_id::text as "adGroupNo",
    case when not k.by_name then coalesce(k.platform_id, k.keyword_id::text) end as "platformNo", k.keyword_text as words,
    k.bid::text as value, null::text as base, k.state,
    k.bid is null and k.told_time is not null and k.target_kind <> 'keyword' as "byGroup", null::text as taken
  from ad_keyword k join ad_campaign c on c.campaign_id = k.campaign_id
    ${figures("fact_ad_keyword_daily", "keyword_id", "k.keyword_id")}
  where c.tenant_id = $1 and k.keyword_id = any($2::bigint[]) order by k.keyword_id`;
const TERMS = `select t.term_id::text as id, ${CAMPAIGN}, t.ad_group_id::text as "adGroupNo",
    null::text as "platformNo", t.search_term as words, null::text as value, null::text as base, 'ENABLED' as state, false as "byGroup",
    case when exists (select 1 from ad_negative n where n.campaign_id = t.campaign_id and n.ad_group_id = t.ad_group_id
        and lower(n.keyword_text) = lower(t.search_term) and n.state = 'ENABLED') then 'negative'
      when exists (select 1 from ad_keyword k where k.campaign_id = t.campaign_id and k.state <> 'ARCHIVED'
        and lower(k.keyword_text) = lower(t.search_term) and k.match_type = 'EXACT') then 'keyword' end as taken
  from ad_term t join ad_campaign c on c.campaign_id = t.campaign_id
    ${figures("fact_ad_term_daily", "term_id", "t.term_id")}
  where c.tenant_id = $1 and t.term_id = any($2::bigint[]) order by t.term_id`;

const SOURCES = {
  campaignId: { select: CAMPAIGNS, table: "ad_campaign", alias: "c" },
  keywordId: { select: KEYWORDS, table: "ad_keyword", alias: "k" },
  termId: { select: TERMS, table: "ad_campaign", alias: "c" },
} as const;

/** What a line names, by the kind of change and what the line has. */
export const namedBy = (kind: ChangeKind, line: Pick<AdChangeLine, "keywordId">): keyof typeof SOURCES => {
  if (kind === "negative" || kind === "create") return "termId";
  return kind === "bid" || (kind === "state" && line.keywordId) ? "keywordId" : "campaignId";
};

/** What ids of one kind are. `lock`: as they are until the transaction ends. */
export function adThings(
  c: Pick<RuleContext, "sql" | "tenantId">,
  by: keyof typeof SOURCES,
  ids: readonly string[],
  lock = false,
): Promise<AdThing[]> {
  const { select, table, alias } = SOURCES[by];
  return c.sql.query<AdThing>(`${select} ${lock ? keep(c.sql, table, "change", alias) : ""}`, [c.tenantId, ids]);
}

/** What the lines of a change are about, each at its place; undefined where there is nothing of that id. */
export async function thingsOf(
  c: Pick<RuleContext, "sql" | "tenantId">,
  kind: ChangeKind,
  lines: readonly AdChangeLine[],
  lock = false,
): Promise<(AdThing | undefined)[]> {
  const found = new Map<string, AdThing>();
  for (const by of ["campaignId", "keywordId", "termId"] as const) {
    const ids = lines.flatMap((line) => (namedBy(kind, line) === by ? (line[by] ?? []) : []));
    if (!ids.length) continue;
    for (const thing of await adThings(c, by, ids, lock)) found.set(`${by} ${thing.id}`, thing);
  }
  return lines.map((line) => {
    const by = namedBy(kind, line);
    return found.get(`${by} ${line[by] ?? ""}`);
  });
}
