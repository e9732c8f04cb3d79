import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRules, ordered, shipAll } from "./scenario";
import { openShop, type Shop } from "./shop";

// What cockpit and home say of orders, beside what the orders themselves add up to.
let shop: Shop;
/** Today where the orders are bought, as 2026-07-31. */
const day = (zone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
const MONTH = day("America/Los_Angeles").slice(0, 7);
/** For some hours a month has begun in London and not in California: then what both had half a day ago. */
const HOURS = day("Europe/London").startsWith(MONTH) ? 0 : 12;
const NOW = new Date(Date.now() - 60_000 - HOURS * 3_600_000).toISOString();

beforeAll(async () => {
  shop = await openShop();
  await makeRules(shop);
  await shop.db.query("update exchange_rate set my_rate = 9.3217 where currency = 'GBP'");
  await shop.db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, group_id, fulfillment_channel, listing_status)
     select $1, 1, t.id, 'U-B200', (select max(id) from ops_group), 'AFN', 'active' from store t
     where t.store_code = 'AMZ-UK-1'`,
    [shop.skus.B200],
  );
  await shop.db.query(
    `insert into connector (tenant_id, name, kind, provider, store_id, account, enabled, client_secret,
       refresh_token)
     select 1, '英国店', 'marketplace', 'amazon', t.id, 'AMZ-UK-1', true, c.client_secret, c.refresh_token
     from store t, connector c where t.store_code = 'AMZ-UK-1' and c.account = 'AMZ-US-1'`,
  );
});
afterAll(() => shop.close());

const marketOf = async (site: string) => {
  const [row] = await shop.db.query<{ id: string }>("select marketplace_id as id from site where site_code = $1", [
    site,
  ]);
  return row?.id;
};

const british = async (orderNo: string, qty: number) =>
  shop.there.control("marketplace", {
    place: {
      seller: "AMZ-UK-1",
      marketplaceId: await marketOf("UK"),
      currency: "GBP",
      orderNo,
      channel: "AFN",
      status: "Shipped",
      purchaseTime: NOW,
      lines: [
        {
          sellerSku: "U-B200",
          qty,
          itemPrice: `${33 * qty}.33`,
          itemTax: "6.67",
          shippingPrice: "3.33",
          shippingTax: "0.67",
          promotionDiscount: "1.11",
          shippingDiscount: "0.33",
          itemId: "1",
        },
      ],
    },
  });

/** What the orders and their packages say, in CNY, by no table of figures. */
const counted = () =>
  shop.db.one(
    `with rate as (
       select distinct on (currency) currency, coalesce(my_rate, official_rate) as rate from exchange_rate
       where effective_date <= ($1 || '-01')::date and tenant_id = 1 and del_flag = 0
       order by currency, effective_date desc),
     line as (
       select t.id, l.qty, r.rate, k.purchase_price as cost,
         l.item_price + l.shipping_price - l.shipping_discount - l.promotion_discount as net
       from platform_order t join platform_order_line l on l.platform_order_id = t.id
         join sku k on k.id = l.sku_id join rate r on r.currency = t.currency
       where t.status not in ('Pending', 'PendingAvailability', 'Canceled')
         and to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM') = $1),
     freight as (
       select coalesce(sum(p.actual_freight * r.rate), 0) as cny from package_order p
         join rate r on r.currency = p.freight_currency where p.ship_time is not null)
     select count(distinct id)::int as orders, sum(qty)::int as units,
       round(sum(net * rate), 2)::float8 as "mainBusinessIncome",
       round(sum(net * rate) - sum(qty * cost) - (select cny from freight), 2)::float8 as "grossProfit"
     from line`,
    [MONTH],
  );
async function told() {
  const month = MONTH.replace("-", "");
  const at = "/cockpit/cocBusinessReport";
  const { summary } = await shop.get(`${at}/getCocAmazonTradeReportByGroup?reportMonth=${month}&size=100`);
  const home = await shop.get(`${at}/getDeptReport?reportMonth=${month}`);
  const { orders, units, mainBusinessIncome, grossProfit } = summary;
  return {
    cockpit: { orders, units, mainBusinessIncome, grossProfit },
    home: home.cocBusinessBaseDateGroupByMonth.at(-1).mainBusinessIncome,
    depts: home.cocBusinessBaseDateGroupByDept.map((d: { mainBusinessIncome: number }) => Number(d.mainBusinessIncome)),
  };
}
/** Read to its end, by whichever turn of the job, there are so many orders and pieces; all say so. */
async function agree(wanted: { orders: number; units: number }) {
  const read = async () => {
    await shop.sync();
    return counted();
  };
  await expect.poll(read).toMatchObject(wanted);
  const own = await counted();
  const found = await told();
  expect(found.cockpit).toEqual(own);
  expect(found.home).toBe(found.cockpit.mainBusinessIncome);
  const sum = found.depts.reduce((all: number, n: number) => all + n, 0);
  expect(sum).toBeCloseTo(found.home, 1);
  return found.cockpit;
}

test("orders of two currencies, one shipped by ourselves: cockpit and home say their sums", async () => {
  await shop.place({ ...ordered(), purchaseTime: NOW });
  await british("202-0000000-0000001", 2);
  await british("202-0000000-0000002", 1);
  await agree({ orders: 3, units: 6 });
  await shipAll(shop);
  const after = await agree({ orders: 3, units: 6 });
  // 90.97 USD at 7.15, twice GBP with tax, which is not income.
  const gbp = 66.33 + 33.33 + 2 * (3.33 - 0.33 - 1.11);
  expect(after.mainBusinessIncome).toBeCloseTo(90.97 * 7.15 + gbp * 9.3217, 2);
  const goods = 2 * 42 + 4 * 88;
  expect(after.grossProfit).toBeCloseTo(after.mainBusinessIncome - goods - (5.2 + 9.85) * 7.15, 2);
});

test("an order that changed, one that is cancelled and one told twice: they agree again", async () => {
  await british("202-0000000-0000002", 5);
  await agree({ orders: 3, units: 10 });
  await shop.there.control("marketplace", { cancel: { orderNo: "202-0000000-0000001" } });
  await shop.there.control("marketplace", { behave: { repeat: true, reorder: true } });
  await agree({ orders: 2, units: 8 });
  const [rebuilt] = await shop.db.query(
    `select (select sum(amount) from fact_source where column_name = 'item_sales')::text as source,
       (select sum(item_sales) from fact_trade_daily)::text as day,
       (select sum(item_sales) from fact_trade_month)::text as month`,
  );
  expect(new Set(Object.values(Object(rebuilt))).size).toBe(1);
});
