import type { Sql } from "#backend/platform/db";
import { ownPlans } from "./stand-in-plans";

/** A shop of the marketplace that orders can be placed at. */
interface Shop {
  account: string;
  name: string;
  marketplaceId: string;
  country: string;
  currency: string;
  /** What it sells itself; what lies abroad and is mapped there comes first. */
  skus: string[];
}

/** Goods that the warehouse knows. */
interface StandInGoods {
  code: string;
  name: string;
  weightG: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  onHand: number;
  state: "approved" | "review";
}

/** An order that we have of it, as it knows it. */
interface StandInPlaced {
  seller: string;
  orderNo: string;
  currency: string;
  purchaseTime: string;
  lastUpdateTime: string;
  status: "Unshipped" | "Shipped";
  lines: {
    sellerSku: string;
    qty: number;
    itemPrice: string;
    itemTax: string;
    shippingPrice: string;
    shippingTax: string;
    promotionDiscount: string;
    shippingDiscount: string;
    asin: string;
    itemId: string;
  }[];
}

/** The newest orders that we send ourselves: parcels, letters and refunds of theirs are known there. */
const ORDERS = 1500;
const ownOrders = (sql: Sql) =>
  sql.query<StandInPlaced>(
    `select o.seller, o."orderNo", o.currency, o."purchaseTime", o."lastUpdateTime", o.status, l.lines from (
       select p.id, c.account as seller, p.platform_order_no as "orderNo", p.currency,
         to_char(p.purchase_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "purchaseTime",
         to_char(p.last_update_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastUpdateTime",
         case p.status when 'Shipped' then 'Shipped' else 'Unshipped' end as status
       from connector c join platform_order p on p.store_id = c.store_id
       where c.kind = 'marketplace' and c.base_url is null and c.enabled and c.del_flag = 0
         and c.account is not null and p.fulfillment_channel = 'MFN' and p.del_flag = 0
         and p.status in ('Unshipped', 'PartiallyShipped', 'Shipped')
         and p.purchase_time > now() - interval '60 days'
       order by p.purchase_time desc limit ${ORDERS}) o
     cross join lateral (
       select jsonb_agg(jsonb_build_object('sellerSku', l.seller_sku, 'qty', l.qty, 'asin', l.asin,
         'itemId', l.platform_line_no, 'itemPrice', l.item_price::text, 'itemTax', l.item_tax::text,
         'shippingPrice', l.shipping_price::text, 'shippingTax', l.shipping_tax::text,
         'promotionDiscount', l.promotion_discount::text,
         'shippingDiscount', l.shipping_discount::text) order by l.line_no) as lines
       from platform_order_line l where l.platform_order_id = o.id and l.del_flag = 0
         and l.asin is not null and l.platform_line_no is not null) l
     where l.lines is not null`,
  );

interface StandInWorld {
  sellers: Shop[];
  products: StandInGoods[];
  orders: StandInPlaced[];
  plans: Awaited<ReturnType<typeof ownPlans>>;
}

/**
 * What the stand-ins know from the beginning: the shops that are connected with their orders and inbound
 * plans, and the goods that the warehouse was told of, with what lies there. A few count differently from us.
 */
export async function standInWorld(sql: Sql): Promise<StandInWorld> {
  const sellers = await sql.query<Shop>(
    `select c.account, t.store_name as name, i.marketplace_id as "marketplaceId",
       case i.site_code when 'UK' then 'GB' else i.site_code end as country, i.currency,
       array(select l.msku from sku_listing l where l.store_id = t.id and l.del_flag = 0
           and l.fulfillment_channel = 'MFN'
         order by exists (select 1 from goods_mapping m where m.sku_id = l.sku_id and m.system = 'gc'
           and m.status = 'active' and m.external_qty > 0) desc, l.id limit 20) as skus
     from connector c join store t on t.id = c.store_id join site i on i.id = t.site_id
     where c.kind = 'marketplace' and c.base_url is null and c.enabled and c.del_flag = 0
       and c.account is not null and i.marketplace_id is not null order by t.id`,
  );
  const products = await sql.query<StandInGoods>(
    `select distinct on (m.external_code) m.external_code as code, coalesce(m.external_name, k.name) as name,
       coalesce(m.external_weight_g, k.gross_weight_g, 500)::float8 as "weightG",
       coalesce(k.pkg_length_cm, 20)::float8 as "lengthCm", coalesce(k.pkg_width_cm, 15)::float8 as "widthCm",
       coalesce(k.pkg_height_cm, 10)::float8 as "heightCm",
       greatest(coalesce((select sum(s.on_hand_qty) from stock s join warehouse w on w.id = s.warehouse_id
         where s.sku_id = m.sku_id and w.provider = 'gc'), 0) / m.ratio
         - case when m.id % 12 = 5 then 1 else 0 end, 0)::int as "onHand",
       case when m.status = 'pushed' then 'review' else 'approved' end as state
     from goods_mapping m join sku k on k.id = m.sku_id
     where m.system = 'gc' and m.status in ('pushed', 'active', 'disabled') and m.del_flag = 0
     order by m.external_code, m.id`,
  );
  return { sellers, products, orders: await ownOrders(sql), plans: await ownPlans(sql) };
}

