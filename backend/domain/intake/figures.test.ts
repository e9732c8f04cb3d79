// Long because its steps are one scenario (figures.md E): each goes on where the one before it ended.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { login } from "../../../tests/harness";
import {
  type Account,
  besides,
  linesOf,
  openIntake,
  type SaidOrder,
  type SaidReport,
  settlementText,
  takeOrders,
} from "./figures.testing";
import { DE, PREVIEW, PREVIEW_DE, S1_DE, S1_US, S2_US, table, US } from "./figures-world.testing";
import { takeReports } from "./take";

// As far as settlements, estimates and closed months go.

let account: Account;
beforeAll(async () => {
  account = await openIntake();
  await account.backend.db.query("update sys_param set value = '2026-07-31' where param_key = 'month_close_until'");
  await takeOrders(account.backend, account.us, US);
  await takeOrders(account.backend, account.de, DE);
});
afterAll(() => account.backend.close());

/** Fact rows of a month: day, goods, and the columns that are not 0. */
async function facts(month: string) {
  const columns = [
    "units",
    "item_sales",
    "shipping_income",
    "promo_amt",
    "vat_amt",
    "refund_amt",
    "refund_units",
    "platform_fee",
    "fulfill_fee",
    "storage_fee",
    "other_fee",
    "reimburse_amt",
  ];
  const rows = await account.backend.db.query<Record<string, string | number>>(
    `select to_char(biz_date, 'MM-DD') || ' ' || seller_sku as at, ${columns.join(", ")} from fact_trade_daily
     where store_id in (${account.us}, ${account.de}) and to_char(biz_date, 'YYYY-MM') = $1 order by biz_date, store_id, seller_sku`,
    [month],
  );
  return Object.fromEntries(
    rows
      .map(
        ({ at, ...row }) =>
          [
            at,
            Object.fromEntries(Object.entries(row).flatMap(([k, v]) => (Number(v) ? [[k, Number(v)]] : []))),
          ] as const,
      )
      .filter(([, row]) => Object.keys(row).length),
  );
}

const T1 = {
  "08-10 A-US": { units: 1, item_sales: 19.99, platform_fee: 3, fulfill_fee: 3.86 },
  "08-10 C-US": { units: 1, item_sales: 79.99, platform_fee: 12, fulfill_fee: 8.66 },
  "08-11 A-US": { units: 2, item_sales: 39.98, promo_amt: 4, platform_fee: 5.4, fulfill_fee: 7.72 },
  "08-12 A-DE": { units: 1, item_sales: 23.8, vat_amt: 3.8, platform_fee: 3.57, fulfill_fee: 3.2 },
  "08-12 B-US": { units: 1, item_sales: 49.99, shipping_income: 5.99, platform_fee: 8.4, fulfill_fee: 5.68 },
  "08-13 A-US": { units: 1, item_sales: 19.99, platform_fee: 3, fulfill_fee: 3.86 },
  "08-14 A-US-M": { units: 1, item_sales: 21.99, shipping_income: 4.99, platform_fee: 4.05 },
  "08-15 B-DE": { units: 1, item_sales: 59.5, vat_amt: 9.5, platform_fee: 8.93, fulfill_fee: 4.75 },
  "08-18 A-DE": { units: 3, item_sales: 71.4, promo_amt: 5, vat_amt: 11.4, platform_fee: 9.82, fulfill_fee: 9.6 },
  "08-28 B-US": { units: 2, item_sales: 99.98, platform_fee: 15, fulfill_fee: 11.36 },
};
const T2 = {
  ...T1,
  "08-05 *": { other_fee: 39.99 },
  "08-08 *": { storage_fee: 12.4 },
  "08-12 A-DE": { ...T1["08-12 A-DE"], fulfill_fee: 3.35 },
  "08-15 B-DE": { ...T1["08-15 B-DE"], platform_fee: 8.92 },
  "08-20 A-US": { refund_amt: 19.99, refund_units: 1, platform_fee: -2.4 },
  "08-26 A-US": { reimburse_amt: 18 },
  "08-27 *": { other_fee: 1.11 },
};

test("kinds of fees are there before the first report, also where somebody added one before", async () => {
  const own = { name: "自有", transactionType: "*", amountType: "*", amountDescription: "Own Fee" };
  expect(
    await account.send("POST", "/finance/feetype", { ...own, category: "other", measure: "other_fee" }),
  ).toMatchObject({ code: 0 });
  for (let n = 0; n < 2; n++) await takeReports(account.backend.db, engine, account.backend.config);
  const found = await account.backend.db.query("select name from fee_type where name in ('自有', '佣金') order by id");
  expect(found).toEqual([{ name: "自有" }, { name: "佣金" }]);
});

