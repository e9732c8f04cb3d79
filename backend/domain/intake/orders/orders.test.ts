import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, connectStores, openIntake } from "../figures.testing";

// The platform's report of all orders (figures.md A.3, orderCheck): by upload it brings them, else it finds what is missing.

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const HEAD =
  "amazon-order-id purchase-date last-updated-date order-status fulfillment-channel sales-channel sku item-status quantity currency item-price item-tax shipping-price item-promotion-discount ship-city".split(
    " ",
  );
const CITY = "Springfield";
interface Told {
  no: string;
  sku: string;
  at?: string;
  status?: string;
  item?: string;
  by?: string;
  from?: string;
  qty?: string;
  money?: readonly [currency: string, price: string, tax?: string, shipping?: string, promotion?: string];
}
const BOUGHT = "2026-08-10T19:00:00+00:00";
const text = (rows: readonly Told[]) =>
  [
    HEAD,
    ...rows.map(({ no, sku, at = "2026-08-12", status = "Shipped", item = status, by = "Amazon", qty = "1", ...r }) => {
      const [currency, price, tax = "", shipping = "", promotion = ""] = r.money ?? ["USD", "19.99"];
      const head = [no, BOUGHT, `${at}T20:00:00+00:00`, status, by, r.from ?? "Amazon.com"];
      return head.concat([sku, item, qty, currency, price, tax, shipping, promotion, CITY]);
    }),
  ]
    .map((row) => row.join("\t"))
    .join("\n");

const [TWO, GERMAN, PENDING, OTHER, LOST] = [
  "114-0000000-0000021",
  "304-0000000-0000022",
  "114-0000000-0000023",
  "S01-0000000-0000024",
  "114-0000000-0000025",
];
const FIRST: Told[] = [
  { no: TWO, sku: "A-US", qty: "2", money: ["USD", "39.98", "3.30", "5.99", "4.00"] },
  { no: GERMAN, sku: "A-DE", from: "Amazon.de", money: ["EUR", "20.00", "3.80"] },
  { no: PENDING, sku: "A-US-M", status: "Pending", by: "Merchant", money: ["", ""] },
  { no: OTHER, sku: "A-US", from: "Non-Amazon US" },
  { no: LOST, sku: "B-US", status: "Cancelled", qty: "0", money: ["", ""] },
  // Its other line stands at the end.
  { no: TWO, sku: "B-US", money: ["USD", "49.99"] },
];

const orders = () =>
  account.backend.db.query<Record<string, unknown>>(
    `select o.platform_order_no as no, o.store_id as store, o.status, o.fulfillment_channel as by, o.currency,
       o.order_total::text as total, o.item_qty as qty, o.sync_state as sync, o.shipping_address as address, (select string_agg(
         l.seller_sku || '×' || l.qty, ' ' order by l.line_no) from platform_order_line l where l.platform_order_id = o.id) as lines
     from platform_order o where o.store_id in ($1, $2) order by o.platform_order_no`,
    [account.us, account.de],
  );
const sold = () =>
  account.backend.db.query<Record<string, unknown>>(
    `select seller_sku as sku, orders::int as orders, units::int as units, round(item_sales, 2)::text as sales from fact_trade_daily
     where store_id in ($1, $2) and units <> 0 order by 1`,
    [account.us, account.de],
  );

test("orders of a store that nobody is connected to come by file, each whole, to the store of its marketplace", async () => {
  const file = await account.upload(account.us, text(FIRST));
  expect(file).toMatchObject({
    status: "done",
    kind: "orderCheck",
    rowCount: 6,
    period: "2026-08-12 至 2026-08-12",
    problem: "新增4单，更新0单，不含买家与地址",
  });
  const { us, de } = account;
  const plain = { sync: "ok", address: null };
  expect(await orders()).toEqual([
    {
      ...plain,
      no: TWO,
      store: us,
      status: "Shipped",
      by: "AFN",
      currency: "USD",
      total: "95.26",
      qty: 3,
      lines: "A-US×2 B-US×1",
    },
    {
      ...plain,
      no: PENDING,
      store: us,
      status: "Pending",
      by: "MFN",
      currency: null,
      total: "0.00",
      qty: 1,
      lines: "A-US-M×1",
    },
    {
      ...plain,
      no: LOST,
      store: us,
      status: "Canceled",
      by: "AFN",
      currency: null,
      total: "0.00",
      qty: 0,
      lines: "B-US×0",
    },
    {
      ...plain,
      no: GERMAN,
      store: de,
      status: "Shipped",
      by: "AFN",
      currency: "EUR",
      total: "23.80",
      qty: 1,
      lines: "A-DE×1",
    },
  ]);
  expect(await sold()).toEqual([
    { sku: "A-DE", orders: 1, units: 1, sales: "23.80" },
    { sku: "A-US", orders: 1, units: 2, sales: "39.98" },
    // An order counts once, with its first line.
    { sku: "B-US", orders: 0, units: 1, sales: "49.99" },
  ]);
});