/** Says to a stand-in what does not follow from its own. @throws Error with its reason */
async function say(url: string, standIn: "ads" | "marketplace", said: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/${standIn}/control`, { method: "POST", headers, body: JSON.stringify(said) });
  if (!answer.ok) throw new Error(`模拟系统没有收下：${await answer.text()}`);
}

/** A day of a connected shop as its reports would tell it. */
interface StandInDay {
  account: string;
  marketplaceId: string;
  day: string;
  traffic: object[];
  stock: object[];
}

/** Days that reports are asked for again (backend/domain/intake/cadence.ts), and how many of them are told at once. */
const DAYS_AGAIN = 32;
const DAYS_TOLD = 20;

/**
 * What buyers looked at, and what lay at the platform, in the last days of the connected shops: reports that are
 * asked for say what is here. The stand-ins would reckon it from the few orders that they know.
 */
export async function tellDays(sql: Sql, url: string): Promise<void> {
  const days = await sql.query<StandInDay>(
    `select c.account, i.marketplace_id as "marketplaceId", d.day::date::text as day,
       coalesce(t.rows, '[]') as traffic, coalesce(q.rows, '[]') as stock
     from connector c join store s on s.id = c.store_id join site i on i.id = s.site_id
       cross join generate_series(now() - interval '${DAYS_AGAIN} days', now() + interval '1 day', interval '1 day') d(day)
       cross join lateral (
         select jsonb_agg(jsonb_build_object('sku', x.msku, 'asin', coalesce(x.asin, ''), 'sessions', x.sessions,
           'pages', x.page_views, 'units', x.units, 'sales', x.sales::text, 'buyBox', coalesce(x.buy_box, 0))
           order by x.msku) as rows
         from sales_traffic x where x.store_id = s.id and x.day = d.day::date and x.msku is not null
           and not x.withdrawn and x.del_flag = 0) t
       cross join lateral (
         select jsonb_agg(jsonb_build_object('sku', x.msku, 'asin', coalesce(x.asin, ''),
           'fulfillable', x.fulfillable_qty, 'reserved', x.reserved_qty, 'unsellable', x.unsellable_qty,
           'shipped', coalesce(x.shipped_qty, 0)) order by x.msku) as rows
         from fba_stock x where x.store_id = s.id and x.day = d.day::date and x.msku is not null and x.del_flag = 0) q
     where c.kind = 'marketplace' and c.base_url is null and c.enabled and c.del_flag = 0
       and c.account is not null and i.marketplace_id is not null and (t.rows is not null or q.rows is not null)
     order by s.id, d.day`,
  );
  for (let from = 0; from < days.length; from += DAYS_TOLD)
    await say(url, "marketplace", { days: days.slice(from, from + DAYS_TOLD) });
}

/** A campaign as the advertising account has it. */
interface StandInCampaign {
  profile: string;
  currency: string;
  id: string;
  name: string;
  product: "SP";
  state: "ENABLED" | "PAUSED" | "ARCHIVED";
  budget: string;
  adGroupId: string;
  keywords: { id: string; text: string; match: string; bid: string; state: string }[];
  targets: { id: string; expression: { type: string }[]; bid?: string; state: string }[];
}

/** Campaigns that are told at once. */
const TOLD = 50;

/** Campaigns of the accounts that are connected without an address, as they are here: there they can be changed. */
export async function tellCampaigns(sql: Sql, url: string): Promise<void> {
  const campaigns = await sql.query<StandInCampaign>(
    `select c.profile_id as profile, i.currency, c.campaign_id::text as id, c.campaign_name as name, 'SP' as product, c.state,
       c.daily_budget::text as budget, (c.campaign_id * 10 + 1)::text as "adGroupId", k.keywords, k.targets
     from connector x join ad_campaign c on c.store_id = x.store_id and c.ad_product = 'SP' and c.daily_budget is not null
       join store s on s.id = c.store_id join site i on i.id = s.site_id
       cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('id', k.keyword_id::text, 'text', k.keyword_text,
           'match', k.match_type, 'bid', k.bid::text, 'state', k.state) order by k.keyword_id)
             filter (where k.target_kind = 'keyword' and k.bid is not null), '[]') as keywords,
           coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', k.keyword_id::text, 'bid', k.bid::text,
             'state', k.state, 'expression', jsonb_build_array(jsonb_build_object('type', k.match_type)))) order by k.keyword_id)
             filter (where k.target_kind = 'auto'), '[]') as targets
         from ad_keyword k where k.campaign_id = c.campaign_id) k
     where x.kind = 'ads' and x.base_url is null and x.enabled and x.del_flag = 0 order by c.campaign_id`,
  );
  for (let from = 0; from < campaigns.length; from += TOLD)
    await say(url, "ads", { campaigns: campaigns.slice(from, from + TOLD) });
}