test("T1: before a settlement, fees are what the platform expects", async () => {
  expect(await account.upload(account.us, table(PREVIEW))).toMatchObject({
    status: "done",
    kind: "feePreview",
    rowCount: 4,
  });
  const german = await account.upload(account.de, Buffer.from(table(PREVIEW_DE), "latin1"));
  expect(german).toMatchObject({ status: "done", charset: "windows-1252" });
  await takeOrders(account.backend, account.us, US);
  await takeOrders(account.backend, account.de, DE);
  await account.backend.db.query("update platform_order set last_update_time = last_update_time");
  const { postOrderFacts } = await import("#backend/domain/order/state/facts");
  const ids = await account.backend.db.query<{ id: string }>(
    "select id from platform_order where platform_order_no like any ('{114-%,304-%}')",
  );
  await account.backend.db.tx((sql) =>
    postOrderFacts(
      sql,
      ids.map((o) => o.id),
    ),
  );
  expect(await facts("2026-08")).toEqual(T1);
  const lacks = await account.backend.db.one(
    `select sum(lacks_platform)::int as platform, sum(lacks_fulfill)::int as fulfill from fact_trade_daily
     where store_id in (${account.us}, ${account.de})`,
  );
  // The freight of what we send ourselves alone is not known.
  expect(lacks).toEqual({ platform: 0, fulfill: 1 });
});

test("T2: settlements take the place of estimates, to the cent", async () => {
  expect(await account.settled(account.us, S1_US)).toMatchObject({ status: "done", kind: "settlement", rowCount: 31 });
  const draft = await account.backend.db.one(
    `select no, status, activity_amount, reserve_amount, fee_expected, fee_actual, diff_amount, unknown_count, ad_charge
     from settlement where settlement_no = $1`,
    [S1_US.no],
  );
  expect(draft).toMatchObject({
    status: "draft",
    activity_amount: "105.94",
    reserve_amount: "-20.00",
    fee_expected: "65.63",
    fee_actual: "65.63",
    diff_amount: "0.00",
    unknown_count: 1,
    ad_charge: "-14.25",
  });
  // The other store of the account is found by the currency; there is nothing to decide, so it is posted.
  const de = await account.upload(
    account.us,
    gzipSync(Buffer.from(settlementText(S1_DE, { comma: true, german: true }), "latin1")),
    {},
    "de.txt.gz",
  );
  expect(de).toMatchObject({ status: "done", rowCount: 18 });
  expect(await account.document(S1_DE.no)).toMatchObject({ status: "posted" });
  const asked = await account.act(S1_US.no, "reconcile");
  expect(asked.msg).toBe("存在1种未归类的交易，将记入其他费用；也可以先到“费用归类”补充再核对");
  const type = {
    name: "重新上架检测费",
    transactionType: "*",
    amountType: "*",
    amountDescription: "FBA Grade and Resell Charge",
    category: "other",
    measure: "other_fee",
  };
  expect(await account.send("POST", "/finance/feetype", type)).toMatchObject({ code: 0 });
  expect(await account.act(S1_US.no, "reconcile")).toMatchObject({ code: 0 });
  expect(await account.act(S1_US.no, "post")).toMatchObject({ code: 0 });
  const found = await facts("2026-08");
  expect(found).toEqual({ ...T2, "08-05 *": found["08-05 *"] });
  const stars = await account.backend.db.query(
    "select store_id, other_fee from fact_trade_daily where seller_sku = '*' and biz_date = '2026-08-05' order by store_id",
  );
  expect(stars).toEqual([
    { store_id: account.us, other_fee: "39.9900" },
    { store_id: account.de, other_fee: "39.0000" },
  ]);
});

/** What the platform owes, and what it pays out. */
async function owed(storeId: string) {
  const row = await account.backend.db.one<{ balance: string }>(
    "select coalesce(sum(amount), 0)::text as balance from plat_entry where store_id = $1",
    [storeId],
  );
  return row?.balance;
}
const payouts = () =>
  account.backend.db.query(
    `select amount, status, booked_cny, deposit_date::text from payout where del_flag = 0 and store_id in (${account.us}, ${account.de})
     order by deposit_date, amount desc`,
  );

test("what is settled is owed, and what is paid out waits for its money", async () => {
  expect([await owed(account.us), await owed(account.de)]).toEqual(["105.94", "45.99"]);
  expect(await payouts()).toEqual([
    { amount: "85.94", status: "expected", booked_cny: "617.05", deposit_date: "2026-08-31" },
    { amount: "45.99", status: "expected", booked_cny: "370.22", deposit_date: "2026-08-31" },
  ]);
});

