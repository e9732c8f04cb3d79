import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { postSales } from "#backend/domain/wms/fba/sale/post-days";
import { closeUntil, holdPostings } from "#backend/platform/values";
import { given } from "../../../tests/given";
import { type Account, besides, openIntake, takeOrders } from "./figures.testing";
import { openWarehouses } from "./figures-stock.testing";
import { fortnightText } from "./files/fortnight.testing";

// What comes while a month is being closed, and after: it lands wholly (figures.md F.16, F.20).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
  await account.backend.db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  await account.backend.db.query("update sys_param set value = 'false' where param_key = 'settlement_auto_post'");
  await close("2026-07-31");
});
afterAll(() => account.backend.close());

/** Closes the months up to a day, as 月结 does. */
const close = (until: string) =>
  account.backend.db.tx(async (sql) => {
    const c = { sql, tenantId: "1" };
    await holdPostings(c);
    await closeUntil(c, until);
  });

interface CostRow {
  day: string;
  about: string | null;
  name: string;
  amount: string;
}
const costs = (sku: string) =>
  account.backend.db.query<CostRow>(
    `select biz_date::text as day, ref_date::text as about, column_name as name, sum(amount)::float8::text as amount
     from fact_source where seller_sku = $1
       and column_name in ('product_cost', 'first_leg_cost', 'lacks_product', 'lacks_first_leg')
     group by 1, 2, 3 having sum(amount) <> 0 order by 1, 3`,
    [sku],
  );

test("what is sold before it is there costs what the last left for until it comes; in a closed month the difference lands", async () => {
  const { db } = account.backend;
  const stock = await openWarehouses(db, account);
  const piece = [{ sku: "FB", sent: 1, came: 1, fee: "0.00" }];
  for (const at of ["us", "de"] as const) await stock.transfer(at, piece, { bizDate: "2026-08-02" });
  const said = { qty: 3, principal: "149.97", commission: "22.50", fba: "17.04", posted: "2026-08-20" };
  await takeOrders(account.backend, account.us, [
    { no: "114-0000000-0000801", day: "2026-08-12", sku: "B-US", ...said },
  ]);
  await takeOrders(account.backend, account.de, [
    { no: "304-0000000-0000802", day: "2026-08-14", sku: "B-DE", ...said, tax: "28.49" },
  ]);
  await postSales(db, engine);
  const goods = (day: string) => ({ day, about: null, name: "product_cost", amount: "255" });
  expect(await costs("B-US")).toEqual([goods("2026-08-12")]);
  expect(await costs("B-DE")).toEqual([goods("2026-08-14")]);

  // 40 pieces of 85.00 come with a freight of 584.79, two of which were sold.
  await stock.transfer("us", [{ sku: "FB", sent: 40, came: 40, fee: "584.79" }], { bizDate: "2026-08-16" });
  await postSales(db, engine);
  const known = [{ ...goods("2026-08-12"), name: "first_leg_cost", amount: "29.24" }, goods("2026-08-12")];
  expect(await costs("B-US")).toEqual(known);

  await close("2026-08-31");
  await stock.transfer("de", [{ sku: "FB", sent: 25, came: 25, fee: "544.44" }], { bizDate: "2026-09-03" });
  await postSales(db, engine);
  expect(await costs("B-DE")).toEqual([
    goods("2026-08-14"),
    { day: "2026-09-01", about: "2026-08-14", name: "first_leg_cost", amount: "43.56" },
  ]);
  expect(await costs("B-US")).toEqual(known);
  await close("2026-07-31");
});

test("a month that is closed while a settlement is posted has all of it, or nothing", async () => {
  const { db } = account.backend;
  const seen = { before: 0, landed: 0 };
  for (const [i, wait] of [0, 3, 8, 15, 25, 40, 60, 90, 150, 400].entries()) {
    const settlementNo = String(88_100_000_000 + i);
    const lines = Array.from({ length: 24 }, (_, n) =>
      besides(`2026-08-${String(1 + (n % 14)).padStart(2, "0")}`, "Subscription Fee", n ? "-1.50" : "-5.49", "A-US"),
    );
    await account.upload(account.us, fortnightText(settlementNo, lines));
    const { no } = given(
      await db.one<{ no: string }>("select no from settlement where settlement_no = $1", [settlementNo]),
    );
    expect(await account.act(settlementNo, "reconcile")).toMatchObject({ code: 0 });
    await Promise.all([
      account.act(settlementNo, "post"),
      new Promise((done) => setTimeout(done, wait)).then(() => close("2026-08-31")),
    ]);
    expect((await account.document(settlementNo)).status).toBe("posted");
    const rows = await db.query<{ day: string; about: string | null; amount: string }>(
      `select biz_date::text as day, ref_date::text as about, amount::float8::text as amount from fact_source
       where source_type = 'settlement' and source_no = $1 and amount <> 0`,
      [no],
    );
    const landed = rows.filter(({ day }) => day > "2026-08-31").length;
    expect([0, rows.length], `closed after ${wait} ms`).toContain(landed);
    expect(rows.reduce((all, { amount }) => all + Number(amount), 0)).toBeCloseTo(39.99);
    expect(rows.every(({ day, about }) => day > "2026-08-31" === (about !== null))).toBe(true);
    seen[landed ? "landed" : "before"] += 1;
    await close("2026-07-31");
  }
  // Both ways it came about, or the test would say nothing of one of them.
  expect(Math.min(seen.before, seen.landed), JSON.stringify(seen)).toBeGreaterThan(0);
});
