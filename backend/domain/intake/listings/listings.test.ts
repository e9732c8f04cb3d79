import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { page } from "#backend/engine/documents/reading/list";
import type { DataStatus } from "#documents/base/data-status";
import { storeListing } from "#documents/logistics/fba-daily";
import { encoded } from "../../../../standins/marketplace/papers/encode";
import { actAs } from "../../../../tests/acting";
import { given } from "../../../../tests/given";
import { type Account, openIntake } from "../figures.testing";
import { takeReports } from "../take";

// What the platform lists of a store, beside our own listings (figures.md A.3, A.4, F.3, F.12).

let account: Account;
let jp: string;
beforeAll(async () => {
  account = await openIntake();
  const { db } = account.backend;
  jp = given(
    await db.one<{ id: string }>(
      `insert into store (store_code, store_name, platform, site_id, seller_id, state)
       select 'F-JP', 'F-JP', 'amazon', i.id, 'ACCOUNT-J', 'enabled' from site i where i.site_code = 'JP' and tenant_id = 1
       returning id`,
    ),
  ).id;
  await db.query("update sku_listing set asin = null where msku in ('B-US', 'A-US-M')");
});
afterAll(() => account.backend.close());

const HEAD =
  "item-name item-description listing-id seller-sku price quantity open-date image-url product-id-type item-note item-condition asin1 asin2 product-id pending-quantity fulfillment-channel merchant-shipping-group status";
const JP_HEAD =
  "商品名 出品ID 出品者SKU 価格 数量 出品日 商品IDタイプ コンディション 商品ID 在庫数 フルフィルメント・チャンネル ステータス";
/** A row by names of columns; those that it does not name are empty. */
const text = (head: string, rows: readonly Readonly<Record<string, string | number>>[]) =>
  [head.split(" "), ...rows.map((row) => head.split(" ").map((name) => row[name] ?? ""))]
    .map((row) => row.join("\t"))
    .join("\r\n");
type Listed = [sku: string, asin: string, price: string, channel: string, status?: string, quantity?: string];
const listed = (rows: readonly Listed[], head = HEAD) =>
  text(
    head,
    rows.map(([sku, asin, price, channel, status = "Active", quantity = ""]) => ({
      "item-name": `Title ${sku}`,
      "seller-sku": sku,
      asin1: asin,
      price,
      quantity,
      "open-date": "2026-01-31 23:30:00 PST",
      "fulfillment-channel": channel,
      status,
    })),
  );
const US: Listed[] = [
  ["A-US", "B0AAAAAAA1", "19.99", "AMAZON_NA"],
  ["A-US-M", "B0MMMMMMM1", "21.50", "DEFAULT", "Active", "7"],
  ["b-us", "B0BBBBBBB9", "49.99", "DEFAULT", "Inactive", "0"],
  ["C-US", "B0CCCCCCC2", "1,079.00", "AMAZON_NA"],
  ["NEVER-SEEN", "B0NNNNNNN1", "9.00", "AMAZON_NA"],
  ["HALF-MADE", "", "", "DEFAULT", "Incomplete"],
];

const COLUMNS = "msku, fact_sku as sku, asin, price::text as price, state, channel, qty";
const rows = (storeId = account.us, columns = COLUMNS) =>
  account.backend.db.query<Record<string, string | number | null>>(
    `select ${columns} from store_listing where store_id = $1 and del_flag = 0 order by lower(msku)`,
    [storeId],
  );
const states = async (storeId?: string) =>
  Object.fromEntries((await rows(storeId)).map(({ msku, state }) => [msku, state]));
const asins = async () =>
  Object.fromEntries(
    (
      await account.backend.db.query<{ msku: string; asin: string | null }>(
        "select msku, asin from sku_listing where store_id = $1 and del_flag = 0",
        [account.us],
      )
    ).map(({ msku, asin }) => [msku, asin]),
  );
const list = async (more = "") =>
  (await account.send("GET", `/logistics/storelisting/page?size=50&storeId=${account.us}${more}`)).data;
/** A time of the shop's uploads, so many minutes ago. */
const ago = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

