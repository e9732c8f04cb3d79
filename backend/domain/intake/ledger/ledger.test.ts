import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import type { DataStatus } from "#documents/base/data-status";
import { given } from "../../../../tests/given";
import { login } from "../../../../tests/harness";
import { type Account, openIntake } from "../figures.testing";
import { openWarehouses } from "../figures-stock.testing";
import { takeReports } from "../take";
import { ledgerText, type Movement } from "./ledger.testing";

// What moved at the platform, as its ledger says it (figures.md A.3, A.4).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
  await openWarehouses(account.backend.db, account);
});
afterAll(() => account.backend.close());

const rows = (more = "") =>
  account.backend.db.query<Record<string, unknown>>(
    `select event_day::text as day, store_id::text as store, msku, fact_sku as goods, event, qty, disposition, reason
     from fba_ledger where del_flag = 0 ${more} order by event_day, event, msku, qty`,
  );
const day = (n: number) => {
  const at = new Date(Date.now() - 8 * 3_600_000 - n * 86_400_000);
  return at.toISOString().slice(0, 10);
};

const FIRST: Movement[] = [
  ["2026-08-20", "a-us", "Shipments", "S1", -1],
  ["2026-08-20", "a-us", "Shipments", "S1", -2],
  ["2026-08-21", "B-US", "Adjustments", "T1", -3, "SELLABLE", "M"],
  ["2026-08-21", "B-US", "Adjustments", "T2", -1, "SELLABLE", "E"],
  ["2026-08-21", "B-US", "Adjustments", "T2", 1, "WAREHOUSE_DAMAGED", "P"],
  ["2026-08-22", "A-DE", "CustomerReturns", "028-1", 1, "CUSTOMER_DAMAGED", "", "DE"],
  ["2026-08-22", "NEVER-SEEN", "WhseTransfers", "T3", 4],
];

test("each movement is kept once, where its goods are; two of the same are two", async () => {
  const file = await account.upload(account.us, ledgerText(FIRST));
  expect(file).toMatchObject({ status: "done", kind: "ledger", rowCount: 7, period: "2026-08-20 至 2026-08-22" });
  const us = { store: account.us };
  const found = await rows();
  expect(found).toMatchObject([
    { day: "2026-08-20", ...us, msku: "a-us", goods: "A-US", event: "SHIPMENTS", qty: -2, disposition: "SELLABLE" },
    { day: "2026-08-20", ...us, qty: -1, reason: null },
    { day: "2026-08-21", ...us, event: "ADJUSTMENTS", qty: -3, reason: "LOST" },
    { day: "2026-08-21", ...us, qty: -1, reason: "DAMAGED" },
    { day: "2026-08-21", ...us, qty: 1, disposition: "WAREHOUSEDAMAGED", reason: "CHANGED" },
    { store: account.de, goods: "A-DE", event: "CUSTOMERRETURNS", disposition: "CUSTOMERDAMAGED" },
    { store: account.us, goods: "*", event: "WHSETRANSFERS" },
  ]);
  // By another store of the account, in another order: the same rows.
  expect(await account.upload(account.de, ledgerText([...FIRST].reverse()))).toMatchObject({ status: "done" });
  expect(await rows("and fact_sku <> '*'")).toEqual(found.filter(({ goods }) => goods !== "*"));
  const inbox = await account.backend.db.query(
    "select distinct code, source from feed_unmapped where code = 'NEVER-SEEN' order by 1",
  );
  expect(inbox).toEqual([{ code: "NEVER-SEEN", source: "FBA库存台账" }]);
});

