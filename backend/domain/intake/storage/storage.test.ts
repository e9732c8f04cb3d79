import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { type Account, besides, openIntake, type SaidReport, takeOrders } from "../figures.testing";
import { STORAGE_HEAD } from "../figures-world.testing";
import { takeReports } from "../take";

// Storage fees (figures.md C.2, C.4, E): expected by a report, settled, shared, closed.

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

type Fee = [fnsku: string, asin: string, place: string, amount: string];
const [A, B] = ["B0AAAAAAA1", "B0BBBBBBB1"];
const storageText = (month: string, fees: readonly Fee[], more: { country?: string; currency?: string } = {}) =>
  [
    STORAGE_HEAD,
    ...fees.map(([fnsku, asin, place, amount]) => [
      asin,
      fnsku,
      "Gerät",
      place,
      more.country ?? "US",
      "0.0424",
      "17.5",
      month,
      more.currency ?? "USD",
      amount,
    ]),
  ]
    .map((row) => row.join("\t"))
    .join("\n");
const JULY: Fee[] = [
  ["X00000000A", A, "ONT8", "5.02"],
  ["X00000000A", A, "LGB3", "2.00"],
  ["X00000000B", B, "ONT8", "4.98"],
];
const AUGUST: Fee[] = [
  ["X00000000A", A, "ONT8", "8.20"],
  ["X00000000B", B, "ONT8", "4.70"],
];

const settlement = (no: string, amount: string, posted: string, end: string): SaidReport => ({
  no,
  currency: "USD",
  start: posted,
  end,
  deposit: end,
  total: amount,
  marketplace: "Amazon.com",
  lines: [besides(posted, "Storage Fee", amount)],
});

/** Storage fees in the facts by day and goods; what is only expected behind them. */
async function fees() {
  const rows = await account.backend.db.query<{ at: string; fee: number; expected: number }>(
    `select to_char(biz_date, 'MM-DD') || ' ' || seller_sku as at, storage_fee::float8 as fee,
       estimated_fee::float8 as expected from fact_trade_daily
     where store_id = $1 and (storage_fee <> 0 or estimated_fee <> 0) order by biz_date, seller_sku`,
    [account.us],
  );
  return Object.fromEntries(rows.map(({ at, fee, expected }) => [at, expected ? [fee, expected] : fee]));
}
/** Days that storage fees of settlements are about. */
const about = () =>
  account.backend.db.query(
    `select distinct to_char(ref_date, 'MM-DD') as day from fact_source
     where source_type = 'settlement' and column_name = 'storage_fee' and amount <> 0 and store_id = $1`,
    [account.us],
  );
const close = (day: string) =>
  account.backend.db.query("update sys_param set value = $1 where param_key = 'month_close_until'", [day]);

test("figures.md E: a settlement's fee is shared by the month's report, and lands with the month that it is about", async () => {
  await close("2026-07-31");
  expect(await account.upload(account.us, storageText("2026-07", JULY))).toMatchObject({
    status: "done",
    kind: "storage",
    rowCount: 3,
    period: "2026-07",
    problem: null,
  });
  // No fee is expected of a month that is closed.
  expect(await fees()).toEqual({});
  await account.settled(account.us, settlement("12000000001", "-12.40", "2026-08-08", "2026-08-29"));
  expect(await fees()).toEqual({ "08-08 A-US": 7.25, "08-08 B-US": 5.15 });
  expect(await about()).toEqual([{ day: "07-31" }]);
  await close("2026-08-31");
  await account.upload(account.us, storageText("2026-08", AUGUST));
  await account.settled(account.us, settlement("12000000002", "-13.10", "2026-09-08", "2026-09-12"));
  expect(await fees()).toEqual({ "08-08 A-US": 7.25, "08-08 B-US": 5.15, "09-08 A-US": 8.33, "09-08 B-US": 4.77 });
});

const before = { "08-08 A-US": 7.25, "08-08 B-US": 5.15, "09-08 A-US": 8.33, "09-08 B-US": 4.77 };

