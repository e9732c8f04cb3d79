import type { Sql } from "#backend/platform/db";
import { FIRST_CAMPAIGN } from "./campaigns";

/** What people type when they look for goods of a category (first three letters of the product code). */
const NOUNS: Record<string, string[]> = {
  HKS: ["storage box", "drawer organizer", "shelf basket"],
  HKC: ["kitchen gadget", "vegetable chopper", "spice rack"],
  HKT: ["water bottle", "dinner plate set", "coffee mug"],
  HKL: ["night light", "desk lamp", "string lights"],
  HKB: ["pillow cover", "bed sheet set", "throw blanket"],
  ELA: ["phone stand", "phone case", "screen protector"],
  ELC: ["usb c charger", "power bank", "charging cable"],
  ELH: ["wireless earbuds", "headphone stand", "headset"],
  ELW: ["watch band", "fitness tracker", "smart ring"],
  ODC: ["camping lantern", "camping chair", "tent stakes"],
  ODF: ["resistance bands", "yoga mat", "jump rope"],
  ODB: ["bike light", "bike phone mount", "bike bag"],
  ODW: ["dry bag", "swim goggles", "paddle leash"],
  PTF: ["dog bowl", "cat water fountain", "pet feeder"],
  PTB: ["dog bed", "cat blanket", "dog leash"],
  PTT: ["cat toys", "dog chew toy", "dog ball"],
  TLH: ["screwdriver set", "wrench set", "tool pouch"],
  TLG: ["garden gloves", "plant pots", "pruning shears"],
  TLM: ["tape measure", "laser level", "digital caliper"],
  BYF: ["baby bottle", "silicone bib", "baby spoon"],
  BYT: ["building blocks", "puzzle toy", "stacking cups"],
  BYS: ["corner protector", "cabinet lock", "baby gate"],
  OFD: ["desk organizer", "pen holder", "monitor riser"],
  OFS: ["gel pens", "notebook", "highlighter set"],
  AUI: ["car phone mount", "seat organizer", "car trash can"],
  AUC: ["car vacuum", "microfiber cloth", "car wash kit"],
  BTH: ["hair clips", "hair brush", "hair curler"],
  BTS: ["facial roller", "makeup bag", "nail file"],
};

/** "%" is the noun. */
const PHRASES = [
  "%",
  "% for men",
  "best %",
  "% for women",
  "portable %",
  "small %",
  "% gift",
  "% for kids",
  "large %",
  "% set",
  "travel %",
  "% for home",
  "cheap %",
  "black %",
  "% for office",
  "professional %",
  "cute %",
  "% 2 pack",
  "lightweight %",
  "% with case",
];

/**
 * The keywords of the manual SP and SB campaigns, equally many in each (9,600 in 288), named after what the campaign sells
 * most of, and their part of the campaign: clicks by 1/rank, conversions by a rank of their own, so
 * some words cost and bring nothing. Needs `pg_temp.u` and the rows of insertCampaigns.
 * @returns the number of keywords
 */