test("what a store lists is kept, ASINs that we lack are filled, typed ones stay", async () => {
  const file = await account.upload(account.us, listed(US), { reportTime: ago(600) });
  expect(file).toMatchObject({ status: "done", kind: "listings", rowCount: 6, problem: null });
  expect(await rows()).toEqual([
    { msku: "A-US", sku: "A-US", asin: "B0AAAAAAA1", price: "19.99", state: "active", channel: "AFN", qty: null },
    { msku: "A-US-M", sku: "A-US-M", asin: "B0MMMMMMM1", price: "21.50", state: "active", channel: "MFN", qty: 7 },
    { msku: "b-us", sku: "B-US", asin: "B0BBBBBBB9", price: "49.99", state: "inactive", channel: "MFN", qty: 0 },
    { msku: "C-US", sku: "C-US", asin: "B0CCCCCCC2", price: "1079.00", state: "active", channel: "AFN", qty: null },
    { msku: "HALF-MADE", sku: "*", asin: null, price: null, state: "incomplete", channel: "MFN", qty: null },
    { msku: "NEVER-SEEN", sku: "*", asin: "B0NNNNNNN1", price: "9.00", state: "active", channel: "AFN", qty: null },
  ]);
  expect(await rows(account.us, "distinct open_day::text as day, lower(msku)")).toContainEqual({
    day: "2026-01-31",
    lower: "a-us",
  });
  expect(await asins()).toMatchObject({ "A-US-M": "B0MMMMMMM1", "B-US": "B0BBBBBBB9", "C-US": "B0CCCCCCC1" });
  const inbox = await account.backend.db.query(
    "select code, source, title, status from feed_unmapped where store_id = $1 and kind = 'listing'",
    [account.us],
  );
  expect(inbox).toEqual([{ code: "NEVER-SEEN", source: "店铺商品", title: "Title NEVER-SEEN", status: "open" }]);
});

test("our own listing stands beside it, with what differs; nothing of ours was changed", async () => {
  const { records, total } = await list("&check=differs");
  expect(total).toBe(2);
  expect(records).toMatchObject([
    { msku: "C-US", asin: "B0CCCCCCC2", ourAsin: "B0CCCCCCC1", differs: "ASIN", currency: "USD" },
    { msku: "b-us", channel: "MFN", ourChannel: "AFN", ourStatus: "active", differs: "配送、状态", ourSkuName: "FB" },
  ]);
  expect((await list("&check=same")).records.map(({ msku }: { msku: string }) => msku)).toEqual(["A-US", "A-US-M"]);
  expect((await list("&check=unmapped")).total).toBe(2);
});

test("the same file twice changes nothing; made later by the platform it is how things are then", async () => {
  const before = await rows();
  const again = await account.upload(account.us, listed(US));
  expect(again).toMatchObject({ status: "duplicate" });
  const less = await account.upload(account.us, listed(US.slice(0, 4)), { reportTime: ago(300) });
  expect(less).toMatchObject({ status: "done", problem: "2个MSKU不在最新的报告里（如HALF-MADE），已标为已下架" });
  expect(await states()).toMatchObject({ "A-US": "active", "HALF-MADE": "gone", "NEVER-SEEN": "gone" });
  expect((await list("&check=gone")).records).toMatchObject([{ price: null }, { price: "9.00", differs: null }]);
  // The first file's bytes, as they are again now.
  expect(await account.upload(account.us, listed(US), { reportTime: ago(200) })).toMatchObject({ status: "done" });
  expect(await rows()).toEqual(before);
});

test("an older file that comes late fills what nobody named, as gone, and changes nothing else", async () => {
  const before = await rows();
  const late = listed([
    ["A-US", "B0AAAAAAA1", "1.00", "DEFAULT", "Inactive", "1"],
    ["LONG-AGO", "B0LLLLLLL1", "5.00", "AMAZON_NA"],
  ]);
  expect(await account.upload(account.us, late, { reportTime: ago(900) })).toMatchObject({ status: "done" });
  const after = await rows();
  expect(after.filter(({ msku }) => msku !== "LONG-AGO")).toEqual(before);
  expect(after).toContainEqual(expect.objectContaining({ msku: "LONG-AGO", state: "gone", price: "5.00" }));
});

test("what lacks most of what is listed waits for a person; the head alone is refused", async () => {
  const before = await rows();
  const cut = await account.upload(account.us, listed(US.slice(0, 2)));
  expect(cut).toMatchObject({ status: "changed", problem: "数据明显减少：原有的4行这份报告里没有，请确认后采用" });
  expect(await account.upload(account.us, listed([]))).toMatchObject({
    status: "failed",
    problem: "原有数据的区间返回无数据",
  });
  expect(await rows()).toEqual(before);
  const { id, version } = cut;
  expect(await account.send("POST", `/base/reportfile/${id}/accept`, { id, version })).toMatchObject({ code: 0 });
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await states()).toMatchObject({ "A-US": "active", "A-US-M": "active", "C-US": "gone" });
  expect(await account.upload(account.us, `${listed(US)}\r\n`)).toMatchObject({ status: "done", rowCount: 6 });
});

