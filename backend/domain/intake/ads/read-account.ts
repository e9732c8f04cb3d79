import type { Connector } from "#backend/engine/connect/connector";
import type { AdAccount } from "#backend/ledgers/facts/ad-names";
import { CAMPAIGNS_ADOPTED, CAMPAIGNS_SEEN, sameKeyword } from "#backend/ledgers/facts/ad-statements";
import type { Database } from "#backend/platform/db";
import {
  AD_CAMPAIGNS,
  AD_GROUPS,
  AD_KEYWORDS,
  AD_NEGATIVES,
  AD_TARGETS,
  type AdEntity,
  listAdEntities,
} from "./entities";
import { MATCHES } from "./kinds";

/** Seconds between two readings of an account (figures.md A.3: hourly). */
const EVERY_SECONDS = 3600;
/** Until the next try, where it did not go well. */
const AGAIN_SECONDS = 600;

/** A campaign of the account `$1 tenant` by the platform's number of a row `e`. */
const OF = `join ad_campaign c on c.tenant_id = $1 and coalesce(c.platform_id, c.campaign_id::text) = e."campaignId"`;
/** What was changed from here while the account was read counts before what it said then ($3). */
const OLDER = (table: string) => `(${table}.told_time is null or ${table}.told_time <= $3)`;

const CAMPAIGNS_TOLD = `
  update ad_campaign c set campaign_name = e.name, state = e.state, told_time = $3,
    daily_budget = coalesce(e.budget, c.daily_budget),
    targeting_type = case e.targeting when 'AUTO' then 'auto' when 'MANUAL' then 'manual' else c.targeting_type end
  from (select x."campaignId" as id, x.name, x.state, (x.budget ->> 'budget')::numeric as budget, x."targetingType" as targeting
    from jsonb_to_recordset($2::jsonb) as x("campaignId" text, name text, state text, "targetingType" text, budget jsonb)) e
  where c.tenant_id = $1 and coalesce(c.platform_id, c.campaign_id::text) = e.id and ${OLDER("c")}`;

const GROUPS_TOLD = `
  insert into ad_group as a (campaign_id, ad_group_id, name, default_bid, state, told_time)
  select c.campaign_id, e."adGroupId", e.name, e."defaultBid", e.state, $3
  from jsonb_to_recordset($2::jsonb) as e("adGroupId" bigint, "campaignId" text, name text, state text, "defaultBid" numeric)
    ${OF} order by 1, 2
  on conflict (campaign_id, ad_group_id) do update set name = excluded.name, state = excluded.state,
    default_bid = excluded.default_bid, told_time = excluded.told_time`;

const WORDS = `jsonb_to_recordset($2::jsonb) as e("keywordId" text, "campaignId" text, "adGroupId" bigint,
  "keywordText" text, "matchType" text, state text, bid numeric)`;

/** Keywords that were made of their words get their numbers first. */
const KEYWORDS_ADOPTED = `
  update ad_keyword k set platform_id = e."keywordId", ad_group_id = e."adGroupId", by_name = false
  from (select c.campaign_id, lower(e."keywordText") as text, e."matchType", min(e."keywordId") as "keywordId",
      min(e."adGroupId") as "adGroupId"
    from ${WORDS} ${OF} group by 1, 2, 3 having count(*) = 1) e
  where k.campaign_id = e.campaign_id and k.by_name and lower(k.keyword_text) = e.text and k.match_type = e."matchType"
    and not exists (select 1 from ad_keyword o where o.campaign_id = e.campaign_id
      and ${sameKeyword("o")})
    and (select count(*) from ad_keyword o where o.campaign_id = e.campaign_id and o.by_name
      and lower(o.keyword_text) = e.text and o.match_type = e."matchType") = 1`;

