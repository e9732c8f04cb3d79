import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lineIn, NO, openShop, orderIn, type Shop } from "./platform.testing";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.list("A100");
  await shop.list("B200");
});
afterAll(() => shop.db.close());
beforeEach(() =>
  shop.db.query("truncate platform_order, platform_order_line, fact_source, fact_trade_daily, fact_trade_month"),
);

const kept = () =>
  shop.db.query(
    `select t.platform_order_no as no, t.status, t.last_update_time as told, t.order_total as total,
       t.raw_hash as hash, t.version, t.unpaired, t.purchase_day::text as day,
       (select jsonb_agg(to_jsonb(l) - 'id' - 'create_time' - 'platform_order_id' order by l.line_no) from platform_order_line l
        where l.platform_order_id = t.id) as lines
     from platform_order t order by 1`,
  );
const sold = () =>
  shop.db.query(
    `select seller_sku, biz_date::text as day, orders, units, item_sales::float8 as sales,
       shipping_income::float8 as shipping, promo_amt::float8 as promo, vat_amt::float8 as vat,
       product_cost::float8 as cost from fact_trade_daily order by 1`,
  );

test("an order is kept once, in the zone of its site, and its sales are facts", async () => {
  expect(await shop.take(orderIn())).toMatchObject({ new: 1, changed: 0, same: 0, older: 0 });
  expect(await kept()).toMatchObject([
    // 5 o'clock UTC is still the evening before in Los Angeles.
    { no: NO, status: "Unshipped", total: "97.34", unpaired: false, day: "2026-07-05" },
  ]);
  const first = { day: "2026-07-05", orders: 1, units: 2, sales: 51.98, shipping: 2.85 };
  expect(await sold()).toEqual([
    { seller_sku: "S-A100", ...first, promo: 2.86, vat: 0, cost: 84 },
    {
      seller_sku: "S-B200",
      day: "2026-07-05",
      orders: 0,
      units: 1,
      sales: 39,
      vat: 0,
      shipping: 2.14,
      promo: 2.14,
      cost: 88,
    },
  ]);
});

test("what is told again changes no row", async () => {
  await shop.take(orderIn());
  const before = [await kept(), await sold()];
  expect(await shop.take(orderIn(), orderIn())).toMatchObject({ new: 0, changed: 0, same: 2 });
  expect([await kept(), await sold()]).toEqual(before);
});

test("an older word changes nothing, a later one restates what it sold", async () => {
  await shop.take(orderIn({ lastUpdateTime: "2026-07-06T08:00:00Z" }));
  const before = await kept();
  expect(await shop.take(orderIn({ status: "Pending" }))).toMatchObject({ older: 1, ids: [] });
  expect(await kept()).toEqual(before);
  const canceled = orderIn({ status: "Canceled", lastUpdateTime: "2026-07-06T09:00:00Z" });
  expect(await shop.take(canceled)).toMatchObject({ changed: 1 });
  expect((await sold()).map((r) => r.sales)).toEqual([0, 0]);
  expect(await kept()).toMatchObject([{ status: "Canceled", version: 1, lines: [{}, {}] }]);
});

test("whatever the order that words arrive in, what is kept is the latest", async () => {
  const words = ["06:00", "07:00", "08:00"].flatMap((time, n) =>
    ["1", "2"].map((no) =>
      orderIn({
        platformOrderNo: `${NO}-${no}`,
        lastUpdateTime: `2026-07-06T${time}:00Z`,
        status: (["Pending", "Unshipped", "Shipped"] as const)[n] ?? "Pending",
        lines: [lineIn({ qtyShipped: n })],
        orderTotal: null,
      }),
    ),
  );
  await shop.take(...words);
  const strip = (rows: Record<string, unknown>[]) => rows.map(({ version: _, ...row }) => row);
  const wanted = [strip(await kept()), await sold()];
  const turns = [
    [5, 0, 3, 1, 4, 2],
    [2, 2, 5, 5, 0, 1],
    [4, 5, 1, 0, 3, 2],
  ];
  for (const turn of turns) {
    await shop.db.query(
      "truncate platform_order, platform_order_line, fact_source, fact_trade_daily, fact_trade_month",
    );
    for (const i of [...turn, 4, 5]) {
      const word = words[i];
      if (word) await shop.take(word);
    }
    expect([strip(await kept()), await sold()]).toEqual(wanted);
  }
});

test("figures that do not add up are said, a cent is not", async () => {
  await shop.take(orderIn({ orderTotal: "97.35" }));
  const said = () => shop.db.query("select sync_state, sync_message from platform_order");
  expect(await said()).toEqual([{ sync_state: "ok", sync_message: null }]);
  await shop.take(orderIn({ orderTotal: "97.36", lastUpdateTime: "2026-07-06T06:00:00Z" }));
  expect(await said()).toEqual([{ sync_state: "error", sync_message: "订单金额97.36与明细合计97.34不符" }]);
});

test("orders of several months lie in parts of their own", async () => {
  const month = (n: number) => orderIn({ platformOrderNo: `${NO}-${n}`, purchaseTime: `2026-0${n}-15T05:00:00Z` });
  await shop.take(month(1), month(3), month(3));
  expect(
    await shop.db.query(
      "select tableoid::regclass::text as part, count(*)::int as n from platform_order_line group by 1 order by 1",
    ),
  ).toEqual([
    { part: "platform_order_line_202601", n: 2 },
    { part: "platform_order_line_202603", n: 2 },
  ]);
});

test("two feeds of one store at once keep each order once", async () => {
  await Promise.all([1, 2, 3, 4].map(() => shop.take(orderIn())));
  expect(await kept()).toHaveLength(1);
  expect(await sold()).toMatchObject([{ units: 2 }, { units: 1 }]);
});
