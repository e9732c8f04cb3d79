// A seller account of many listings, the orders of a fortnight, and the settlement report that says what they brought.
import { gzipSync } from "node:zlib";

const LISTINGS = 3000;
const DAYS = 14;
const msku = (n) => `BENCH-${String(n % LISTINGS).padStart(4, "0")}`;
export const orderNo = (n) => `777-${String(Math.floor(n / 1e7)).padStart(7, "0")}-${String(n % 1e7).padStart(7, "0")}`;
const HEAD =
  "settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id posted-date posted-date-time order-item-code sku quantity-purchased promotion-id".split(
    " ",
  );

const dayOf = (n) => new Date(Date.now() - ((n % DAYS) + 2) * 86_400_000).toISOString().slice(0, 10);

/** A store of the United States with its listings; answers its id. */
export async function fillStore(db) {
  const known = await db.query("select id from store where store_code = 'BENCH-US'");
  if (known.rows[0]) return known.rows[0].id;
  const made = await db.query(
    `insert into store (store_code, store_name, platform, site_id, seller_id, state, dept_id)
     select 'BENCH-US', '结算压测店', 'amazon', i.id, 'ACCOUNT-BENCH', 'enabled', (select dept_id from store where dept_id is not null limit 1)
     from site i where i.site_code = 'US' and i.tenant_id = 1 returning id`,
  );
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select (select min(id) from sku where status = 'approved' and sku_type <> 'combo'), 1, $1, 'BENCH-' || lpad(n::text, 4, '0'),
       'B0' || lpad(n::text, 8, '0'), (select min(id) from ops_group), 'AFN', 'active' from generate_series(0, ${LISTINGS - 1}) n`,
    [made.rows[0].id],
  );
  return made.rows[0].id;
}

/** Orders that the account sold, one line each, none of them in the figures yet. */
export async function fillOrders(db, storeId, from, count) {
  const { rows } = await db.query("select id, site_id from store where id = $1", [storeId]);
  const orders = Array.from({ length: count }, (_, i) => ({ no: orderNo(from + i), day: dayOf(i), msku: msku(i) }));
  for (let at = 0; at < orders.length; at += 5000)
    await db.query(
      `with said as (select * from jsonb_to_recordset($1::jsonb) as x(no text, day date, msku text)),
       made as (
         insert into platform_order (platform_order_no, store_id, site_id, marketplace_id, status, purchase_time, purchase_day,
           last_update_time, time_zone, fulfillment_channel, currency, tenant_id, version, create_time, del_flag)
         select no, $2, $3, 'ATVPDKIKX0DER', 'Shipped', day + interval '19 hours', day, day + interval '20 hours',
           'America/Los_Angeles', 'AFN', 'USD', 1, 0, now(), 0 from said returning id, platform_order_no, purchase_time)
       insert into platform_order_line (platform_order_id, purchase_time, line_no, platform_line_no, seller_sku, sku_id, title, qty,
         item_price, tenant_id, version, create_time, del_flag)
       select m.id, m.purchase_time, 1, '1', s.msku, l.sku_id, s.msku, 1, 19.99, 1, 0, now(), 0
       from made m join said s on s.no = m.platform_order_no
         join sku_listing l on l.store_id = $2 and l.msku = s.msku`,
      [JSON.stringify(orders.slice(at, at + 5000)), rows[0].id, rows[0].site_id],
    );
  await db.query("vacuum analyze platform_order; ").catch(() => undefined);
}

/** The report of these orders, packed. Six lines to an order. */
export function settlementFile(no, from, count) {
  const blank = Object.fromEntries(HEAD.map((name) => [name, ""]));
  const row = (cells) => Object.values({ ...blank, ...cells }).join("\t");
  const parts = [];
  let cents = 0;
  for (let i = 0; i < count; i++) {
    const line = (type, description, amount, more = {}) => {
      cents += Math.round(amount * 100);
      parts.push(
        row({
          "settlement-id": no,
          "transaction-type": "Order",
          "order-id": orderNo(from + i),
          "marketplace-name": "Amazon.com",
          "amount-type": type,
          "amount-description": description,
          amount: amount.toFixed(2),
          "posted-date": dayOf(i),
          "posted-date-time": `${dayOf(i)} 21:00:00 UTC`,
          sku: msku(i),
          ...more,
        }),
      );
    };
    line("ItemPrice", "Principal", 19.99, { "quantity-purchased": 1 });
    line("ItemPrice", "Tax", 1.65);
    line("ItemPrice", "Shipping", 0.5);
    line("ItemWithheldTax", "MarketplaceFacilitatorTax-Principal", -1.65);
    line("ItemFees", "Commission", -3);
    line("ItemFees", "FBAPerUnitFulfillmentFee", -3.86);
  }
  const day = (back) => `${new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)} 19:00:00 UTC`;
  const head = row({
    "settlement-id": no,
    "settlement-start-date": day(DAYS + 2),
    "settlement-end-date": day(1),
    "deposit-date": day(0),
    "total-amount": (cents / 100).toFixed(2),
    currency: "USD",
  });
  const text = [HEAD.join("\t"), head, ...parts].join("\n");
  return { bytes: gzipSync(text), size: text.length, rows: parts.length };
}
