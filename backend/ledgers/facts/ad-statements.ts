import { listingNames } from "./listing-names";

const VALUES = ["impressions", "clicks", "cost", "conversions", "sales", "units"];
const types: Record<string, string> = {
  cost: "numeric",
  sales: "numeric",
  keywordBid: "numeric",
  dailyBudget: "numeric",
  rptDate: "date",
  adGroupId: "bigint",
};
const COUNTS = new Set(["impressions", "clicks", "conversions", "units"]);
/** A parameter (JSON) as rows with wire names. */
const rows = (parameter: string, names: readonly string[]) =>
  `jsonb_to_recordset(${parameter}::jsonb) as e(${names.map((n) => `"${n}" ${COUNTS.has(n) ? "bigint" : (types[n] ?? "text")}`).join(", ")})`;
const added = VALUES.map((v) => `sum(e.${v})::${COUNTS.has(v) ? "bigint" : "numeric"}`).join(", ");
/** What a file may lack stays as it is known. */
const told = (c: string) =>
  c === "units" || c === "keyword_bid" ? `coalesce(excluded.${c}, f.${c})` : `excluded.${c}`;
const set = (columns: readonly string[]) => columns.map((c) => `${c} = ${told(c)}`).join(", ");
const changed = (columns: readonly string[]) =>
  `(${columns.map((c) => `f.${c}`).join(", ")}) is distinct from (${columns.map(told).join(", ")})`;

/** A campaign's name as it is compared: workbooks and browsers alter blanks. */
export const sameName = (name: string) => String.raw`btrim(regexp_replace(${name}, '\s+', ' ', 'g'))`;

/** The campaign that a row names by the platform's number; `$1` is the tenant. */
const CAMPAIGN = `join ad_campaign c on c.tenant_id = $1
    and coalesce(c.platform_id, c.campaign_id::text) = e."campaignId"`;
/** SQL: is it a keyword, by how it is matched? Targets are numbered apart from keywords. */
export const isWord = (match: string) => `(${match} in ('BROAD', 'PHRASE', 'EXACT'))`;
/** SQL: is a row of `ad_keyword` the one with the platform's number of a row `e`? */
export const sameKeyword = (row: string) => `coalesce(${row}.platform_id, ${row}.keyword_id::text) = e."keywordId"
      and (${row}.target_kind = 'keyword') = ${isWord('e."matchType"')}`;
const KEYWORD = `join ad_keyword w on w.campaign_id = c.campaign_id
    and ${sameKeyword("w")}`;
const TERM = `join ad_term w on w.campaign_id = c.campaign_id and w.ad_group_id = e."adGroupId"
    and w.search_term = e."searchTerm"`;
const ACCOUNT = `${CAMPAIGN} join store s on s.id = c.store_id join site i on i.id = s.site_id`;
/** The listing that the account advertises, whatever letters it writes it in. */
const LISTING = `left join lateral (select * from sku_listing l
      where l.store_id = c.store_id and lower(l.msku) = lower(e."advertisedSku") order by l.del_flag, l.id limit 1) l on true
      left join sku k on k.id = l.sku_id left join spu p on p.id = k.spu_id`;

const KEYS = {
  campaigns: [],
  products: ["adGroupId", "advertisedSku"],
  keywords: ["keywordId", "matchType"],
  terms: ["adGroupId", "searchTerm"],
} as const;
const of = (level: keyof typeof KEYS, more: readonly string[] = []) => [
  "rptDate",
  "campaignId",
  ...KEYS[level],
  ...more,
  ...VALUES,
];

/** Rows of a report (`$2`) by key, added up where it has several; what stands there as it is stays untouched. */
export const AD_UPSERTS = {
  campaigns: `insert into fact_ad_campaign_daily as f (rpt_date, campaign_id, profile_id, currency_code, ${VALUES.join(", ")})
    select e."rptDate", c.campaign_id, c.profile_id, i.currency, ${added}
    from ${rows("$2", of("campaigns"))} ${ACCOUNT} group by 1, 2, 3, 4 order by 1, 2
    on conflict (rpt_date, campaign_id) do update set ${set(VALUES)} where ${changed(VALUES)}`,
  products: `insert into fact_ad_product_daily as f (rpt_date, campaign_id, ad_group_id, advertised_sku, profile_id,
      currency_code, asin, product_code, ${VALUES.join(", ")})
    select e."rptDate", c.campaign_id, e."adGroupId", e."advertisedSku", c.profile_id, i.currency,
      coalesce(min(l.asin), min(e.asin)), coalesce(min(p.spu_code), min(k.sku_code), '*'), ${added}
    from ${rows("$2", of("products", ["asin"]))} ${ACCOUNT} ${LISTING}
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4
    on conflict (rpt_date, campaign_id, ad_group_id, advertised_sku) do update set ${set(VALUES)},
      product_code = case when f.product_code = '*' then excluded.product_code else f.product_code end
    where ${changed(VALUES)} or f.product_code = '*' and excluded.product_code <> '*'`,
  keywords: `insert into fact_ad_keyword_daily as f (rpt_date, keyword_id, campaign_id, profile_id, currency_code,
      keyword_text, match_type, keyword_bid, ${VALUES.join(", ")})
    select e."rptDate", w.keyword_id, c.campaign_id, c.profile_id, i.currency, w.keyword_text, w.match_type,
      max(e."keywordBid"), ${added}
    from ${rows("$2", of("keywords", ["keywordBid"]))} ${ACCOUNT} ${KEYWORD}
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2
    on conflict (rpt_date, keyword_id) do update set ${set([...VALUES, "keyword_bid"])}
    where ${changed([...VALUES, "keyword_bid"])}`,
  terms: `insert into fact_ad_term_daily as f (rpt_date, term_id, campaign_id, profile_id, currency_code, ${VALUES.join(", ")})
    select e."rptDate", w.term_id, c.campaign_id, c.profile_id, i.currency, ${added}
    from ${rows("$2", of("terms"))} ${ACCOUNT} ${TERM} group by 1, 2, 3, 4, 5 order by 1, 2
    on conflict (rpt_date, term_id) do update set ${set(VALUES)} where ${changed(VALUES)}`,
};