test("T3: the same again changes nothing, whatever it is called and however it is written", async () => {
  const before = await facts("2026-08");
  await account.backend.db.query("update sys_param set value = '2026-08-31' where param_key = 'month_close_until'");
  expect((await account.settled(account.us, S1_US)).problem).toMatch(/^该文件已于.+导入（BG\d+）$/);
  expect(await account.settled(account.de, S1_US, { comma: true, german: true, reversed: true })).toMatchObject({
    status: "duplicate",
    problem: expect.stringContaining("相同"),
  });
  expect(await facts("2026-08")).toEqual(before);
});

test("T4: what comes after the close lands in the open month and says its day", async () => {
  const closed = await facts("2026-08");
  expect(await account.settled(account.us, S2_US)).toMatchObject({ status: "done", rowCount: 9 });
  expect(await account.document(S2_US.no)).toMatchObject({ status: "draft" });
  expect(
    await account.backend.db.one(
      "select fee_expected, fee_actual, diff_amount, activity_amount from settlement where settlement_no = $1",
      [S2_US.no],
    ),
  ).toEqual({ fee_expected: "26.36", fee_actual: "26.90", diff_amount: "0.54", activity_amount: "50.91" });
  expect(await account.act(S2_US.no, "reconcile")).toMatchObject({ code: 0 });
  expect(await account.act(S2_US.no, "post")).toMatchObject({ code: 0 });
  expect(await facts("2026-08")).toEqual(closed);
  const september = {
    "09-01 B-US": { fulfill_fee: 0.54 },
    "09-05 B-US": { refund_amt: 10, platform_fee: -1.2 },
    "09-08 *": { storage_fee: 13.1 },
    "09-09 B-US": { fulfill_fee: 0.27 },
  };
  expect(await facts("2026-09")).toEqual(september);
  // Taken back and posted again it is the same, and the closed month never moves.
  expect(await account.act(S2_US.no, "reverse", { reason: "试" })).toMatchObject({ code: 0 });
  expect(await facts("2026-09")).toEqual({});
  expect(await owed(account.us)).toBe("105.94");
  expect(await payouts()).toHaveLength(2);
  expect(await account.act(S2_US.no, "reconcile")).toMatchObject({ code: 0 });
  expect(await account.act(S2_US.no, "post")).toMatchObject({ code: 0 });
  expect(await facts("2026-09")).toEqual(september);
  expect(await facts("2026-08")).toEqual(closed);
  expect(await owed(account.us)).toBe("156.85");
  expect((await payouts()).at(-1)).toMatchObject({ amount: "70.91", status: "expected" });
});

test("a file that says something else waits for a decision; taken, it takes the place of the old one", async () => {
  const other: SaidReport = {
    ...S2_US,
    total: "69.91",
    lines: S2_US.lines.map((line) =>
      line[3] === "Storage Fee" ? besides("2026-09-08", "Storage Fee", "-14.10") : line,
    ),
  };
  const file = await account.settled(account.us, other);
  expect(file).toMatchObject({ status: "changed", problem: expect.stringContaining("内容不同") });
  expect(await facts("2026-09")).toMatchObject({ "09-08 *": { storage_fee: 13.1 } });
  expect(await account.act(S2_US.no, "take")).toMatchObject({ code: 0 });
  expect(await facts("2026-09")).toEqual({});
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await account.document(S2_US.no)).toMatchObject({ status: "draft" });
  expect(await account.act(S2_US.no, "reconcile")).toMatchObject({ code: 0 });
  expect(await account.act(S2_US.no, "post")).toMatchObject({ code: 0 });
  expect(await facts("2026-09")).toMatchObject({ "09-08 *": { storage_fee: 14.1 } });
  expect(await owed(account.us)).toBe("155.85");
});

test("a settlement of many lines is posted by the job, once, and says so meanwhile", async () => {
  const { backend, act, document } = account;
  const many: SaidReport = {
    ...S2_US,
    no: "11000000077",
    total: "-50.01",
    lines: Array.from({ length: 5001 }, () => besides("2026-09-10", "Subscription Fee", "-0.01")),
  };
  await backend.db.query("update sys_param set value = 'false' where param_key = 'settlement_auto_post'");
  expect(await account.settled(account.us, many)).toMatchObject({ status: "done", rowCount: 5001 });
  await act(many.no, "reconcile");
  expect(await act(many.no, "post")).toMatchObject({ code: 0 });
  expect(await document(many.no)).toMatchObject({ status: "reconciled" });
  expect((await act(many.no, "post")).msg).toBe("正在后台过账，完成后状态会变为已过账");
  await Promise.all([1, 2].map(() => takeReports(backend.db, engine, backend.config)));
  expect(
    await backend.db.one("select status, post_problem as problem from settlement where settlement_no = $1", [many.no]),
  ).toEqual({ status: "posted", problem: null });
  expect((await facts("2026-09"))["09-10 *"]).toEqual({ other_fee: 50.01 });
  expect(await act(many.no, "reverse", { reason: "试" })).toMatchObject({ code: 0 });
  expect((await facts("2026-09"))["09-10 *"]).toBeUndefined();
  await backend.db.query("update sys_param set value = 'true' where param_key = 'settlement_auto_post'");
});

