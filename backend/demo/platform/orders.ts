import { keepCustomers } from "#backend/domain/buyers/keep";
import { type Database, nextOrder, type Sql } from "#backend/platform/db";
import { makeMonths, ORDER_TABLES } from "#backend/platform/db/month-parts";
import { addressColumns, sealAddress } from "#backend/platform/personal/address";
import { hashOf } from "#backend/platform/personal/cipher";
import { keys } from "#backend/platform/personal/ring";
import type { Address } from "#documents/kit";
import { turn } from "../random";
import { RATES } from "../rates";

/** A town as parcels are written: state, town, postcode. */
type Town = readonly [state: string, city: string, postcode: string];

interface Country {
  country: string;
  dial: string;
  towns: readonly Town[];
  streets: readonly string[];
}

const US: Country = {
  country: "US",
  dial: "+1 206 555",
  towns: [
    ["CA", "Los Angeles", "90012"],
    ["WA", "Seattle", "98101"],
    ["OR", "Portland", "97204"],
    ["AZ", "Phoenix", "85004"],
    ["TX", "Austin", "78701"],
    ["NY", "Albany", "12207"],
    ["IL", "Peoria", "61602"],
    ["FL", "Tampa", "33602"],
  ],
  streets: ["Maple Ave", "Larkspur Ct", "Juniper Rd", "Harbor St", "Meadow Ln"],
};

const like = (country: string, dial: string, streets: readonly string[], ...towns: Town[]) => ({
  country,
  dial,
  streets,
  towns,
});

/** Where buyers of a site live, by its code. */
const places: Readonly<Record<string, Country>> = {
  US,
  CA: like("CA", "+1 604 555", US.streets, ["BC", "Vancouver", "V6B 1A1"], ["ON", "Ottawa", "K1P 1J1"]),
  MX: like("MX", "+52 55 5550", ["Calle Jacaranda", "Av. Encino"], ["CMX", "Coyoacán", "04000"]),
  UK: like(
    "GB",
    "+44 20 7946",
    ["Rowan Close", "Linden Road"],
    ["ENG", "York", "YO1 7HH"],
    ["SCT", "Perth", "PH1 5TJ"],
  ),
  DE: like("DE", "+49 30 555", ["Ahornweg", "Lindenstraße"], ["BY", "Augsburg", "86150"], ["HE", "Kassel", "34117"]),
  FR: like("FR", "+33 1 5550", ["Rue des Tilleuls", "Allée du Lac"], ["ARA", "Annecy", "74000"]),
  IT: like("IT", "+39 06 555", ["Via dei Pini", "Via Lago"], ["TN", "Trento", "38122"]),
  ES: like("ES", "+34 91 555", ["Calle Olmo", "Calle Fresno"], ["AR", "Zaragoza", "50001"]),
  NL: like("NL", "+31 20 555", ["Beukenlaan", "Lindehof"], ["GE", "Arnhem", "6811 AB"]),
  JP: like("JP", "+81 3 5550", ["桜町2-3-4", "緑が丘1-8"], ["長野県", "松本市", "390-0811"]),
  AU: like("AU", "+61 2 5550", ["Wattle St", "Banksia Rd"], ["TAS", "Hobart", "7000"]),
  AE: like("AE", "+971 4 555", ["Palm Walk", "Oryx Street"], ["DU", "Dubai", "00000"]),
};

const FIRST = ["Avery", "Blair", "Casey", "Devon", "Emery", "Harper", "Jordan", "Quinn"];
const LAST = ["Ashdown", "Brightwell", "Carrow", "Dunmere", "Fernley", "Hollis", "Winslade"];

/** Of a hundred orders so many are of buyers who bought before, and so many of a handful of them. */
const BACK = 15;
const OFTEN = 3;
const FAITHFUL = 8;
const PRIME = 7919;

/** Whose order the n-th of a site is: nobody is real, and some come back (market.md 13). */
function buyerOf(n: number): number {
  if (n % 100 < OFTEN) return (n * PRIME) % FAITHFUL;
  return n > 99 && n % 100 < OFTEN + BACK ? FAITHFUL + ((n * PRIME) % Math.floor(n / 2)) : n;
}

const named = (b: number) => `${turn(FIRST, b * 3 + (b % 5))} ${turn(LAST, Math.floor(b / 8) + b)}`;
/** How many days who bought an order is known: the week till its delivery, and a month. */
const KEPT = 37;
const buyersCOLUMNS = ["buyer_key", ...addressColumns("buyer_alias")];

/** What `demo_order` is joined with, so that orders have their buyers from the beginning. */
const BUYER_COLUMNS = buyersCOLUMNS.join(", ");