test("of an open month the report says the fee until a settlement does, and again when that is taken back", async () => {
  await account.upload(account.us, storageText("2026-09", AUGUST));
  const expected = { ...before, "09-30 A-US": [8.2, 8.2], "09-30 B-US": [4.7, 4.7] };
  expect(await fees()).toEqual(expected);
  await account.settled(account.us, settlement("12000000003", "-12.00", "2026-10-08", "2026-10-10"));
  const settled = { ...before, "09-30 A-US": 7.63, "09-30 B-US": 4.37 };
  expect(await fees()).toEqual(settled);
  expect(await account.act("12000000003", "reverse", { reason: "试" })).toMatchObject({ code: 0 });
  expect(await fees()).toEqual(expected);
  expect(await account.act("12000000003", "reconcile")).toMatchObject({ code: 0 });
  expect(await account.act("12000000003", "post")).toMatchObject({ code: 0 });
  expect(await fees()).toEqual(settled);
  await account.act("12000000003", "reverse", { reason: "试" });
});

test("a newer report takes the place of an older one; an older one and the same again change nothing", async () => {
  const text = storageText("2026-09", [
    ["X00000000A", A, "ONT8", "9.00"],
    ["X00000000B", B, "ONT8", "4.00"],
  ]);
  const newer = { ...before, "09-30 A-US": [9, 9], "09-30 B-US": [4, 4] };
  await account.upload(account.us, text);
  expect(await fees()).toEqual(newer);
  await account.upload(account.us, text);
  const old = storageText("2026-09", [
    ["X00000000A", A, "ONT8", "1.00"],
    ["X00000000A", A, "LGB3", "0.50"],
  ]);
  await account.upload(account.us, old, { reportTime: "2026-10-01 08:00:00" });
  expect(await fees()).toEqual({ ...newer, "09-30 A-US": [9.5, 9.5] });
  // What a newer one does not name any more is charged no longer.
  await account.upload(account.us, `${text}\n`);
  expect(await fees()).toEqual(newer);
  const cut = await account.upload(account.us, storageText("2026-09", [["X00000000C", "", "ONT8", "1.00"]]));
  expect(cut).toMatchObject({ status: "changed", problem: "数据明显减少：原有的2行这份报告里没有，请确认后采用" });
  expect(await fees()).toEqual(newer);
  const waiting = (await account.send("GET", "/base/datastatus/waiting")).data.rows;
  expect(waiting).toContainEqual(expect.objectContaining({ label: "数据明显减少的报告文件", count: 1 }));
});

test("far fewer rows are taken when somebody says so, and not twice", async () => {
  const file = await account.upload(account.us, storageText("2026-09", [["X00000000D", "", "ONT8", "1.00"]]));
  expect(file).toMatchObject({ status: "changed" });
  const { id, version } = file;
  const accept = () => account.send("POST", `/base/reportfile/${id}/accept`, { id, version });
  expect((await Promise.all([accept(), accept()])).map(({ code }) => code).sort()).toEqual([0, 1]);
  await takeReports(account.backend.db, engine, account.backend.config);
  expect((await account.send("GET", `/base/reportfile/${id}`)).data).toMatchObject({ status: "done", rowCount: 1 });
  expect(await fees()).toEqual({ ...before, "09-30 *": [1, 1] });
  // The whole one again, as it was for what follows.
  const text = storageText("2026-09", [
    ["X00000000A", A, "ONT8", "9.00"],
    ["X00000000B", B, "ONT8", "4.00"],
  ]);
  expect(await account.upload(account.us, `${text}\n\n`)).toMatchObject({ status: "done" });
  expect(await fees()).toEqual({ ...before, "09-30 A-US": [9, 9], "09-30 B-US": [4, 4] });
});