test("what cannot be read is refused with its line and column, a column that lacks is named", async () => {
  const before = await rows();
  const wrong = async (row: Listed) => (await account.upload(account.us, listed([...US.slice(0, 5), row]))).problem;
  expect(await wrong(["X", "", "9.00", "MERCHANT"])).toBe("第7行fulfillment-channel不正确：MERCHANT");
  expect(await wrong(["X", "", "9.00", "DEFAULT", "Sleeping"])).toBe("第7行status不正确：Sleeping");
  expect(await wrong(["X", "", "9.999", "DEFAULT"])).toBe("第7行price不正确：9.999");
  expect(await wrong(["X", "", "9.00", "DEFAULT", "Active", "-1"])).toBe("第7行quantity不正确：-1");
  expect(await wrong(["", "", "9.00", "DEFAULT"])).toBe("第7行seller-sku不正确：空");
  const file = await account.upload(account.us, listed(US, HEAD.replace(" price ", " preis ")));
  expect(file).toMatchObject({ status: "failed", kind: "listings", problem: "缺少列：price" });
  expect(file.unread).toContain("preis");
  expect(await rows()).toEqual(before);
  await account.backend.db.query("insert into report_column values (1, 'listings', 'preis', 'price')");
  await account.send("POST", `/base/reportfile/${file.id}/retry`, { id: file.id, version: file.version });
  await takeReports(account.backend.db, engine, account.backend.config);
  expect((await account.send("GET", `/base/reportfile/${file.id}`)).data).toMatchObject({ status: "done" });
});

test("Japan writes in signs of its own, names columns in its language and has no decimals", async () => {
  const row = (sku: string, price: string, id: string, type: string, channel: string) => ({
    商品名: "青い皿　大（２枚）",
    出品者SKU: sku,
    価格: price,
    出品日: "2026/08/05 09:00:00 JST",
    商品IDタイプ: type,
    商品ID: id,
    "フルフィルメント・チャンネル": channel,
    ステータス: "Active",
  });
  const file = encoded(
    text(JP_HEAD, [
      row("皿-1", "1980", "B0JJJJJJJ1", "1", "AMAZON_JP"),
      row("皿-2", "2480", "4901234567894", "4", "DEFAULT"),
    ]),
    "shift_jis",
  );
  expect(await account.upload(jp, file)).toMatchObject({ status: "done", kind: "listings", charset: "shift_jis" });
  const plate = { title: "青い皿　大（２枚）", currency: "JPY", day: "2026-08-05" };
  expect(await rows(jp, "msku, title, asin, price::text as price, currency, channel, open_day::text as day")).toEqual([
    { ...plate, msku: "皿-1", asin: "B0JJJJJJJ1", price: "1980.00", channel: "AFN" },
    { ...plate, msku: "皿-2", asin: null, price: "2480.00", channel: "MFN" },
  ]);
  const half = encoded(text(JP_HEAD, [row("皿-1", "1980.50", "B0JJJJJJJ1", "1", "AMAZON_JP")]), "shift_jis");
  expect(await account.upload(jp, half)).toMatchObject({ problem: "第2行price不正确：1980.50" });
});

test("goods that are known later are paired, and have their ASIN", async () => {
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  expect((await rows()).find(({ msku }) => msku === "NEVER-SEEN")).toMatchObject({ sku: "never-seen" });
  expect(await asins()).toMatchObject({ "never-seen": "B0NNNNNNN1" });
});

test("another company sees nothing of it, nor who has other stores; the matrix has the day", async () => {
  const seen = (scope: Parameters<typeof actAs>[1]) =>
    page(
      actAs(account.backend.db, scope),
      storeListing,
      { current: 1, size: 50 },
      given(engine.book.get(storeListing.name)).rules,
    );
  const stores = async (scope: Parameters<typeof actAs>[1]) =>
    new Set((await seen(scope)).records.map(({ storeId }) => storeId));
  await account.backend.db.query("update store set dept_id = 7 where id = $1", [jp]);
  expect(await stores({ userId: "77", scope: { kind: "depts", deptIds: ["7"] } })).toEqual(new Set([jp]));
  expect(await stores({ tenantId: "2" })).toEqual(new Set());
  expect((await account.send("GET", "/logistics/storelisting/page", undefined, "nobody")).code).not.toBe(0);
  const status: { data: DataStatus } = await account.send("GET", `/base/datastatus?storeId=${account.us}`);
  const line = given(status.data.stores[0]?.lines.find(({ kind }) => kind === "listings"));
  expect(line.connected).toBe(false);
  expect(line.cells[status.data.days.indexOf(given(line.came))]).toBe("done");
});