/** Who bought what `demo_order` has: sealed names of those whose time is not over, and a key of everybody. */
async function chooseBuyers(sql: Sql, today: string): Promise<void> {
  const orders = await sql.query<{ no: number; known: boolean; site: string; n: number }>(
    `select n as no, bought > $1::date - ${KEPT} as known, site_id as site,
       row_number() over (partition by site_id order by n)::int as n
     from demo_order where told not in ('Pending', 'PendingAvailability') order by n`,
    [today],
  );
  const rows = orders.map(({ no, known, site, n }) => {
    const buyer = buyerOf(n);
    return {
      n: no,
      buyer_key: hashOf(keys(), "email", `buyer${buyer}.${site}@example.com`),
      ...sealAddress("buyer_alias", known ? { name: named(buyer) } : null),
    };
  });
  await sql.query(
    `create temp table demo_buyer (n int primary key, ${buyersCOLUMNS.map((c) => `${c} text`).join(", ")})
     on commit drop`,
  );
  await sql.query("insert into demo_buyer select * from jsonb_populate_recordset(null::demo_buyer, $1::jsonb)", [
    JSON.stringify(rows),
  ]);
  await sql.query("analyze demo_buyer");
}

/** All of them are customers. */
async function insertCustomers(sql: Sql): Promise<void> {
  const orders = await sql.query<{ id: string }>(
    "select id from platform_order where tenant_id = 1 and buyer_key is not null",
  );
  nextOrder(sql);
  await keepCustomers(
    ...([sql, "1"] as const),
    orders.map((o) => o.id),
  );
}

/** Who bought the n-th order of a site: nobody (market.md 13). */
export function invented(site: string, n: number): Address {
  const { country, dial, towns, streets } = places[site] ?? US;
  const [state, city, postcode] = turn(towns, n);
  return {
    name: `${turn(FIRST, n)} ${turn(LAST, n)}`,
    country,
    state,
    city,
    postcode,
    phone: `${dial} ${String(100 + (n % 100)).padStart(4, "0")}`,
    line1: `${1 + ((n * 37) % 990)} ${turn(streets, n)}`,
    ...(n % 5 === 0 && { line2: `Apt ${1 + (n % 40)}` }),
  };
}

const COLUMNS = addressColumns("shipping_address");

/** Where the orders go that we ship ourselves; of the others the platform does not say it. */
async function insertAddresses(sql: Sql): Promise<void> {
  const orders = await sql.query<{ id: string; site: string }>(
    `select p.id, i.site_code as site from platform_order p join site i on i.id = p.site_id
     where p.fulfillment_channel = 'MFN' and p.shipping_address is null order by p.id`,
  );
  const rows = orders.map(({ id, site }, n) => ({ id, ...sealAddress("shipping_address", invented(site, n)) }));
  await sql.query(
    `update platform_order p set ${COLUMNS.map((c) => `${c} = x.${c}`).join(", ")}
     from jsonb_populate_recordset(null::platform_order, $1::jsonb) x where p.id = x.id`,
    [JSON.stringify(rows)],
  );
}

/** Days that the orders lie in, and how many there are (market.md 13). */
const DAYS = 60;
const ORDERS = { full: 20_000, small: 1_500 };
/** Of so many orders that we ship ourselves one names goods that nobody here knows. */
const UNKNOWN = { full: 60, small: 15 };
const DAY_MS = 86_400_000;

/** Orders of one listing each; of a few the platform SKU is not paired yet. */
const CHOSEN = `
  create temp table demo_order on commit drop as
  with listing as (
    select l.store_id, l.msku, l.asin, l.sku_id, k.name, t.dept_id, t.site_id, i.site_code, i.timezone, i.currency,
      i.marketplace_id, l.fulfillment_channel as channel,
      ($2::jsonb ->> 'USD')::numeric / ($2::jsonb ->> i.currency)::numeric as fx,
      case when i.site_code in ('US', 'CA') then 0.07 else coalesce(i.vat_rate, 0) / 100 end as tax,
      floor(9.99 + 75 * pg_temp.u('price:' || k.spu_id) ^ 2)::numeric + 0.99 as usd,
      row_number() over (order by l.store_id, l.id) as nth
    from sku_listing l join sku k on k.id = l.sku_id and k.sku_type = 'normal' and k.del_flag = 0
      join store t on t.id = l.store_id join site i on i.id = t.site_id
    where l.del_flag = 0 and l.tenant_id = 1 and $2::jsonb ? i.currency),
  chance as (
    select n, pg_temp.u('po:' || n) as listing, pg_temp.u('po:state:' || n) as state,
      pg_temp.u('po:age:' || n) as age, pg_temp.u('po:qty:' || n) as qty
    from generate_series(1, $1::int) n),
  known as (
    select c.*, l.*, case when l.channel = 'MFN' and c.n % $4::int = 7 then 'NEW-' || coalesce(l.asin, l.msku) end as unknown_sku,
      case when c.n % 997 = 500 then 'Unfulfillable' when c.n % 997 = 501 then 'PendingAvailability'
        when c.n % 997 = 502 then 'InvoiceUnconfirmed' when c.state < 0.82 then 'Shipped' when c.state < 0.91 then 'Unshipped'
        when c.state < 0.94 then 'Pending' when c.state < 0.99 then 'Canceled'
        else 'PartiallyShipped' end as told
    from chance c join listing l on l.nth = 1 + floor(c.listing * (select count(*) from listing))::bigint)
  select k.*,
    (112 + n % 3)::text || '-' || lpad(((n * 104729) % 10000000)::text, 7, '0') || '-'
      || lpad(((n::bigint * 1299709) % 10000000)::text, 7, '0') as no,
    coalesce(unknown_sku, msku) as seller_sku,
    case when told = 'PartiallyShipped' then 2 else 1 + floor(qty * qty * 3)::int end as pieces,
    date_trunc('second', ($3::date - case when told in ('Unshipped', 'Pending', 'PartiallyShipped')
      then age * interval '40 hours' else interval '2 days' + age * interval '${DAYS - 2} days' end)::timestamptz) as bought,
    case currency when 'JPY' then 0 else 2 end as scale
  from known k`;

