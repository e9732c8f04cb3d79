import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_SECRET, type Name, type StandIns, startStandIns } from ".";

let there: StandIns;
beforeAll(async () => {
  there = await startStandIns({ seed: "test" });
});
afterAll(() => there.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(there.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const login = {
  marketplace: (account: string, secret: string) =>
    post("/marketplace/auth/o2/token", {
      grant_type: "refresh_token",
      refresh_token: "r",
      client_id: account,
      client_secret: secret,
    }),
  warehouse: (appKey: string, appSecret: string) => post("/warehouse/token", { appKey, appSecret }),
  carrier: (appKey: string, appSecret: string) => post("/carrier/token", { appKey, appSecret }),
};
async function signed(name: keyof typeof login, account: string): Promise<Record<string, string>> {
  const { access_token: token } = await (await login[name](account, DEMO_SECRET)).json();
  if (name === "marketplace") return { "x-amz-access-token": token };
  return { authorization: `Bearer ${token}` };
}
const get = async (path: string, headers: Record<string, string>) => fetch(there.url + path, { headers });
const behave = (name: Name, how: object) => there.control(name, { behave: how });

const window = "/marketplace/orders/v0/orders?MarketplaceIds=ATVPDKIKX0DER&LastUpdatedAfter=2026-01-01T00:00:00Z";
const place = (lastUpdateTime: string, more: object = {}) =>
  there.control("marketplace", {
    place: {
      seller: "AMZ-US-1",
      purchaseTime: "2026-07-06T10:00:00Z",
      lastUpdateTime,
      lines: [{ sellerSku: "S-A100", qty: 2, itemPrice: "51.98", itemTax: "3.64" }],
      ...more,
    },
  });

test("a wrong secret and a token that is over open nothing", async () => {
  expect((await login.marketplace("AMZ-US-1", "wrong")).status).toBe(401);
  expect((await get(window, { "x-amz-access-token": "none" })).status).toBe(401);
  const token = await signed("marketplace", "AMZ-US-1");
  expect((await get(window, token)).status).toBe(200);
  await there.control("marketplace", { tokens: "drop" });
  expect((await get(window, token)).status).toBe(401);
});

test("orders come page by page within their window, to their own account alone", async () => {
  for (const hour of ["03", "01", "02"]) await place(`2026-07-07T${hour}:00:00Z`);
  const token = await signed("marketplace", "AMZ-US-1");
  const first = await (await get(`${window}&MaxResultsPerPage=2`, token)).json();
  expect(first.payload.Orders.map((o: { LastUpdateDate: string }) => o.LastUpdateDate)).toEqual([
    "2026-07-07T01:00:00Z",
    "2026-07-07T02:00:00Z",
  ]);
  const next = encodeURIComponent(first.payload.NextToken);
  const rest = await (await get(`${window}&NextToken=${next}`, token)).json();
  expect(rest.payload.Orders).toHaveLength(1);
  expect(rest.payload.NextToken).toBeUndefined();
  await behave("marketplace", { repeat: true, reorder: true });
  const again = await (await get(`${window}&NextToken=${next}`, token)).json();
  expect(again.payload.Orders).toHaveLength(2);
  await behave("marketplace", { repeat: false, reorder: false });
  const other = await signed("marketplace", "AMZ-US-2");
  expect((await (await get(window, other)).json()).payload.Orders).toEqual([]);
});

test("a parcel that is told twice ships once; more than is open is refused", async () => {
  const { orders } = Object(await place("2026-07-08T00:00:00Z"));
  const token = await signed("marketplace", "AMZ-US-1");
  const path = `/marketplace/orders/v0/orders/${orders[0]}`;
  const { payload } = await (await get(`${path}/orderItems`, token)).json();
  const [item] = payload.OrderItems;
  const tell = (packageReferenceId: string, quantity: number) =>
    post(
      `${path}/shipmentConfirmation`,
      {
        marketplaceId: "ATVPDKIKX0DER",
        packageDetail: {
          packageReferenceId,
          carrierCode: "USPS",
          trackingNumber: "9400",
          shipDate: "2026-07-08T01:00:00Z",
          orderItems: [{ orderItemId: item.OrderItemId, quantity }],
        },
      },
      token,
    );
  expect([(await tell("1", 1)).status, (await tell("1", 1)).status]).toEqual([204, 204]);
  const state = async () => (await (await get(path, token)).json()).payload.OrderStatus;
  expect(await state()).toBe("PartiallyShipped");
  expect((await tell("2", 2)).status).toBe(400);
  expect((await tell("2", 1)).status).toBe(204);
  expect(await state()).toBe("Shipped");
});

test("fails, throttles, talks nonsense and loses its answer as often as it was told to", async () => {
  const token = await signed("marketplace", "AMZ-US-1");
  await behave("marketplace", { throttle: 1, fail: 1, status: 500, garbage: 1, lose: 1 });
  const throttled = await get(window, token);
  expect([throttled.status, throttled.headers.get("x-amzn-ratelimit-limit")]).toEqual([429, "20"]);
  expect((await get(window, token)).status).toBe(500);
  await expect((await get(window, token)).json()).rejects.toThrow();
  await expect(get(window, token)).rejects.toThrow();
  expect((await get(window, token)).status).toBe(200);
});

test("a person places an order by the page alone, and sees it; other sites cannot", async () => {
  const form = { seller: "AMZ-US-2", sku0: "<b>S</b>", qty0: "3", price0: "30.00", country: "US" };
  const send = (headers: Record<string, string> = {}, more: object = {}) =>
    fetch(`${there.url}/do/place`, { method: "POST", headers, body: new URLSearchParams({ ...form, ...more }) });
  const page = await (await send()).text();
  const no = /已下单：(900-\d{7}-\d{7})/.exec(page)?.[1] ?? "none";
  const { orders } = await there.heard("marketplace");
  expect(orders).toContainEqual(expect.objectContaining({ AmazonOrderId: no, NumberOfItemsUnshipped: 3 }));
  expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  const wrong = await send({}, { qty0: "0" });
  expect([wrong.status, (await wrong.text()).includes("填写有误：place")]).toEqual([400, true]);
});

const order = (referenceNo: string) => ({
  referenceNo,
  channelCode: "GC-USPS",
  receiver: { name: "J", country: "US", line1: "1 Example Ave" },
  lines: [{ code: "GC-A100", qty: 2 }],
});
const goods = { code: "GC-A100", name: "A", weightG: 450, lengthCm: 1, widthCm: 1, heightCm: 1 };

test("the warehouse takes an order once, whose answer was lost too, and ships it", async () => {
  const token = await signed("warehouse", "GC");
  expect((await post("/warehouse/orders", order("P1"), token)).status).toBe(400);
  await there.control("warehouse", {
    products: [{ ...goods, onHand: 10 }],
    parcels: { "GC-USPS": [{ trackingNo: "9400111", carrierCode: "USPS", freight: "5.20" }] },
  });
  const once = { ...token, "idempotency-key": "P1" };
  await behave("warehouse", { lose: 1 });
  await expect(post("/warehouse/orders", order("P1"), once)).rejects.toThrow();
  const { orderNo } = await (await post("/warehouse/orders", order("P1"), once)).json();
  expect((await post("/warehouse/orders", order("P1"), token)).status).toBe(409);
  const path = `/warehouse/orders/${orderNo}`;
  expect(await (await get(path, token)).json()).toMatchObject({
    state: "labelled",
    trackingNo: "9400111",
    freight: "5.20",
    weightKg: 0.9,
  });
  const label = await (await get(`${path}/label`, token)).text();
  expect(label.startsWith("%PDF-1.4")).toBe(true);
  await there.control("warehouse", { ship: { orderNo } });
  expect((await post(`${path}/cancel`, {}, token)).status).toBe(409);
  const stock = await (await get("/warehouse/stock?codes=GC-A100,GC-X", token)).json();
  expect(stock.items).toEqual([{ code: "GC-A100", onHand: 8, available: 8 }]);
});

test("the carrier follows what it and the warehouse sent", async () => {
  await there.control("carrier", { deliver: "9400111" });
  const token = await signed("carrier", "C");
  const { events } = await (await get("/carrier/shipments/9400111/events", token)).json();
  expect(events.map((e: { status: string }) => e.status)).toEqual(["created", "shipped", "delivered"]);
  const sent = { ...order("X"), weightKg: 1, lines: [{ sku: "A", qty: 1 }], channelCode: "LA-UPS" };
  const made = await (await post("/carrier/shipments", sent, token)).json();
  expect(made).toMatchObject({ carrierCode: "UPS", freight: "5.40", freightCurrency: "USD" });
});

/** Names that every plain object knows without having been told. */
const BORN = ["__proto__", "constructor", "toString", "hasOwnProperty"];

test.each(BORN)("%s is a name like any other, wherever one is asked for", async (name) => {
  const born = Object.getOwnPropertyNames(Object.prototype);
  const acts = ["place", "write", "pay", "cancel", "askCancel", "ship", "behave"];
  for (const act of [...acts, "approve", "reject", "deliver", "giveBack", name])
    for (const field of ["no", "name", "orderNo", "mood", "seller", "sku0", name]) {
      const body = new URLSearchParams({ [field]: name, text: name });
      const answer = await fetch(`${there.url}/do/${act}`, { method: "POST", body });
      expect(answer.status, `${act} ${field}`).toBeLessThan(500);
    }
  const orders = [
    { approve: name },
    { reject: name },
    { deliver: name },
    { pay: { orderNo: name } },
    { ship: { orderNo: name } },
    { place: { seller: name, orderNo: name, lines: [{ sellerSku: name, qty: 1 }] } },
    { papers: { account: name, throttle: 1 } },
    { settle: { account: name, until: "2026-01-01T00:00:00Z", lines: [] } },
    { giveBack: { orderNo: name, items: [{ sku: name, principal: "1" }] } },
    JSON.parse(`{"stock":{"${name}":1}}`),
    JSON.parse(`{"parcels":{"${name}":[{"trackingNo":"x","carrierCode":"x","freight":"1"}]}}`),
    JSON.parse(`{"behave":{"${name}":1}}`),
    JSON.parse(`{"${name}":{"state":"approved"}}`),
  ];
  for (const system of ["marketplace", "warehouse", "carrier", "oa", name])
    for (const order of orders) expect((await post(`/${system}/control`, order)).status, system).toBeLessThan(500);
  const token = await signed("warehouse", "GC");
  for (const path of [`/warehouse/orders/${name}`, `/warehouse/stock?codes=${name}`])
    expect((await get(path, token)).status).toBeLessThan(500);
  expect((await get(`/carrier/shipments/${name}/events`, await signed("carrier", "C"))).status).toBe(404);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(born);
  expect((await fetch(there.url)).status).toBe(200);
});

test("what they know outlives them, packed, and what an earlier program kept as plain text is read too", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stand-ins-"));
  const file = path.join(folder, "stand-ins.json");
  const known = async (work: (one: StandIns) => Promise<unknown>) => {
    const one = await startStandIns({ file });
    try {
      return await work(one);
    } finally {
      await one.stop();
    }
  };
  const orders = (one: StandIns) => one.heard("marketplace").then(({ orders }) => orders);
  try {
    const place = { seller: "AMZ-US-1", orderNo: "112-0000000-0000001", lines: [{ sellerSku: "S-A100", qty: 1 }] };
    await known((one) => one.control("marketplace", { place }));
    const first = await known(orders);
    expect(first).toEqual([expect.objectContaining({ AmazonOrderId: place.orderNo })]);
    writeFileSync(file, gunzipSync(readFileSync(file)));
    expect(await known(orders)).toEqual(first);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