/** What the account had on these days and the report (`$5`) lacks becomes zero. */
const withdrawn = (level: keyof typeof KEYS, table: string, same: string, joins = "") => `
  update ${table} f set ${VALUES.map((v) => `${v} = 0`).join(", ")}
  from ad_campaign o
  where o.campaign_id = f.campaign_id and o.tenant_id = $1 and o.store_id = $2 and o.ad_product = $3
    and f.rpt_date = any($4::date[]) and (${VALUES.map((v) => `f.${v}`).join(", ")}) <> (0, 0, 0, 0, 0, 0)
    and not exists (select 1 from (select distinct e."rptDate" as day, c.campaign_id as id${same ? `, ${same}` : ""}
        from ${rows("$5", of(level))} ${CAMPAIGN} ${joins}) e
      where e.day = f.rpt_date and e.id = f.campaign_id`;
export const AD_WITHDRAWN = {
  campaigns: `${withdrawn("campaigns", "fact_ad_campaign_daily", "")})`,
  products: `${withdrawn("products", "fact_ad_product_daily", 'e."adGroupId" as ad_group, e."advertisedSku" as sku')}
      and e.ad_group = f.ad_group_id and e.sku = f.advertised_sku)`,
  keywords: `${withdrawn("keywords", "fact_ad_keyword_daily", "w.keyword_id as keyword", KEYWORD)}
      and e.keyword = f.keyword_id)`,
  terms: `${withdrawn("terms", "fact_ad_term_daily", "w.term_id as term", TERM)}
      and e.term = f.term_id)`,
};

const PLAIN = ["rptDate", "campaignId", "campaignName", "state", "dailyBudget"];

const unsaid = (column: string, said: string) =>
  `case when c.told_time is null then coalesce(e.${said}, c.${column}) else c.${column} end`;
const CAMPAIGN_TOLD = [
  ["campaign_name", "coalesce(e.name, c.campaign_name)"],
  ["state", unsaid("state", "state")],
  ["daily_budget", unsaid("daily_budget", "budget")],
] as const;

/**
 * Campaigns as reports name them: such as nobody knows are made, the others called as they are called today. What the
 * account itself said of state and budget counts before what a report says of its days; so do bids.
 */
export const CAMPAIGNS_SEEN = {
  made: `insert into ad_campaign (campaign_id, tenant_id, store_id, profile_id, campaign_name, ad_product,
      targeting_type, state, daily_budget, platform_id)
    select nextval('ad_entity_id'), $1, $2, $5, coalesce(e.name, e.id), $3, 'manual', coalesce(e.state, 'ENABLED'),
      e.budget, e.id
    from (select "campaignId" as id, max("campaignName") as name, max(state) as state, max("dailyBudget") as budget
      from ${rows("$4", PLAIN)} group by 1 order by 1) e
    where not exists (select 1 from ad_campaign c where c.tenant_id = $1
      and coalesce(c.platform_id, c.campaign_id::text) = e.id)
    on conflict (tenant_id, (coalesce(platform_id, campaign_id::text))) do nothing`,
  told: `update ad_campaign c set ${CAMPAIGN_TOLD.map(([column, value]) => `${column} = ${value}`).join(", ")}
    from (select distinct on ("campaignId") "campaignId" as id, "campaignName" as name, state, "dailyBudget" as budget
      from ${rows("$2", PLAIN)} order by "campaignId", "rptDate" desc) e
    where c.tenant_id = $1 and coalesce(c.platform_id, c.campaign_id::text) = e.id
      and (${CAMPAIGN_TOLD.map(([column]) => `c.${column}`).join(", ")}) is distinct from
        (${CAMPAIGN_TOLD.map(([, value]) => value).join(", ")})`,
};

