import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import type { DataStatus } from "#documents/base/data-status";
import { given } from "../../../tests/given";
import { type Account, openIntake } from "./figures.testing";
import { openWarehouses } from "./figures-stock.testing";
import { takeReports } from "./take";

// What lies at the platform, a day at a time, beside our own books (figures.md A.3, A.4, F.3, F.12).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
  const { db } = account.backend;
  await openWarehouses(db, account);
  await db.query(
    `insert into sku_combo_item (sku_id, line_no, child_sku_id, qty)
     select c.id, 1, k.id, 1 from sku k, sku c where k.sku_code = 'FB' and c.sku_code = 'FC'`,
  );
});
afterAll(() => account.backend.close());

const HEAD =
  "sku fnsku asin product-name condition your-price afn-warehouse-quantity afn-fulfillable-quantity afn-unsellable-quantity afn-reserved-quantity afn-total-quantity afn-inbound-working-quantity afn-inbound-shipped-quantity afn-inbound-receiving-quantity";
type Lying = [sku: string, fulfillable: number, unsellable: number, reserved: number, shipped?: number];
const stockText = (rows: readonly Lying[], columns = HEAD.split(" ")) =>
  [
    columns,
    ...rows.map(([sku, fulfillable, unsellable, reserved, shipped = 0]) => {
      const lying = fulfillable + unsellable + reserved;
      const all = [sku, `X-${sku}`, "B0AAAAAAA1", "A", "New", "19.99", lying, fulfillable, unsellable, reserved];
      return [...all, lying + shipped, 0, shipped, 0].slice(0, columns.length);
    }),
  ]
    .map((row) => row.join("\t"))
    .join("\n");

const rows = (more = "") =>
  account.backend.db.query<{ msku: string; qty: number; book: number | null; diff: number | null }>(
    `select msku, fulfillable_qty as qty, book_qty as book, diff_qty as diff from fba_stock
     where del_flag = 0 ${more} order by day, msku`,
  );
const today = async () =>
  given(
    await account.backend.db.one<{ day: string }>(
      "select (now() at time zone 'America/Los_Angeles')::date::text as day",
    ),
  ).day;

const FIRST: Lying[] = [
  ["A-US", 17, 1, 1, 5],
  ["A-US-M", 9, 0, 0],
  ["B-US", 3, 0, 0],
  ["C-US", 0, 0, 0],
  ["NEVER-SEEN", 4, 0, 0],
];

test("a snapshot is kept by day, with the difference to the pool of its goods", async () => {
  const file = await account.upload(account.us, stockText(FIRST));
  expect(file).toMatchObject({ status: "done", kind: "stock", rowCount: 5, period: await today() });
  // The pool of A opened with 20 pieces, that of B with none; what we send ourselves and what nobody knows is not compared.
  expect(await rows()).toEqual([
    { msku: "A-US", qty: 17, book: 20, diff: -1 },
    { msku: "A-US-M", qty: 9, book: null, diff: null },
    { msku: "B-US", qty: 3, book: 0, diff: 3 },
    { msku: "C-US", qty: 0, book: null, diff: null },
    { msku: "NEVER-SEEN", qty: 4, book: null, diff: null },
  ]);
  const inbox = await account.backend.db.query(
    "select code, source, status from feed_unmapped where store_id = $1 and kind = 'listing'",
    [account.us],
  );
  expect(inbox).toEqual([{ code: "NEVER-SEEN", source: "FBA库存", status: "open" }]);
});