test("a month that was closed with its expected fee keeps it: what a settlement says otherwise lands later", async () => {
  await close("2026-09-30");
  await account.settled(account.us, settlement("12000000004", "-14.30", "2026-10-08", "2026-10-10"));
  const kept = { ...before, "09-30 A-US": [9, 9], "09-30 B-US": [4, 4] };
  expect(await fees()).toEqual({ ...kept, "10-08 A-US": [0.9, -9], "10-08 B-US": [0.4, -4] });
  expect(await account.act("12000000004", "reverse", { reason: "试" })).toMatchObject({ code: 0 });
  expect(await fees()).toEqual(kept);
});

test("a fee that was settled before its report lies on the store, and moves when that comes; totals never change", async () => {
  await account.settled(account.us, settlement("12000000005", "-10.00", "2026-11-08", "2026-11-10"));
  expect(await fees()).toMatchObject({ "10-31 *": 10 });
  await account.upload(account.us, storageText("2026-10", [["X00000000A", A, "ONT8", "3"]]));
  const found = await fees();
  expect(found).toMatchObject({ "10-31 A-US": 10 });
  expect(found).not.toHaveProperty("10-31 *");
  // Goods that nobody knows keep their part on the store until somebody says what they are.
  const unknown = await account.upload(
    account.us,
    storageText("2026-10", [
      ["X00000000A", A, "ONT8", "3"],
      ["X0000000NN", "B0NNNNNNN1", "ONT8", "1"],
    ]),
  );
  expect(unknown.problem).toBe("1个FNSKU不知道是哪个MSKU（如X0000000NN），请在SKU的平台映射里填写FNSKU");
  expect(await fees()).toMatchObject({ "10-31 A-US": 7.5, "10-31 *": 2.5 });
  await account.backend.db.query("update sku_listing set fnsku = 'X0000000NN' where msku = 'C-US'");
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await fees()).toMatchObject({ "10-31 A-US": 7.5, "10-31 C-US": 2.5 });
  expect(await fees()).not.toHaveProperty("10-31 *");
  await close("2026-10-31");
  await account.upload(
    account.us,
    storageText("2026-10", [
      ["X00000000A", A, "ONT8", "1"],
      ["X0000000NN", "", "ONT8", "1"],
    ]),
  );
  expect(await fees()).toMatchObject({ "10-31 A-US": 7.5, "10-31 C-US": 2.5 });
});

test("pieces of goods whose storage fee is known lack none", async () => {
  const order = { no: "114-0000000-0000071", day: "2026-11-20", qty: 3, principal: "30.00", commission: "1", fba: "1" };
  const posted = "2026-11-21";
  await takeOrders(account.backend, account.us, [
    { ...order, sku: "A-US", posted },
    { ...order, no: "114-0000000-0000072", sku: "B-US", posted },
  ]);
  const lacks = () =>
    account.backend.db.query(
      `select seller_sku as sku, sum(lacks_storage)::int as n from fact_trade_daily
       where store_id = $1 and biz_date = '2026-11-20' group by 1 order by 1`,
      [account.us],
    );
  expect(await lacks()).toEqual([
    { sku: "A-US", n: 3 },
    { sku: "B-US", n: 3 },
  ]);
  await account.upload(account.us, storageText("2026-11", [["X00000000A", A, "ONT8", "2"]]));
  expect(await lacks()).toEqual([
    { sku: "A-US", n: 0 },
    { sku: "B-US", n: 3 },
  ]);
});

test("rows find the store of their country; a currency that no store has is refused", async () => {
  const german = storageText("2026-11", [["X00000000D", A, "LEJ1", "1.5"]], { country: "DE", currency: "EUR" });
  expect(await account.upload(account.us, german.replaceAll(".", ","))).toMatchObject({ status: "done" });
  expect(
    await account.backend.db.query("select store_id, msku, amount from fba_storage_fee where country = 'DE'"),
  ).toEqual([{ store_id: account.de, msku: "A-DE", amount: "1.5000" }]);
  const strange = storageText("2026-11", [["X00000000D", A, "LTN4", "1.5"]], { country: "GB", currency: "GBP" });
  expect(await account.upload(account.us, strange)).toMatchObject({
    status: "failed",
    problem: "第2行币种GBP与店铺币种USD不符",
  });
});
