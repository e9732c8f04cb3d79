import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DEMO_SECRET, type StandIns, startStandIns } from "../..";

/* The acceptance scenario of the figures: an account with two marketplaces, fees as they were settled. */

const US = "ATVPDKIKX0DER";
const DE = "A1PA6795UKMFR9";
const JP = "A1VC38T7YXB528";
const TYPE = "GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2";

let there: StandIns;
let token: string;
const tell = (order: object) => there.control("marketplace", order);

async function signIn(account: string): Promise<string> {
  const answer = await fetch(`${there.url}/marketplace/auth/o2/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "refresh_token", client_id: account, client_secret: DEMO_SECRET }),
  });
  return (await answer.json()).access_token;
}
const get = (path: string, by = token) =>
  fetch(`${there.url}/marketplace/reports/2021-06-30${path}`, { headers: { "x-amz-access-token": by } });
const list = async (more = "", by = token) => (await get(`/reports?reportTypes=${TYPE}${more}`, by)).json();
const documentOf = async (reportId: string, by = token) => (await get(`/documents/${reportId}-D`, by)).json();
const download = async (reportId: string, by = token) => fetch((await documentOf(reportId, by)).url);

type Told = Record<string, string & Record<string, string> & string[]>;
const told = async (id: string): Promise<Told> => {
  const { settlements } = Object(await there.heard("marketplace"));
  return settlements.find((s: Told) => s.settlementId === id);
};

interface Read {
  charset: string;
  head: string[];
  rows: Record<string, string>[];
}
async function read(answer: Response): Promise<Read> {
  const charset = /charset=([\w-]+)/.exec(answer.headers.get("content-type") ?? "")?.[1] ?? "";
  const text = new TextDecoder(charset, { fatal: true }).decode(await answer.arrayBuffer());
  const [head = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return { charset, head, rows: rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ""]))) };
}
/** Exact: whole cents. */
const cents = (text: string | undefined) => Math.round(Number((text ?? "").replace(",", ".")) * 100);
const sumOf = (rows: Read["rows"]) => rows.slice(1).reduce((sum, row) => sum + cents(row.amount), 0);

type Sold = [
  no: string,
  day: string,
  sku: string,
  qty: number,
  price: string,
  tax: string,
  ship: string,
  promo: string,
];
const US_SALES: Sold[] = [
  ["US-1", "08-10", "A-US", 1, "19.99", "1.65", "0", "0"],
  ["US-2", "08-11", "A-US", 2, "39.98", "0", "0", "4.00"],
  ["US-3", "08-12", "B-US", 1, "49.99", "0", "5.99", "0"],
  ["US-4", "08-10", "C-US", 1, "79.99", "0", "0", "0"],
  ["US-5", "08-13", "A-US", 1, "19.99", "0", "0", "0"],
  ["US-6", "08-28", "B-US", 2, "99.98", "0", "0", "0"],
  ["US-7", "08-14", "A-US-M", 1, "21.99", "0", "4.99", "0"],
];
const DE_SALES: Sold[] = [
  ["DE-8", "08-12", "A-DE", 1, "20.00", "3.80", "0", "0"],
  ["DE-9", "08-15", "B-DE", 1, "50.00", "9.50", "0", "0"],
  ["DE-10", "08-18", "A-DE", 3, "60.00", "11.40", "0", "5.00"],
];
const sale = (seller: string, marketplaceId: string, currency: string) => (s: Sold) => ({
  seller,
  marketplaceId,
  currency,
  orderNo: s[0],
  purchaseTime: `2026-${s[1]}T10:00:00Z`,
  channel: s[2].endsWith("-M") ? "MFN" : "AFN",
  lines: [{ sellerSku: s[2], qty: s[3], itemPrice: s[4], itemTax: s[5], shippingPrice: s[6], promotionDiscount: s[7] }],
});
const fba = (sku: string, fulfilment: string, orderNo?: string) => ({ sku, fulfilment, orderNo });
const extra = (
  kind: string,
  amountType: string,
  amountDescription: string,
  amount: string,
  day: string,
  sku?: string,
) => ({ kind, amountType, amountDescription, amount, posted: `2026-${day}T12:00:00Z`, sku });

beforeAll(async () => {
  const shop = { name: "F", country: "US" };
  there = await startStandIns({
    seed: "settle",
    sellers: [
      { ...shop, account: "F", marketplaceId: US, currency: "USD" },
      { ...shop, account: "J", marketplaceId: JP, currency: "JPY" },
    ],
  });
  token = await signIn("F");
  await tell({
    place: [...US_SALES.map(sale("F", US, "USD")), ...DE_SALES.map(sale("F", DE, "EUR"))],
    fees: [
      fba("A-US", "3.86"),
      fba("B-US", "5.68"),
      fba("C-US", "8.66"),
      fba("A-DE", "3.20"),
      fba("B-DE", "4.75"),
      fba("A-DE", "3.35", "DE-8"),
      fba("B-US", "5.95", "US-6"),
      { sku: "B-DE", orderNo: "DE-9", fulfilment: "4.75", commission: "8.92" },
    ],
  });
  await tell({
    place: { ...sale("F", US, "USD")(["US-X", "08-10", "A-US", 1, "19.99", "0", "0", "0"]), status: "Pending" },
  });
  await tell({
    giveBack: {
      orderNo: "US-5",
      time: "2026-08-20T10:00:00Z",
      items: [{ sku: "A-US", quantity: 1, principal: "19.99" }],
    },
  });
  await tell({
    giveBack: { orderNo: "US-6", time: "2026-09-05T10:00:00Z", items: [{ sku: "B-US", principal: "10.00" }] },
  });
});
afterAll(() => there.stop());
afterEach(() => {
  vi.useRealTimers();
});

const settle = async (order: object): Promise<string[]> =>
  Object(await tell({ settle: { account: "F", ...order } })).settlements;
let [first, euros, second]: string[] = [];
/** Of the newest report of a settlement. */
const reportOf = async (id: string | undefined) => (await told(id ?? "")).reports?.at(-1) ?? "";

test("a period becomes a settlement for each currency: what was sold, given back, taken and kept", async () => {
  [first, euros] = await settle({
    from: "2026-08-01T00:00:00Z",
    until: "2026-08-29T00:00:00Z",
    reserve: "20.00",
    lines: [
      extra("other-transaction", "FBA Inventory and Inbound Services Fee", "Storage Fee", "-12.40", "08-08"),
      extra("ServiceFee", "Cost of Advertising", "TransactionTotalAmount", "-14.25", "08-15"),
      extra("other-transaction", "FBA Inventory Reimbursement", "MISSING_FROM_INBOUND", "18.00", "08-26", "A-US"),
      extra("other-transaction", "other-transaction", "FBA Grade and Resell Charge", "-1.11", "08-27"),
    ],
  });
  expect(first).toMatch(/^\d{11}$/);
  expect(await told(first ?? "")).toMatchObject({
    currency: "USD",
    start: "2026-08-01T00:00:00.000Z",
    end: "2026-08-29T00:00:00.000Z",
    deposit: "2026-08-31T00:00:00.000Z",
    total: "85.94",
    reserve: "20.00",
    lines: 31,
    // 231.93 + 10.98 - 4.00 - 35.85 - 29.78; -19.99 + 3.00 - 0.60; -39.99 - 12.40 + 18.00 - 1.11 - 20.00
    kinds: { Order: "173.28", Refund: "-17.59", "other-transaction": "-55.50", ServiceFee: "-14.25" },
    orders: ["US-1", "US-4", "US-2", "US-3", "US-5", "US-7"],
  });
  expect((await told(first ?? "")).descriptions).toMatchObject({
    "Order/ItemPrice/Principal": "231.93",
    "Order/ItemPrice/Shipping": "10.98",
    "Order/Promotion/Principal": "-4.00",
    "Order/ItemPrice/Tax": "1.65",
    "Order/ItemWithheldTax/MarketplaceFacilitatorTax-Principal": "-1.65",
    "Order/ItemFees/Commission": "-35.85",
    "Order/ItemFees/FBAPerUnitFulfillmentFee": "-29.78",
    "Refund/ItemPrice/Principal": "-19.99",
    "Refund/ItemFees/Commission": "3.00",
    "Refund/ItemFees/RefundCommission": "-0.60",
    "other-transaction/other-transaction/Subscription Fee": "-39.99",
    "other-transaction/other-transaction/Current Reserve Amount": "-20.00",
  });
  expect(await told(euros ?? "")).toMatchObject({ currency: "EUR", total: "45.99", reserve: "0.00", lines: 18 });
  expect((await told(euros ?? "")).descriptions).toMatchObject({
    "Order/ItemFees/Commission": "-22.31",
    "Order/ItemFees/FBAPerUnitFulfillmentFee": "-17.70",
    "Order/Promotion/TaxDiscount": "-0.95",
    "Order/ItemWithheldTax/MarketplaceFacilitatorTax-Principal": "-23.75",
    "other-transaction/other-transaction/Subscription Fee": "-39.00",
  });
});

test("what was kept back comes with the next one, and nothing is settled twice", async () => {
  await expect(settle({ until: "2026-08-28T00:00:00Z" })).rejects.toThrow("settled already");
  [second] = await settle({
    until: "2026-09-12T00:00:00Z",
    subscription: "0",
    lines: [
      extra("other-transaction", "FBA Inventory and Inbound Services Fee", "Storage Fee", "-13.10", "09-08"),
      extra("Order", "ItemFees", "FBAFeeCorrection", "-0.27", "09-09", "B-US"),
    ],
  });
  const truth = await told(second ?? "");
  expect(truth).toMatchObject({ total: "70.91", lines: 9, orders: ["US-6"], start: "2026-08-29T00:00:00.000Z" });
  expect(truth.descriptions).toMatchObject({
    "other-transaction/other-transaction/Previous Reserve Amount Balance": "20.00",
    "Refund/ItemFees/Commission": "1.50",
    "Refund/ItemFees/RefundCommission": "-0.30",
  });
});

test("the file says what is true: the US with points and UTF-8, Germany with commas and its own charset", async () => {
  const dollars = await read(await download(await reportOf(first)));
  const [head] = dollars.rows;
  expect([dollars.charset, dollars.head.length, dollars.rows.length]).toEqual(["utf-8", 24, 32]);
  expect(head).toMatchObject({
    "settlement-id": first,
    "settlement-start-date": "2026-08-01 00:00:00 UTC",
    "settlement-end-date": "2026-08-29 00:00:00 UTC",
    "deposit-date": "2026-08-31 00:00:00 UTC",
    "total-amount": "85.94",
    currency: "USD",
    amount: "",
    "transaction-type": "",
  });
  expect(sumOf(dollars.rows)).toBe(8594);
  expect(dollars.rows.find((r) => r["order-id"] === "US-2")).toMatchObject({
    "transaction-type": "Order",
    "marketplace-name": "Amazon.com",
    "amount-type": "ItemPrice",
    "amount-description": "Principal",
    amount: "39.98",
    "fulfillment-id": "AFN",
    "posted-date": "2026-08-12",
    "posted-date-time": "2026-08-12 10:00:00 UTC",
    sku: "A-US",
    "quantity-purchased": "2",
  });
  expect(dollars.rows.find((r) => r["amount-type"] === "Promotion")).toMatchObject({
    amount: "-4.00",
    "promotion-id": "PROMO-1",
  });
  const german = await read(await download(await reportOf(euros)));
  expect(german.charset).toBe("windows-1252");
  expect(german.rows[0]).toMatchObject({ "total-amount": "45,99", "deposit-date": "31.08.2026 00:00:00 UTC" });
  expect(german.rows.find((r) => r["order-id"] === "DE-9" && r.amount === "-8,92")).toMatchObject({
    "posted-date": "16.08.2026",
    "marketplace-name": "Amazon.de",
  });
  expect(sumOf(german.rows)).toBe(4599);
});

test("Japan has no decimals, and signs of its own", async () => {
  const order = sale("J", JP, "JPY")(["JP-1", "08-10", "青い皿-1", 2, "3001", "0", "0", "0"]);
  await tell({ place: order, fees: [fba("青い皿-1", "450")] });
  const [id] = await settle({ account: "J", until: "2026-08-29T00:00:00Z" });
  const by = await signIn("J");
  const file = await read(await download(await reportOf(id), by));
  // 3001 - 450.15 (half up 450) - 900 - 4900
  expect([file.charset, file.rows[0]?.["total-amount"]]).toEqual(["shift_jis", "-3249"]);
  expect(file.rows[0]?.["settlement-end-date"]).toBe("2026/08/29 00:00:00 UTC");
  expect(file.rows[1]).toMatchObject({ sku: "青い皿-1", amount: "3001" });
});

test("reports are listed to their own account, the newest first, page by page; asked for they are refused", async () => {
  const { reports, nextToken } = await list();
  expect(nextToken).toBeUndefined();
  expect(reports.map((r: { reportId: string }) => r.reportId)).toEqual([
    await reportOf(second),
    await reportOf(euros),
    await reportOf(first),
  ]);
  expect(reports[0]).toMatchObject({
    reportType: TYPE,
    processingStatus: "DONE",
    reportDocumentId: `${await reportOf(second)}-D`,
    dataStartTime: "2026-08-29T00:00:00.000Z",
    dataEndTime: "2026-09-12T00:00:00.000Z",
  });
  const page = await list("&pageSize=2");
  expect(page.reports).toHaveLength(2);
  const rest = await (await get(`/reports?nextToken=${encodeURIComponent(page.nextToken)}`)).json();
  expect([rest.reports[0].reportId, rest.reports.length, rest.nextToken]).toEqual([
    await reportOf(first),
    1,
    undefined,
  ]);
  const since = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
  expect((await list(`&createdSince=${since}`)).reports).toEqual([]);
  expect((await list("", await signIn("other"))).reports).toEqual([]);
  expect((await get(`/documents/${await reportOf(first)}-D`, await signIn("other"))).status).toBe(404);
  expect((await get("/reports?reportTypes=X&createdSince=never")).status).toBe(400);
  const asked = await fetch(`${there.url}/marketplace/reports/2021-06-30/reports`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-amz-access-token": token },
    body: JSON.stringify({ reportType: TYPE, marketplaceIds: [US] }),
  });
  expect(asked.status).toBe(400);
});

test("an address is good for five minutes; asked again there is another one", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { url } = await documentOf(await reportOf(first));
  vi.setSystemTime(Date.now() + 299_000);
  expect((await fetch(url)).status).toBe(200);
  vi.setSystemTime(Date.now() + 2_000);
  expect((await fetch(url)).status).toBe(403);
  expect((await download(await reportOf(first))).status).toBe(200);
});

test("compressed where it is asked; corrupt, broken off and empty as often as it was told to", async () => {
  const id = await reportOf(first);
  const plain = Buffer.from(await (await download(id)).arrayBuffer());
  const asked = await (await get(`/documents/${id}-D?compressionAlgorithm=GZIP`)).json();
  expect(asked.compressionAlgorithm).toBe("GZIP");
  const bytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(gunzipSync(await bytes(asked.url)).equals(plain)).toBe(true);
  await tell({ papers: { account: "F", gzip: true, corrupt: 1, truncate: 1, empty: 0 } });
  const { url } = await documentOf(id);
  // Both at once: it breaks off first, which uses up both.
  await expect(bytes(url)).rejects.toThrow();
  expect(gunzipSync(await bytes(url)).equals(plain)).toBe(true);
  await tell({ papers: { account: "F", corrupt: 1 } });
  const corrupt = await bytes(url);
  expect(() => gunzipSync(corrupt)).toThrow();
  await tell({ papers: { account: "F", gzip: false, empty: 1 } });
  expect((await read(await download(id))).rows).toEqual([]);
  expect((await read(await download(id))).rows).toHaveLength(32);
});

test("throttled with the seconds to wait, or without; another account is not", async () => {
  await tell({ papers: { account: "F", throttle: 2, retryAfter: 7 } });
  const other = await signIn("J");
  const [one, free] = [await get(`/reports?reportTypes=${TYPE}`), await get(`/reports?reportTypes=${TYPE}`, other)];
  expect([one.status, one.headers.get("retry-after"), free.status]).toEqual([429, "7", 200]);
  await tell({ papers: { account: "F", retryAfter: 0 } });
  const two = await get(`/documents/${await reportOf(first)}-D`);
  expect([two.status, two.headers.get("retry-after")]).toEqual([429, null]);
  expect((await get(`/documents/${await reportOf(first)}-D`)).status).toBe(200);
});

test("the same settlement under another report, and one that has changed", async () => {
  const id = await reportOf(first);
  await tell({ papers: { account: "F", twice: first } });
  const again = await reportOf(first);
  expect(again).not.toBe(id);
  const text = async (report: string) => (await download(report)).text();
  expect(await text(again)).toBe(await text(id));
  await tell({ papers: { account: "F", change: { settlement: first, by: "-0.50" } } });
  const changed = await read(await download(await reportOf(first)));
  expect(changed.rows[0]).toMatchObject({ "settlement-id": first, "total-amount": "85.44" });
  expect([changed.rows[1]?.amount, sumOf(changed.rows)]).toEqual(["19.49", 8544]);
  expect((await told(first ?? "")).total).toBe("85.94");
  await expect(tell({ papers: { account: "F", twice: "1" } })).rejects.toThrow("Settlement not found");
});

test("a report that could not be made says why, or does not", async () => {
  await tell({ papers: { account: "F", fatal: 1, fatalDocument: true } });
  await tell({ place: sale("F", US, "USD")(["US-8", "09-13", "A-US", 1, "19.99", "0", "0", "0"]) });
  const [why] = await settle({ until: "2026-09-26T00:00:00Z" });
  const id = await reportOf(why);
  expect(await (await get(`/reports/${id}`)).json()).toMatchObject({
    processingStatus: "FATAL",
    reportDocumentId: `${id}-D`,
  });
  expect(await (await download(id)).text()).toContain("could not be generated");
  await tell({ papers: { account: "F", fatal: 1, fatalDocument: false } });
  const [bare] = await settle({ until: "2026-10-10T00:00:00Z" });
  const { reports } = await list();
  expect(reports[0]).toMatchObject({ processingStatus: "FATAL", reportId: await reportOf(bare) });
  expect(reports[0].reportDocumentId).toBeUndefined();
});