test("what is wrong with a file is said at it, and nothing of it is kept", async () => {
  const lines = async () =>
    (await account.backend.db.one<{ n: number }>("select count(*)::int as n from settlement_line"))?.n;
  const before = await lines();
  const broken = (more: Partial<SaidReport>) => account.settled(account.us, { ...S1_US, no: "11000000009", ...more });
  expect(await account.upload(account.us, "a\tb\n1\t2")).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("无法识别"),
  });
  expect(await account.upload(account.us, settlementText(S1_US).replace("\tamount\t", "\tvalue\t"))).toMatchObject({
    status: "failed",
    problem: "缺少列：amount",
  });
  expect(await broken({ currency: "GBP" })).toMatchObject({
    status: "failed",
    problem: "结算币种GBP与店铺币种USD不符",
  });
  expect(await broken({ lines: [besides("2026-08-05", "Subscription Fee", "-39.999")] })).toMatchObject({
    status: "failed",
    problem: "第3行amount不正确：-39.999",
  });
  expect(await broken({ lines: [besides("soon", "Subscription Fee", "-39.99")] })).toMatchObject({ status: "failed" });
  expect(await lines()).toBe(before);
  // It adds up to something else than it says: kept, and not to be reconciled.
  expect(await broken({ total: "1.00" })).toMatchObject({ status: "done" });
  expect((await account.act("11000000009", "reconcile")).msg).toBe("明细合计85.94与结算总额1.00不一致");
});

test("an order that nobody knows is counted until it comes, goods that nobody knows wait for their pair", async () => {
  const known: SaidOrder = {
    no: "114-0000000-0000099",
    day: "2026-09-02",
    sku: "A-US",
    qty: 2,
    principal: "40.00",
    commission: "6.00",
    fba: "7.72",
    posted: "2026-09-03",
  };
  const strange: SaidOrder = { ...known, no: "114-0000000-0000098", sku: "NEVER-SEEN", posted: "2026-09-04" };
  const report: SaidReport = {
    ...S2_US,
    no: "11000000012",
    total: "52.56",
    lines: [...linesOf(known), ...linesOf(strange)],
  };
  const before = await facts("2026-09");
  expect(await account.settled(account.us, report)).toMatchObject({ status: "done" });
  expect(await account.document(report.no)).toMatchObject({ status: "draft" });
  expect(await account.backend.db.query("select code, status from feed_unmapped where source = '结算报告'")).toEqual([
    { code: "NEVER-SEEN", status: "open" },
  ]);
  await account.act(report.no, "reconcile");
  expect(await account.act(report.no, "post")).toMatchObject({ code: 0 });
  const told = { units: 2, item_sales: 40, platform_fee: 6, fulfill_fee: 7.72 };
  expect(await facts("2026-09")).toEqual({ ...before, "09-03 A-US": told, "09-04 *": told });
  await takeOrders(account.backend, account.us, [known]);
  expect(await facts("2026-09")).toEqual({
    ...before,
    "09-02 A-US": { units: 2, item_sales: 40 },
    "09-03 A-US": { platform_fee: 6, fulfill_fee: 7.72 },
    "09-04 *": told,
  });
  // Told of as well, it counts on as long as nobody knows what was sold.
  await takeOrders(account.backend, account.us, [strange]);
  expect(await facts("2026-09")).toMatchObject({ "09-04 *": told });
  // Once it is known what was sold, all of it moves there.
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', asin, group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await facts("2026-09")).toEqual({
    ...before,
    "09-02 A-US": { units: 2, item_sales: 40 },
    "09-03 A-US": { platform_fee: 6, fulfill_fee: 7.72 },
    "09-04 never-seen": told,
  });
  expect(
    await account.backend.db.one("select unmapped_count from settlement where settlement_no = $1", [report.no]),
  ).toEqual({ unmapped_count: 0 });
});

test("another tenant, and who may not, see and do nothing of it", async () => {
  const buyer = await login(account.backend.url, "buyer");
  expect((await account.send("GET", "/finance/settlement/page", undefined, buyer)).msg).toBe("当前操作没有权限");
  const { id, version } = await account.document(S1_US.no);
  expect(
    (await account.send("POST", `/finance/settlement/${id}/reverse`, { id, version, reason: "x" }, buyer)).code,
  ).not.toBe(0);
});