test("the same in another order changes nothing, what is newer does, what is older does not", async () => {
  const before = [await orders(), await sold()];
  expect(await account.upload(account.us, text([...FIRST].reverse()))).toMatchObject({ status: "done", problem: null });
  const [, , pending] = FIRST;
  const paid: Told = { ...pending, no: PENDING, sku: "A-US-M", status: "Shipped", money: ["USD", "21.99"] };
  expect(await account.upload(account.de, text([{ ...paid, at: "2026-08-11" }]))).toMatchObject({ problem: null });
  expect([await orders(), await sold()]).toEqual(before);
  const file = await account.upload(account.de, text([{ ...paid, item: "Shipped", at: "2026-08-13" }]));
  expect(file).toMatchObject({ status: "done", problem: "新增0单，更新1单，不含买家与地址" });
  expect((await orders()).find(({ no }) => no === PENDING)).toMatchObject({ status: "Shipped", total: "21.99" });
  expect((await sold()).find(({ sku }) => sku === "A-US-M")).toMatchObject({ units: 1, sales: "21.99" });
});

test("a cell that nobody understands refuses the file, and names itself", async () => {
  const before = await orders();
  const refused = async (told: Partial<Told>) => {
    const { status, problem } = await account.upload(account.us, text([...FIRST, { no: "X-1", sku: "A-US", ...told }]));
    expect(status).toBe("failed");
    return problem;
  };
  expect(await refused({ status: "Vanished" })).toBe("第8行order-status不正确：Vanished");
  expect(await refused({ qty: "1.5" })).toBe("第8行quantity不正确：1.5");
  expect(await refused({ by: "Nobody" })).toBe("第8行fulfillment-channel不正确：Nobody");
  expect(await refused({ money: ["USD", "19.999"] })).toBe("第8行item-price不正确：19.999");
  expect(await refused({ sku: "" })).toBe("第8行sku不正确：空");
  expect(await orders()).toEqual(before);
});

test("what a connection did not tell is read once more, and comes by no file", async () => {
  await connectStores(account.backend, account);
  const { db } = account.backend;
  await db.query("update connector set synced_to = '2026-08-20T00:00:00Z' where store_id in ($1, $2)", [
    account.us,
    account.de,
  ]);
  // What an opening brought along is known too.
  await db.query("update platform_order set opening_no = 'QC1' where platform_order_no = $1", [TWO]);
  const before = await orders();
  const file = await account.upload(
    account.us,
    text([
      ...FIRST,
      { no: "114-0000000-0000031", sku: "A-US", at: "2026-08-14" },
      { no: "114-0000000-0000032", sku: "A-US", at: "2026-08-16" },
      // It was not read that far yet.
      { no: "114-0000000-0000033", sku: "A-US", at: "2026-08-21" },
    ]),
  );
  expect(file).toMatchObject({ status: "done", problem: "F-US缺少2单，已重新读取" });
  expect(await orders()).toEqual(before);
  expect(
    await db.query<Record<string, unknown>>(
      `select store_id as store, status, by_hand as "byHand", from_time = '2026-08-14T20:00:00Z' as "from",
         to_time > '2026-08-16T20:00:00Z' and to_time < '2026-08-16T20:00:01Z' as "to"
       from feed_run where store_id in ($1, $2)`,
      [account.us, account.de],
    ),
  ).toEqual([{ store: account.us, status: "queued", byHand: true, from: true, to: true }]);
});