/** What the account says of keywords and targets; of a target without a bid it is the one of its ad group. */
const KEYWORDS_TOLD = `
  with said as (select c.campaign_id, e.*, k.keyword_id
    from ${WORDS} ${OF} left join ad_keyword k on k.campaign_id = c.campaign_id
      and ${sameKeyword("k")}),
  told as (update ad_keyword k set state = s.state, ad_group_id = s."adGroupId", told_time = $3,
      bid = case when k.target_kind = 'keyword' then coalesce(s.bid, k.bid) else s.bid end,
      keyword_text = case when k.target_kind = 'keyword' then k.keyword_text else s."keywordText" end,
      match_type = case when k.target_kind = 'keyword' then k.match_type else s."matchType" end
    from said s where k.keyword_id = s.keyword_id and ${OLDER("k")})
  insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state, platform_id, told_time)
  select nextval('ad_entity_id'), s.campaign_id, s."adGroupId", s."keywordText", s."matchType", s.bid, s.state,
    s."keywordId", $3 from said s where s.keyword_id is null order by s.campaign_id, s."keywordId"
  on conflict do nothing`;

const NEGATIVES_TOLD = `
  insert into ad_negative as n (campaign_id, ad_group_id, keyword_text, match_type, state, platform_id, told_time)
  select c.campaign_id, e."adGroupId", e."keywordText", e."matchType", e.state, e."keywordId", $3 from ${WORDS} ${OF}
  order by 1, 6
  on conflict (campaign_id, platform_id) do update set state = excluded.state, told_time = excluded.told_time
  where ${OLDER("n")}`;

const NEGATIVE_MATCHES: readonly string[] = ["NEGATIVE_EXACT", "NEGATIVE_PHRASE"];
const KEYWORD_MATCHES: readonly string[] = MATCHES;

/**
 * Reads what an advertising account has: campaigns with state and budget, ad groups, keywords and targets with state
 * and bid, negative keywords. What it has no more stays as it was told last.
 * @throws Later, Refused as `call`
 */
export async function readAccount(db: Database, connector: Connector): Promise<void> {
  const { tenantId, storeId, profileId } = connector;
  if (!storeId) return;
  const account: AdAccount = { tenantId, storeId, profileId, adProduct: "SP" };
  const asked = await db.one<{ at: string }>("select clock_timestamp()::text as at");
  async function each<R>(kind: AdEntity<R>, wanted: (row: R) => boolean, statements: readonly string[]) {
    for await (const rows of listAdEntities(db, connector, kind)) {
      const said = rows.filter(wanted);
      await db.tx(async (sql) => {
        for (const statement of statements)
          await sql.query(statement, [
            tenantId,
            JSON.stringify(said),
            ...(statement.includes("$3") ? [asked?.at] : []),
          ]);
      });
    }
  }
  for await (const rows of listAdEntities(db, connector, AD_CAMPAIGNS)) {
    const seen = JSON.stringify(
      rows.map((r) => ({
        campaignId: r.campaignId,
        campaignName: r.name,
        state: r.state,
        dailyBudget: r.budget?.budget,
      })),
    );
    const about = [account.tenantId, account.storeId, account.adProduct, seen, account.profileId];
    await db.tx(async (sql) => {
      await sql.query(CAMPAIGNS_ADOPTED, about);
      await sql.query(CAMPAIGNS_SEEN.made, about);
      await sql.query(CAMPAIGNS_TOLD, [tenantId, JSON.stringify(rows), asked?.at]);
    });
  }
  await each(AD_GROUPS, () => true, [GROUPS_TOLD]);
  await each(AD_KEYWORDS, (r) => KEYWORD_MATCHES.includes(r.matchType), [KEYWORDS_ADOPTED, KEYWORDS_TOLD]);
  await each(AD_TARGETS, () => true, [KEYWORDS_ADOPTED, KEYWORDS_TOLD]);
  await each(AD_NEGATIVES, (r) => NEGATIVE_MATCHES.includes(r.matchType), [NEGATIVES_TOLD]);
}

const later = (db: Database, connectorId: string, seconds: number) =>
  db.one(
    `update ad_feed set next_entities = now() + make_interval(secs => $2)
     where connector_id = $1 and next_entities <= now() + make_interval(secs => $3) returning 1`,
    [connectorId, seconds, AGAIN_SECONDS],
  );

/** Reads an account where an hour has passed since it was read. @throws Later, Refused as `call` */
export async function readAccountIfDue(db: Database, connector: Connector): Promise<void> {
  const due = await db.one("select 1 from ad_feed where connector_id = $1 and next_entities <= now()", [connector.id]);
  if (!due) return;
  await later(db, connector.id, AGAIN_SECONDS);
  await readAccount(db, connector);
  await later(db, connector.id, EVERY_SECONDS);
}