export async function insertKeywords(sql: Sql, wanted: number, today: string): Promise<number> {
  await sql.query(
    `create temp table word on commit drop as
     with camp as (
       select c.campaign_id, row_number() over (order by c.campaign_id) as nth, count(*) over () as n, a.currency_fx, a.category
       from ad_campaign c cross join lateral (
         select l.fx as currency_fx, left(l.product_code, 3) as category from demo_ad d
           join demo_listing l on l.id = d.listing_id
         where d.campaign_id = c.campaign_id order by l.demand desc, l.id limit 1) a
       where c.targeting_type = 'manual' and c.ad_product in ('SP', 'SB')),
     k as (
       select campaign_id * 100 + i as keyword_id, campaign_id, currency_fx, i,
         $1::jsonb -> category as nouns, pg_temp.u('kw:' || campaign_id || ':' || i) as u,
         pg_temp.u('kwrank:' || campaign_id || ':' || i) as r, pg_temp.u('kwbuy:' || campaign_id || ':' || i) as v
       from camp cross join lateral generate_series(1, ($2::int / n + case when nth <= $2::int % n then 1 else 0 end)::int) i),
     ranked as (select *, row_number() over (partition by campaign_id order by r) as rank from k),
     weighed as (select *, 1.0::float8 / rank as w, (0.15 + 1.7 * v * v) / rank as o from ranked)
     select *, 0.97 * sum(w) over c / sum(w) over (partition by campaign_id) as clicks_till,
       0.97 * w / sum(w) over (partition by campaign_id) as clicks_part,
       0.97 * sum(o) over c / sum(o) over (partition by campaign_id) as orders_till,
       0.97 * o / sum(o) over (partition by campaign_id) as orders_part
     from weighed window c as (partition by campaign_id order by rank)`,
    [JSON.stringify(NOUNS), wanted],
  );
  await sql.query(
    `insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state)
     select keyword_id, campaign_id, campaign_id * 10 + 1,
       replace($1::jsonb ->> ((i - 1) / jsonb_array_length(nouns) % jsonb_array_length($1::jsonb)), '%',
         nouns ->> ((i - 1) % jsonb_array_length(nouns))),
       case when u < 0.40 then 'BROAD' when u < 0.65 then 'PHRASE' else 'EXACT' end,
       round(((0.45 + 1.4 * v) * currency_fx)::numeric, 2), case when r > 0.95 then 'PAUSED' else 'ENABLED' end
     from word`,
    [JSON.stringify(PHRASES)],
  );
  await sql.query(
    `insert into demo_keyword
     select keyword_id, campaign_id,
       case when v > 0.93 then $1::date - 1 - floor(45 * u)::int else '2000-01-01' end,
       case when r > 0.95 then $1::date - 3 - floor(30 * u)::int else '9999-12-31' end,
       case when rank <= 5 then 0.98 when rank <= 12 then 0.6 else 0.22 end,
       clicks_till - clicks_part, clicks_till, orders_till - orders_part, orders_till
     from word`,
    [today],
  );
  return Number((await sql.one<{ n: string }>("select count(*) n from word"))?.n);
}

/** The clauses of automatic campaigns: words, what is bid on them, up to where they are their campaign's clicks and orders. */
const CLAUSES = `(values
  (1, '紧密匹配', 'QUERY_HIGH_REL_MATCHES', 0.75, 0.45, 0.55), (2, '宽泛匹配', 'QUERY_BROAD_REL_MATCHES', 0.45, 0.70, 0.70),
  (3, '同类商品', 'ASIN_SUBSTITUTE_RELATED', 0.60, 0.92, 0.92), (4, '关联商品', 'ASIN_ACCESSORY_RELATED', null, 0.97, 0.97))
  as s(n, text, match, bid, clicks, orders)`;

/** The four clauses of each automatic campaign; one of them bids what its ad group does. Needs the rows of insertCampaigns. */
export async function insertTargets(sql: Sql, today: string): Promise<void> {
  const from = `ad_campaign c cross join ${CLAUSES} where c.targeting_type = 'auto' and c.campaign_id >= ${FIRST_CAMPAIGN}`;
  await sql.query(
    `insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state, told_time)
     select c.campaign_id * 100 + s.n, c.campaign_id, c.campaign_id * 10 + 1, s.text, s.match,
       round(s.bid * (select max(l.fx) from demo_ad d join demo_listing l on l.id = d.listing_id
         where d.campaign_id = c.campaign_id), 2), 'ENABLED', $1::date
     from ${from}`,
    [today],
  );
  await sql.query(
    `insert into demo_keyword
     select c.campaign_id * 100 + s.n, c.campaign_id, '2000-01-01', '9999-12-31', 0.98,
       lag(s.clicks, 1, 0) over w, s.clicks, lag(s.orders, 1, 0) over w, s.orders
     from ${from} window w as (partition by c.campaign_id order by s.n)`,
  );
}