test("a newer report of the day takes its place, an older one fills what nobody said", async () => {
  await account.upload(account.us, stockText([["A-US", 20, 0, 0]]));
  expect((await rows()).slice(0, 2)).toMatchObject([{ qty: 20, book: 20, diff: 0 }, { qty: 9 }]);
  // A minute ago in China, where people type times.
  const old = new Date(Date.now() - 60_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  await account.upload(
    account.us,
    stockText([
      ["A-US", 5, 0, 0],
      ["OLD", 2, 0, 0],
    ]),
    { reportTime: old },
  );
  expect(await rows("and msku in ('A-US', 'OLD')")).toMatchObject([{ qty: 20 }, { qty: 2 }]);
});

test("goods in a set that lies there cannot be told from the set: they are not compared", async () => {
  await account.upload(account.us, stockText([["C-US", 6, 0, 0]]));
  expect(await rows("and msku in ('B-US', 'C-US')")).toEqual([
    { msku: "B-US", qty: 3, book: null, diff: null },
    { msku: "C-US", qty: 6, book: null, diff: null },
  ]);
});

test("a report of another day is another snapshot; the books of then are not known", async () => {
  await account.upload(account.us, stockText([["A-US", 50, 0, 0]]), { reportTime: "2026-08-20 20:00:00" });
  expect(await rows("and day = '2026-08-20'")).toEqual([{ msku: "A-US", qty: 50, book: null, diff: null }]);
  // The same bytes made a day later say that nothing has changed by then; handed in again they say nothing.
  const same = stockText([["A-US", 50, 0, 0]]);
  const later = await account.upload(account.us, same, { reportTime: "2026-08-21 20:00:00" });
  expect(later).toMatchObject({ status: "done", period: "2026-08-21" });
  expect(await rows("and day = '2026-08-21'")).toMatchObject([{ msku: "A-US", qty: 50 }]);
  expect(await account.upload(account.us, same)).toMatchObject({ status: "duplicate" });
});

test("the head alone: nothing of a day that has rows is withdrawn, a new day has no data", async () => {
  const before = await rows();
  const file = await account.upload(account.us, stockText([]));
  expect(file).toMatchObject({ status: "failed", problem: "原有数据的区间返回无数据" });
  expect(await account.upload(account.de, `${stockText([])}\n`)).toMatchObject({ status: "done", rowCount: 0 });
  expect(await rows()).toEqual(before);
});

test("a column that has another name is named, and read when the name is known", async () => {
  const columns = HEAD.split(" ").map((name) => (name === "afn-reserved-quantity" ? "reserviert" : name));
  const file = await account.upload(account.de, stockText([["A-DE", 7, 0, 1]], columns));
  expect(file).toMatchObject({ status: "failed", problem: "缺少列：afn-reserved-quantity" });
  await account.backend.db.query(
    "insert into report_column values (1, 'stock', 'reserviert', 'afn-reserved-quantity')",
  );
  await account.send("POST", `/base/reportfile/${file.id}/retry`, { id: file.id, version: file.version });
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await rows("and msku = 'A-DE'")).toMatchObject([{ qty: 7 }]);
});

test("goods that are known later are paired, and compared", async () => {
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', asin, group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  // Both are one SKU: the difference stands at the first of them.
  expect(await rows("and msku in ('A-US', 'NEVER-SEEN') and day > '2026-09-01'")).toMatchObject([
    { book: 20, diff: 4 },
    { book: null, diff: null },
  ]);
});

test("the list has filters and sums, the matrix the day", async () => {
  const page = await account.send(
    "GET",
    `/logistics/fbastock/page?size=9&storeId=${account.us}&msku=A-US&dayFrom=${await today()}`,
  );
  expect(page.data.records.map((r: { msku: string }) => r.msku).sort()).toEqual(["A-US", "A-US-M"]);
  expect(page.data.summary).toMatchObject({ fulfillableQty: "29" });
  // What lay there on one day and what on another are not so much together.
  const days = await account.send("GET", `/logistics/fbastock/page?size=9&storeId=${account.us}&msku=A-US`);
  expect(days.data.summary).toMatchObject({ fulfillableQty: null, diffQty: null });
  const status: { data: DataStatus } = await account.send("GET", `/base/datastatus?storeId=${account.us}`);
  const line = given(status.data.stores[0]?.lines.find(({ kind }) => kind === "stock"));
  expect(line).toMatchObject({ connected: false, came: await today() });
  expect(line.cells[status.data.days.indexOf(await today())]).toBe("done");
});
