import { afterAll, beforeAll, expect, test } from "vitest";
import { FOUND, LOOKS, makeRules, NO, ordered } from "./scenario";
import { openShop, type Shop } from "./shop";

// Scenario 1 of market.md 12, by calls of people and turns of the jobs alone.
const PLATFORM = "/platformorder/order";
const ORDERS = "/ordermanage/order";
const PACKAGES = "/packageorder/order";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await makeRules(shop);
});
afterAll(() => shop.close());

const platform = async () => (await shop.rows(PLATFORM))[0];
const order = async () => {
  const [row] = await shop.rows(ORDERS);
  return shop.get(`${ORDERS}/${row?.id}`);
};
/** The order's packages, P1 before P2. */
const parcels = async (): Promise<Record<string, unknown>[]> => {
  const rows = await shop.rows(PACKAGES);
  return rows.sort((a, b) => Number(b.packageWeightKg) - Number(a.packageWeightKg));
};
/** What lies at GC-W: on hand, reserved, available. */
const stock = (code: string) =>
  shop.db.query(
    `select on_hand_qty as "onHand", reserved_qty as reserved, available_qty as free from stock
     where warehouse_id = $1 and sku_id = $2`,
    [shop.places["GC-W"], shop.skus[code]],
  );
const stocks = async () => [...(await stock("A100")), ...(await stock("B200"))];
const misbehave = (name: "marketplace" | "warehouse", behave: object) => shop.there.control(name, { behave });

test("1. the feed delivers the order, through a marketplace that misbehaves; again it changes no row", async () => {
  await shop.place(ordered());
  for (const behave of [{ throttle: 2 }, { fail: 1 }, { garbage: 1 }, { lose: 1 }, { repeat: true }]) {
    await misbehave("marketplace", behave);
    await shop.sync();
  }
  await expect
    .poll(platform)
    .toMatchObject({ platformOrderNo: NO, status: "Unshipped", orderTotal: FOUND.total, fulfillmentChannel: "MFN" });
  const look = () =>
    shop.db.query(
      `select (select json_agg(t) from platform_order t) as head,
         (select json_agg(l order by l.id) from platform_order_line l) as lines`,
    );
  const before = await look();
  await shop.sync();
  expect(await look()).toEqual(before);
});

test("2. it becomes an order, runs through nine looks at rules and is audited", async () => {
  await expect.poll(order).toMatchObject({ status: "audited", totalAmount: FOUND.total });
  expect(await order()).toMatchObject({ estProfit: FOUND.profit, estProfitRate: FOUND.profitRate });
  const looks = await shop.db.query<{ look: string }>(
    `select r.rule_name || case when (s ->> 'matched')::boolean then ' yes' else ' no' end as look
     from order_rule_log g, jsonb_array_elements(g.steps) with ordinality x(s, n)
       join order_rule r on r.id = (s ->> 'ruleId')::bigint order by g.id, n`,
  );
  expect(looks.map(({ look }) => look)).toEqual(LOOKS);
});

test("3. two packages are reserved: what weighs more goes by post, the battery by courier", async () => {
  expect(await parcels()).toMatchObject([
    { status: "reserved", packageWeightKg: "0.900" },
    { status: "reserved", packageWeightKg: "0.800" },
  ]);
  const channels = (await parcels()).map((p) => p.logisticsChannelId);
  expect(channels).toEqual([shop.channels["GC-USPS"], shop.channels["GC-FEDEX"]]);
  expect(await stocks()).toEqual([
    { onHand: 10, reserved: 2, free: 8 },
    { onHand: 3, reserved: 1, free: 2 },
  ]);
});

test("4. both are sent and labelled by a warehouse whose answers get lost, and leave one by one", async () => {
  const press = async (action: string) => {
    for (const { id } of await parcels()) expect(await shop.press(PACKAGES, id, action)).toMatchObject({ msg: null });
  };
  /** What is heard of both, once it was said. */
  const sent = async (column: string) => {
    await shop.say();
    return (await parcels()).map((p) => p[column]);
  };
  const stateOf = async () => {
    await shop.say();
    await shop.sync();
    return platform();
  };
  await press("send");
  for (const behave of [{ lose: 1 }, { fail: 1 }, { garbage: 1 }]) {
    await misbehave("warehouse", behave);
    await shop.say();
  }
  await expect.poll(() => sent("externalOrderNo")).toEqual([expect.any(String), expect.any(String)]);
  expect((await shop.there.heard("warehouse")).orders).toHaveLength(2);
  await press("getLabel");
  await expect.poll(() => sent("trackingNo")).toEqual(["9400111899223100001234", "771234567890"]);
  expect(await sent("actualFreight")).toEqual(["5.20", "9.85"]);

  const [first, second] = await parcels();
  await shop.press(PACKAGES, first?.id, "ship");
  expect(await order()).toMatchObject({ status: "partShipped" });
  await misbehave("marketplace", { fail: 1 });
  await expect.poll(() => sent("confirmState")).toEqual(["uploaded", null]);
  await expect.poll(stateOf).toMatchObject({ status: "PartiallyShipped" });
  await shop.press(PACKAGES, second?.id, "ship");
  expect(await order()).toMatchObject({ status: "shipped" });
  await expect.poll(stateOf).toMatchObject({ status: "Shipped" });
  expect(await stocks()).toEqual([
    { onHand: 8, reserved: 0, free: 8 },
    { onHand: 2, reserved: 0, free: 2 },
  ]);
  const moved = await shop.db.query(
    `select k.sku_code as sku, m.qty from stock_move m join sku k on k.id = m.sku_id
     where m.biz_type = 'pkgOut' order by 1`,
  );
  expect(moved).toEqual([
    { sku: "A100", qty: -2 },
    { sku: "B200", qty: -1 },
  ]);
  const told = Object(await shop.there.heard("marketplace")).confirmations;
  expect(told.map((c: { trackingNumber: string; times: number }) => c.trackingNumber)).toEqual([
    "9400111899223100001234",
    "771234567890",
  ]);
});

