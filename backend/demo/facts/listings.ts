import type { Sql } from "#backend/platform/db";
import { RATES } from "../rates";

/** How many figures the demo data has. */
export interface FactSize {
  name: string;
  /** Every n-th SKU of a group. */
  every: number;
  /** Full months before the current one. */
  months: number;
  /** Days of product and keyword facts. */
  adDays: number;
  /** Part of the 480 campaigns. */
  campaigns: number;
  keywords: number;
}

/**
 * `full` is market.md 13; `standard` what a first start loads: all months and groups, fewer SKUs that
 * sell as much; `small` and `tiny` are for tests.
 */
export const FACT_SIZES: Record<string, FactSize> = {
  full: { name: "full", every: 1, months: 24, adDays: 120, campaigns: 1, keywords: 9600 },
  standard: { name: "standard", every: 7, months: 24, adDays: 62, campaigns: 0.3, keywords: 1400 },
  small: { name: "small", every: 8, months: 6, adDays: 60, campaigns: 1 / 8, keywords: 600 },
  tiny: { name: "tiny", every: 8, months: 0, adDays: 20, campaigns: 1 / 8, keywords: 300 },
};

/** Facts that come with each DEMO_PROFILE; `staff` has none. */
const OF_PROFILE: Record<string, string> = { full: "standard", small: "small" };

/**
 * The wanted size, or undefined for none. DEMO_FACTS (full, standard, small, none) says it; without it
 * DEMO_PROFILE does, and `asked` is false: facts that are there stay as they are.
 * @throws Error in Chinese for another word
 */
export function wantedSize(env: Record<string, string | undefined>) {
  const asked = env.DEMO_FACTS || undefined;
  if (asked && asked !== "none" && !Object.hasOwn(FACT_SIZES, asked))
    throw new Error(`环境变量 DEMO_FACTS：只能是 full、standard、small 或 none，当前是 ${asked}`);
  const name = asked ?? OF_PROFILE[env.DEMO_PROFILE || "full"] ?? "none";
  return { size: FACT_SIZES[name], asked: Boolean(asked) };
}

/** Probability of a listing and weight of a site (market.md 13). */
const SITES = {
  US: [0.85, 0.46],
  CA: [0.25, 0.05],
  MX: [0.1, 0.02],
  UK: [0.3, 0.11],
  DE: [0.3, 0.12],
  FR: [0.18, 0.05],
  IT: [0.15, 0.04],
  ES: [0.12, 0.03],
  NL: [0.06, 0.01],
  JP: [0.15, 0.07],
  AU: [0.1, 0.03],
  AE: [0.04, 0.01],
};

/** Units a day of an average listing; with 3.4 the masters that we have would sell a sixth more than planned. */
const DEMAND = 2.9;

/**
 * Goods of the guide, by SKU: how popular they are, at which price in USD, how many days ago they began to sell, and
 * where something goes wrong, which part comes back and how much more they cost than planned.
 */
const STORY = {
  "HKC2001-BK": { pop: 40, price: 25.99, days: 700 },
  "PTF2001-WH": { pop: 9, price: 35.99, days: 60 },
  "ELC2001-US": { pop: 11, price: 22.99, days: 400, refund: 0.3, dear: 1.5 },
  "ODC2001-GN": { pop: 5, price: 29.99, days: 520 },
  "BTH2001-PK": { pop: 12, price: 39.99, days: 300 },
};

/**
 * Freezes what each listing sells, at which price and cost. Of each group every `size.every`-th SKU is
 * taken, and what they sell is raised to what all would have sold: fewer rows, the same totals.
 * Needs `pg_temp.u` (Chance.install).
 * @param start first day of the facts
 * @returns the number of listings
 */
export async function freezeListings(
  sql: Sql,
  { seed, size, start, today }: { seed: string; size: FactSize; start: string; today: string },
) {
  // Ad accounts of the stores: made up, stable, 16 digits.
  await sql.query(
    "update store set ad_profile_id = (3300000000000000 + id * 12345678901)::text where ad_profile_id is null",
  );
  await sql.query(
    `with base as (
       select g.id, g.sku_id, g.store_id, g.msku, g.group_id, g.asin, g.fulfillment_channel, k.sku_code,
         k.purchase_price * coalesce((y.own ->> 'dear')::numeric, 1) as purchase_price, y.own, s.spu_code, s.model_code, s.category_id, i.site_code, i.region_code, i.currency,
         t.ad_profile_id, o.dept_id, coalesce(d.division_id, d.id) as division_id,
         case when i.site_code in ('US', 'CA') then 0 else i.vat_rate / 100 end as vat,
         coalesce((y.own ->> 'price')::numeric,
           (floor(9.99 + 75 * pg_temp.u('price:' || s.id) ^ 2) + 0.99)::numeric) as usd,
         ($1::jsonb ->> 'USD')::numeric / ($1::jsonb ->> i.currency)::numeric as fx,
         $6 * coalesce((y.own ->> 'pop')::float8, exp(2.2 * (pg_temp.u('pop1:' || k.sku_code)
           + pg_temp.u('pop2:' || k.sku_code) + pg_temp.u('pop3:' || k.sku_code) - 1.5)))
           * ($2::jsonb -> i.site_code ->> 1)::float8 / ($2::jsonb -> i.site_code ->> 0)::float8 as demand,
         dense_rank() over (partition by g.group_id order by g.sku_id) as nth
       from sku_listing g
         join sku k on k.id = g.sku_id and k.sku_type = 'normal'
         join spu s on s.id = k.spu_id
         cross join lateral (select $7::jsonb -> k.sku_code as own) y
         join store t on t.id = g.store_id
         join site i on i.id = t.site_id
         join ops_group o on o.id = g.group_id
         join sys_dept d on d.id = o.dept_id
       where g.del_flag = 0 and $2::jsonb ? i.site_code and $1::jsonb ? i.currency),
     kept as (
       select *, (select sum(demand * usd) from base)
         / sum(demand * usd) over () as raise from base where (nth - 1) % $3 = 0 or own is not null)
     insert into demo_listing
     select row_number() over (order by id), $4 || ':' || msku || ':', store_id, ad_profile_id, msku, site_code,
       region_code, group_id, dept_id, division_id, sku_code, model_code, spu_code, asin, currency,
       coalesce($8::date - (own ->> 'days')::int,
         $5::date + floor(-640 + 900 * pg_temp.u('launch:' || sku_code))::int),
       demand * raise, round(fx, 8),
       p.price, vat,
       case when fulfillment_channel = 'MFN' then round(p.price * 0.04, 4) else 0 end,
       round((3.0 + 0.07 * usd) * fx, 4),
       coalesce((own ->> 'refund')::float8, 0.03 + 0.05 * pg_temp.u('refund:' || category_id)),
       round(purchase_price + case when group_id between 57 and 60 then usd * 7.15 * 0.15 else 0 end, 4),
       round(usd * 7.15 * 0.06, 4)
     from kept cross join lateral (select round(usd * fx * (1 + vat), case currency when 'JPY' then 0 else 2 end) as price) p`,
    [JSON.stringify(RATES), JSON.stringify(SITES), size.every, seed, start, DEMAND, JSON.stringify(STORY), today],
  );
  return Number((await sql.one<{ n: string }>("select count(*) n from demo_listing"))?.n);
}