test("a newer report says a movement anew, an older one does not; days are read as they are written", async () => {
  const one = (qty: number): Movement[] => [["2026-08-25", "A-US", "Receipts", "FBA17XXXXX1", qty]];
  await account.upload(account.us, ledgerText(one(5)), { reportTime: "2026-09-02 08:00:00" });
  await account.upload(account.us, ledgerText(one(7)), { reportTime: "2026-09-03 08:00:00" });
  await account.upload(account.us, ledgerText(one(4)), { reportTime: "2026-09-01 08:00:00" });
  expect(await rows("and reference_no = 'FBA17XXXXX1'")).toMatchObject([{ qty: 7 }]);
  const german = ledgerText([["2026-08-26", "A-DE", "Receipts", "FBA17XXXXX2", 2]]).replace("08/26/2026", "26/08/2026");
  await account.upload(account.de, german.replace("Date", "Datum").replace("Quantity", "Menge"));
  expect(await rows("and reference_no = 'FBA17XXXXX2'")).toMatchObject([{ day: "2026-08-26", store: account.de }]);
  const both = `${german}\n${ledgerText([["2026-08-27", "A-DE", "Receipts", "X", 2]]).split("\n")[1]}`;
  expect((await account.upload(account.de, both)).problem).toBe("日期的写法不一致：第2行和第3行，请上传原文件");
  const wrong = ledgerText([["2026-08-27", "A-DE", "Receipts", "X", 2.5]]);
  expect((await account.upload(account.de, wrong)).problem).toBe("第2行quantity不正确：2.5");
});

test("goods that are known later are paired", async () => {
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', asin, group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'
     union all select sku_id, $1, 'never-seen', asin, group_id, 'AFN', 'active' from sku_listing where msku = 'A-DE'`,
    [account.de],
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await rows("and msku = 'NEVER-SEEN'")).toMatchObject([{ goods: "never-seen" }]);
});

test("a snapshot says whether books differ, and what the ledger knows of it", async () => {
  await account.upload(
    account.us,
    ledgerText([
      [day(2), "A-US", "Adjustments", "L1", -3, "SELLABLE", "M"],
      [day(1), "A-US", "Adjustments", "L2", 1, "SELLABLE", "F"],
      [day(1), "A-US", "Adjustments", "L3", -2, "SELLABLE", "E"],
      [day(1), "A-US", "Adjustments", "L3", 2, "WAREHOUSE_DAMAGED", "P"],
      [day(40), "A-US", "Adjustments", "L4", -9, "SELLABLE", "M"],
    ]),
  );
  const stock = [
    "sku fnsku asin afn-fulfillable-quantity afn-unsellable-quantity afn-reserved-quantity afn-total-quantity",
  ]
    .concat(["A-US X1 B0AAAAAAA1 16 2 0 18", "B-US X2 B0BBBBBBB1 0 0 0 0"])
    .map((line) => line.split(" ").join("\t"))
    .join("\n");
  expect(await account.upload(account.us, stock)).toMatchObject({ status: "done", kind: "stock" });
  const page = await account.send("GET", "/logistics/fbastock/page?size=9&check=differs");
  expect(page.data.records).toMatchObject([
    { msku: "A-US", bookQty: 20, diffQty: -2, check: "differs", lostQty: 3, damagedQty: 2, foundQty: 1 },
  ]);
  const same = await account.send("GET", "/logistics/fbastock/page?size=9&check=same");
  expect(same.data.records).toMatchObject([{ msku: "B-US", diffQty: 0, lostQty: null }]);
});

test("the list has filters and sums, the matrix the day; who lacks the permission sees none", async () => {
  const page = await account.send("GET", "/logistics/fbaledger/page?size=20&event=ADJUSTMENTS&reason=LOST");
  expect(page.data.records).toHaveLength(3);
  expect(page.data.summary).toMatchObject({ qty: "-15" });
  const { url, db } = account.backend;
  const buyer = await login(url, "buyer");
  const refused = await account.send("GET", "/logistics/fbaledger/page?size=9", undefined, buyer);
  expect(refused.code).not.toBe(0);
  const status: { data: DataStatus } = await account.send("GET", `/base/datastatus?storeId=${account.us}`);
  const line = given(status.data.stores[0]?.lines.find(({ kind }) => kind === "ledger"));
  expect(line).toMatchObject({ connected: false, came: day(1) });
  expect(line.cells[status.data.days.indexOf(day(2))]).toBe("done");
  expect(await db.one("select count(*)::int as n from fact_source where source_type like '%ledger%'")).toEqual({
    n: 0,
  });
});