test("8. the day's figures bear the order: income, goods and freight", async () => {
  const [day] = await shop.db.query(
    `select sum(orders)::int as orders, sum(units)::int as units,
       round(sum(item_sales + shipping_income - promo_amt), 2)::text as usd,
       round(sum(product_cost), 2)::text as cost, round(sum(fulfill_fee), 2)::text as freight
     from fact_trade_daily where biz_date between '2026-07-01' and '2026-07-31'`,
  );
  expect(day).toMatchObject({ orders: 1, units: 3, usd: "90.97", cost: "172.00" });
  const [fees] = await shop.db.query("select round(sum(fulfill_fee), 2)::text as usd from fact_trade_daily");
  expect(fees).toEqual({ usd: "15.05" });
});

/** An order of so many B200, to somewhere in California. */
const more = (orderNo: string, qty: number) => ({
  ...ordered(),
  orderNo,
  lines: [{ sellerSku: "S-B200", qty, itemPrice: `${39 * qty}.00`, itemId: orderNo.slice(-9) }],
});
const orderOf = async (no: string) => {
  const rows = await shop.rows(ORDERS);
  return rows.find((row) => row.platformOrderNo === no || row.platformNo === no);
};
const parcelOf = async (no: string) => {
  const own = await orderOf(no);
  return (await parcels()).find((p) => String(p.orderNos).includes(String(own?.no)));
};
const SHORT = "113-1234567-7654322";

test("U2. what lies nowhere stops as 缺货 and holds nothing; when it came, the order goes on", async () => {
  await shop.place(more(SHORT, 4));
  const state = async () => {
    await shop.sync();
    return orderOf(SHORT);
  };
  await expect.poll(state).toMatchObject({ status: "exception", exceptionCode: "OUT_OF_STOCK" });
  expect(await stock("B200")).toEqual([{ onHand: 2, reserved: 0, free: 2 }]);
  expect((await parcelOf(SHORT))?.status ?? "draft").toBe("draft");
  await shop.stockIn("GC-W", "B200", 5, "more");
  const { id } = (await orderOf(SHORT)) ?? {};
  expect(await shop.press(ORDERS, id, "runRule")).toMatchObject({ msg: null });
  expect(await orderOf(SHORT)).toMatchObject({ status: "audited", exceptionCode: null });
  expect(await stock("B200")).toEqual([{ onHand: 7, reserved: 4, free: 3 }]);
});

test("U3. cancelled by its platform, a sent order is called back: accepted it is over, once", async () => {
  const parcel = await parcelOf(SHORT);
  await shop.press(PACKAGES, parcel?.id, "send");
  const told = async () => {
    await shop.say();
    return parcelOf(SHORT);
  };
  await expect.poll(told).toMatchObject({ externalOrderNo: expect.any(String) });
  await shop.there.control("marketplace", { cancel: { orderNo: SHORT } });
  const over = async () => {
    await shop.sync();
    await shop.say();
    return [(await orderOf(SHORT))?.status, (await parcelOf(SHORT))?.status];
  };
  await expect.poll(over).toEqual(["cancelled", "cancelled"]);
  await over();
  expect(await stock("B200")).toEqual([{ onHand: 7, reserved: 0, free: 7 }]);
});

test("U3. what has left the warehouse is not called back: the order says so, the package stays", async () => {
  const no = "113-1234567-7654323";
  await shop.place(more(no, 1));
  const state = async () => {
    await shop.sync();
    return orderOf(no);
  };
  await expect.poll(state).toMatchObject({ status: "audited" });
  const parcel = await parcelOf(no);
  await shop.press(PACKAGES, parcel?.id, "send");
  const told = async () => {
    await shop.say();
    return parcelOf(no);
  };
  await expect.poll(told).toMatchObject({ externalOrderNo: expect.any(String) });
  await shop.press(PACKAGES, parcel?.id, "getLabel");
  await expect.poll(told).toMatchObject({ status: "labelled" });
  const orderNo = (await told())?.externalOrderNo;
  await shop.there.control("warehouse", { ship: { orderNo } });
  await shop.there.control("marketplace", { cancel: { orderNo: no } });
  const after = async () => {
    await shop.sync();
    await shop.say();
    return orderOf(no);
  };
  await expect.poll(after).toMatchObject({ status: "exception", exceptionCode: "SYNC" });
  expect(await parcelOf(no)).toMatchObject({ status: "labelled" });
  expect((await stock("B200"))[0]).toMatchObject({ reserved: 1 });
});