/** What the platform says of them; its amounts follow of the pieces. */
const HEADS = `
  with amount as (
    select d.*, round(usd * fx, scale) * pieces as price, round(usd * fx * pieces * tax, scale) as tax_amount,
      case when channel = 'MFN' then round(4.99 * fx, scale) else 0 end as shipping,
      case when n % 10 = 3 then round(usd * fx * pieces * 0.05, scale) else 0 end as promo
    from demo_order d)
  insert into platform_order (tenant_id, platform_order_no, store_id, site_id, dept_id, marketplace_id, time_zone, status,
    fulfillment_channel, order_type, ship_service_level, is_prime, currency, order_total, item_qty, items_shipped,
    items_unshipped, seller_skus, unpaired, sync_state, raw_hash, purchase_time, purchase_day, last_update_time,
    earliest_ship_time, latest_ship_time, latest_delivery_time, create_time, ${BUYER_COLUMNS})
  select 1, no, store_id, site_id, dept_id, marketplace_id, timezone, told, channel, 'StandardOrder',
    case channel when 'AFN' then 'Expedited' else 'Std Domestic' end, channel = 'AFN' and n % 2 = 0, currency,
    price + tax_amount + shipping - promo, pieces,
    case told when 'Shipped' then pieces when 'PartiallyShipped' then 1 else 0 end,
    case told when 'Unshipped' then pieces when 'PartiallyShipped' then pieces - 1 else 0 end,
    seller_sku, unknown_sku is not null, 'ok', md5(no), bought, (bought at time zone timezone)::date,
    bought + interval '1 hour', bought, bought + interval '2 days', bought + interval '7 days', bought, ${BUYER_COLUMNS}
  from amount left join demo_buyer using (n) order by bought, no`;

const LINES = `
  insert into platform_order_line (tenant_id, platform_order_id, purchase_time, line_no, platform_line_no, seller_sku, sku_id,
    asin, title, qty, qty_shipped, item_price, item_tax, shipping_price, promotion_discount)
  select 1, t.id, t.purchase_time, 1, lpad((d.n * 7919)::text, 14, '4'), d.seller_sku,
    case when d.unknown_sku is null then d.sku_id end, d.asin, d.name, d.pieces, t.items_shipped,
    round(usd * fx, scale) * pieces, round(usd * fx * pieces * tax, scale),
    case when channel = 'MFN' then round(4.99 * fx, scale) else 0 end,
    case when n % 10 = 3 then round(usd * fx * pieces * 0.05, scale) else 0 end
  from demo_order d join platform_order t on t.platform_order_no = d.no order by t.id`;

/** The months of these orders, before the transaction that makes them. */
export async function makeOrderMonths(db: Database, today: string): Promise<void> {
  const last = new Date(`${today}T00:00:00Z`);
  const day = (n: number) => new Date(last.getTime() + n * DAY_MS);
  await makeMonths(db, ORDER_TABLES, day(-DAYS - 2), day(31));
}

/**
 * A sample of what platforms tell of their orders, over the listings that there are. Their sales stand
 * in the trade facts already. Needs `pg_temp.u` (Chance.install).
 * @returns the number of orders
 */
export async function insertPlatformOrders(sql: Sql, today: string, scale: number) {
  const size = scale < 1 ? "small" : "full";
  await sql.query(CHOSEN, [ORDERS[size], JSON.stringify(RATES), today, UNKNOWN[size]]);
  // Planned blindly, each next step would look through all rows for each of its rows.
  await sql.query("analyze demo_order");
  await chooseBuyers(sql, today);
  await sql.query(HEADS);
  await sql.query("analyze platform_order");
  await sql.query(LINES);
  await sql.query("analyze platform_order_line");
  await insertAddresses(sql);
  await insertCustomers(sql);
  return Number((await sql.one<{ n: string }>("select count(*) n from demo_order"))?.n);
}