/** Campaigns that were made of their names get the numbers of those that alone of a report have the name. */
export const CAMPAIGNS_ADOPTED = `
  update ad_campaign c set platform_id = e.id, profile_id = $5, by_name = false
  from (select name, min(id) as id from (select distinct on ("campaignId") "campaignId" as id,
        ${sameName('"campaignName"')} as name
      from ${rows("$4", PLAIN)} order by "campaignId", "rptDate" desc) r
    group by 1 having count(*) = 1) e
  where c.tenant_id = $1 and c.store_id = $2 and c.ad_product = $3 and c.by_name and c.campaign_name = e.name
    and not exists (select 1 from ad_campaign o where o.tenant_id = $1
      and coalesce(o.platform_id, o.campaign_id::text) = e.id)`;

const WORDED = ["rptDate", "campaignId", "adGroupId", "keywordId", "keywordText", "matchType"];

/** The same of keywords, within their campaigns. */
export const KEYWORDS_ADOPTED = `
  update ad_keyword k set platform_id = e."keywordId", ad_group_id = e.ad_group, by_name = false
  from (select c.campaign_id, lower(e."keywordText") as text, e."matchType", min(e."keywordId") as "keywordId",
      min(e."adGroupId") as ad_group
    from ${rows("$2", WORDED)} ${CAMPAIGN} group by 1, 2, 3 having count(distinct e."keywordId") = 1) e
  where k.campaign_id = e.campaign_id and k.by_name and lower(k.keyword_text) = e.text and k.match_type = e."matchType"
    and not exists (select 1 from ad_keyword o where o.campaign_id = e.campaign_id and o.keyword_id <> k.keyword_id
      and (${sameKeyword("o")} or o.by_name and lower(o.keyword_text) = e.text and o.match_type = e."matchType"))
    and coalesce(k.platform_id, k.keyword_id::text) <> e."keywordId"`;

/** Keywords of a report, made or with what is bid on them today. */
export const KEYWORDS_SEEN = `
  insert into ad_keyword as k (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state, platform_id)
  select coalesce(x.keyword_id, nextval('ad_entity_id')), e.campaign_id, e."adGroupId", e."keywordText", e."matchType",
    e."keywordBid", coalesce(x.state, 'ENABLED'), coalesce(x.platform_id, e."keywordId")
  from (select distinct on (c.campaign_id, e."keywordId", ${isWord('e."matchType"')}) c.campaign_id, e.*
      from ${rows("$2", [...WORDED, "keywordBid"])}
      ${CAMPAIGN} order by c.campaign_id, e."keywordId", ${isWord('e."matchType"')}, e."rptDate" desc) e
    left join ad_keyword x on x.campaign_id = e.campaign_id
      and ${sameKeyword("x")}
  where x.keyword_id is null or x.told_time is null and x.bid is distinct from coalesce(e."keywordBid", x.bid)
  on conflict (keyword_id) do update set bid = excluded.bid`;

/** What people typed, made where nobody knows it. */
export const TERMS_SEEN = `
  insert into ad_term (campaign_id, ad_group_id, search_term, matched)
  select c.campaign_id, e."adGroupId", e."searchTerm", min(e.matched)
  from ${rows("$2", ["campaignId", "adGroupId", "searchTerm", "matched"])} ${CAMPAIGN} group by 1, 2, 3 order by 1, 2, 3
  on conflict do nothing`;

/** A campaign without a group gets the one of the listings that it advertises, if they share one. */
export const CAMPAIGN_GROUPS = `
  update ad_campaign c set group_id = g.group_id
  from (select p.campaign_id, min(l.group_id) as group_id
    from ad_campaign o join fact_ad_product_daily p on p.campaign_id = o.campaign_id and p.rpt_date = any($4::date[])
      join sku_listing l on l.store_id = o.store_id and lower(l.msku) = lower(p.advertised_sku) and l.del_flag = 0
    where o.tenant_id = $1 and o.store_id = $2 and o.ad_product = $3 and o.group_id is null
    group by 1 having count(distinct l.group_id) = 1) g
  where g.campaign_id = c.campaign_id and c.group_id is null`;

/**
 * What an account spends on which SKU of these days: SP and SD by what they advertise, on the row of the store what
 * nobody knows, SB, and what campaigns cost more or less than their products (figures.md C.2).
 */
export const AD_SPENT = `
  with c as (select campaign_id, store_id from ad_campaign where tenant_id = $1 and store_id = $2 and ad_product = $3),
  p as (select f.rpt_date as day, f.campaign_id as id, coalesce(n.msku, f.advertised_sku) as sku, sum(f.cost) as cost
    from c join fact_ad_product_daily f on f.campaign_id = c.campaign_id and f.rpt_date = any($4::date[])
      left join (${listingNames("$2")}) n on n.store_id = c.store_id and n.lower = lower(f.advertised_sku)
    where f.product_code <> '*' and $3 <> 'SB' group by 1, 2, 3),
  d as (select f.rpt_date as day, f.campaign_id as id, f.cost
    from c join fact_ad_campaign_daily f on f.campaign_id = c.campaign_id and f.rpt_date = any($4::date[]))
  select day::text, id::text, sku, cost::text from p where cost <> 0
  union all
  select day::text, id::text, $5, (coalesce(d.cost, 0) - coalesce(t.cost, 0))::text
  from d full join (select day, id, sum(cost) as cost from p group by 1, 2) t using (day, id)
  where coalesce(d.cost, 0) <> coalesce(t.cost, 0)`;
