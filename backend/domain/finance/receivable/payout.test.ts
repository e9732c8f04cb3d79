import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { today } from "#backend/platform/values/calendar";
import { dec } from "#backend/platform/values/money";
import { payout } from "#documents/finance/receivable/payout";
import { actAs } from "../../../../tests/acting";
import { dropPayout } from "./payout";
import { openReceivable, type Receivable } from "./receivable.testing";

let s: Receivable;
beforeAll(async () => {
  s = await openReceivable();
});
afterAll(() => s?.db.close());

const at = (day: string, store = "F-US") =>
  s.db.one(
    `select opening::text, settled::text, paid::text, fees::text, closing::text, reserved::text,
       in_transit::text as way, carried::text
     from plat_period($1::date, $2::date) where store_id = $3`,
    [`${day.slice(0, 8)}01`, day, s.stores[store]],
  );

test("the numbers of figures.md E: what is owed, what arrives, and the difference of rates", async () => {
  const us = await s.settle({ amount: "85.94", activity: "105.94", reserve: "-20.00" });
  const de = await s.settle({ store: "F-DE", currency: "EUR", amount: "45.99" });
  expect(await s.payout(us.id)).toMatchObject({ status: "expected", booked: "617.05", left: "85.94", fxDiff: null });
  expect(await s.payout(de.id)).toMatchObject({ status: "expected", booked: "370.22" });
  expect(await at("2026-08-31")).toEqual({
    opening: "0.00",
    settled: "105.94",
    paid: "0.00",
    fees: "0.00",
    closing: "105.94",
    reserved: "20.00",
    way: "85.94",
    carried: "0.00",
  });

  const dollars = await s.receive({ amount: "82.94", fee: "3.00" });
  await s.match(us.id, { receiptId: dollars, amount: "82.94", fee: "3.00" });
  expect(await s.payout(us.id)).toEqual({
    status: "received",
    booked: "617.05",
    received: "82.94",
    fee: "3.00",
    left: "0.00",
    arrived: "590.53",
    feeCny: "21.36",
    fxDiff: "-5.16",
  });
  expect(await at("2026-09-02")).toEqual({
    opening: "105.94",
    settled: "0.00",
    paid: "-82.94",
    fees: "-3.00",
    closing: "20.00",
    reserved: "20.00",
    way: "0.00",
    carried: "0.00",
  });
  // What was true at the end of August stays so.
  expect(await at("2026-08-31")).toMatchObject({ closing: "105.94", way: "85.94" });

  const yuan = await s.receive({ account: "CNY", amount: "372.98", day: "2026-09-04" });
  await expect(s.match(de.id, { receiptId: yuan, amount: "45.99" })).rejects.toThrow(
    "收款币种为CNY，请填写占用的收款金额",
  );
  await s.match(de.id, { receiptId: yuan, amount: "45.99", receiptAmount: "372.98" });
  expect(await s.payout(de.id)).toMatchObject({
    status: "received",
    arrived: "372.98",
    feeCny: "0.00",
    fxDiff: "2.76",
  });
  expect(await s.balance("F-DE", "EUR")).toEqual({ amount: "0.00", base: "0.00" });

  await s.settle({ amount: "70.91", activity: "50.91", reserve: "20.00", day: "2026-09-14" });
  expect(await at("2026-09-14")).toMatchObject({ closing: "70.91", reserved: "0.00", way: "70.91", carried: "0.00" });
  expect(await s.faults()).toEqual([]);
});

test("one transfer of a provider pays two payouts, and a payout comes in two: taken apart all is as before", async () => {
  const [a, b] = [await s.settle({ amount: "100.00" }), await s.settle({ amount: "50.00" })];
  const before = await s.balance();
  const [first, second] = [await s.receive({ amount: "130.00" }), await s.receive({ amount: "15.00" })];
  await s.match(a.id, { receiptId: first, amount: "100.00" });
  await s.match(b.id, { receiptId: first, amount: "30.00" });
  expect(await s.payout(b.id)).toMatchObject({
    status: "partReceived",
    left: "20.00",
    arrived: "213.60",
    fxDiff: "-1.80",
  });
  expect(await s.receipt(first)).toEqual({ status: "matched", matched: "130.00", left: "0.00" });
  await expect(s.match(b.id, { receiptId: second, amount: "15.00", fee: "5.01" })).rejects.toThrow(
    "到账与手续费合计超过未到账20.00",
  );
  await s.match(b.id, { receiptId: second, amount: "10.00" });
  expect(await s.receipt(second)).toEqual({ status: "part", matched: "10.00", left: "5.00" });
  await s.match(b.id, { receiptId: second, amount: "5.00", fee: "5.00" });
  // 45 arrived and 5 of fees, each at 7.12, against 50 at 7.18.
  expect(await s.payout(b.id)).toMatchObject({ status: "received", received: "45.00", fee: "5.00", fxDiff: "-3.00" });
  expect(await s.faults()).toEqual([]);

  await s.unmatch(b.id, second);
  expect(await s.payout(b.id)).toMatchObject({ status: "partReceived", left: "20.00", fee: "0.00" });
  expect(await s.receipt(second)).toEqual({ status: "open", matched: "0.00", left: "15.00" });
  await expect(s.unmatch(a.id, second)).rejects.toThrow("这张银行收款没有匹配到本回款单");
  await s.unmatch(b.id);
  await s.unmatch(a.id);
  expect(await s.payout(a.id)).toMatchObject({ status: "expected", left: "100.00", arrived: "0.00", fxDiff: null });
  expect(await s.receipt(first)).toEqual({ status: "open", matched: "0.00", left: "130.00" });
  expect(await s.balance()).toEqual(before);
  expect(await s.faults()).toEqual([]);
});

test("of two who match one receipt at once the second is refused", async () => {
  const made = await Promise.all([s.settle({ amount: "60.00" }), s.settle({ amount: "60.00" })]);
  const receiptId = await s.receive({ amount: "60.00" });
  // Somebody holds the receipt until both have come to it.
  const all = await s.db
    .tx(async (sql) => {
      await sql.query("select 1 from bank_receipt where id = $1 for update", [receiptId]);
      const both = Promise.allSettled(made.map(({ id }) => s.match(id, { receiptId, amount: "60.00" })));
      await expect
        .poll(() => s.db.one("select count(*)::int as n from pg_locks where not granted"), { timeout: 10_000 })
        .toEqual({ n: 2 });
      return { both };
    })
    .then(({ both }) => both);
  expect(all.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const r of all)
    if (r.status === "rejected") expect(String(r.reason.message)).toMatch(/^银行收款SK\d+只有0.00未匹配$/);
  // The same on one payout: it is received once.
  const open = made[all.findIndex((r) => r.status === "rejected")]?.id ?? "";
  const more = await Promise.all([s.receive({ amount: "60.00" }), s.receive({ amount: "60.00" })]);
  const twice = await Promise.allSettled(more.map((id) => s.match(open, { receiptId: id, amount: "60.00" })));
  expect(twice.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await s.faults()).toEqual([]);
});

test("nothing owed is nothing in CNY, whatever the parts were rounded to", async () => {
  const store = "F-DE";
  const { id } = await s.settle({ store, currency: "EUR", amount: "10.01" });
  expect(await s.balance(store, "EUR")).toEqual({ amount: "10.01", base: "80.58" });
  for (const amount of ["3.33", "3.33", "3.35"])
    await s.match(id, { receiptId: await s.receive({ account: "EUR", amount }), amount });
  // Three parts at 8.05 are 26.81, 26.81 and 26.97: a cent too much.
  expect(await s.balance(store, "EUR")).toEqual({ amount: "0.00", base: "0.00" });
  expect(
    await s.db.query(
      "select base_amount::text as base from plat_entry where biz_id = $1 and biz_type = 'payout' order by id",
      [id],
    ),
  ).toEqual([{ base: "-26.81" }, { base: "-26.81" }, { base: "-26.96" }]);
});

test("what failed stays owed, what was short is carried, and a settlement takes its payout along", async () => {
  const before = await s.balance();
  const failed = await s.settle({ amount: "40.00" });
  const fail = (id: string) =>
    s.db.tx((sql) => perform(actAs(sql), payout, id, "fail", { reason: "账户错误" }, { trusted: true }));
  await fail(failed.id);
  expect(await s.payout(failed.id)).toMatchObject({ status: "failed", left: "0.00" });
  const rows = await s.db.query(
    "select biz_type as type, amount::text from plat_entry where biz_document = 'payout' and biz_id = $1 order by id",
    [failed.id],
  );
  expect(rows).toEqual([
    { type: "payout", amount: "-40.00" },
    { type: "payoutFail", amount: "40.00" },
  ]);
  expect(await at(today())).toMatchObject({ carried: "40.00" });
  await expect(
    s.match(failed.id, { receiptId: await s.receive({ amount: "40.00" }), amount: "40.00" }),
  ).rejects.toThrow();

  const short = await s.settle({ amount: "-7.50" });
  expect(await s.payout(short.id)).toMatchObject({ status: "carried", left: "0.00", booked: "-53.85" });
  expect(await s.balance()).toMatchObject({ amount: dec(before?.amount).plus("32.50").toFixed(2) });

  const paid = await s.settle({ amount: "12.00" });
  const drop = (settlementId: string) => s.db.tx((sql) => dropPayout(actAs(sql), settlementId));
  const receiptId = await s.receive({ amount: "12.00" });
  await s.match(paid.id, { receiptId, amount: "12.00" });
  await expect(fail(paid.id)).rejects.toThrow();
  await expect(drop(paid.settlementId)).rejects.toThrow("回款已到账，请先取消匹配");
  await s.unmatch(paid.id);
  await drop(paid.settlementId);
  await drop(paid.settlementId);
  await drop(short.settlementId);
  expect(await s.db.query("select id from payout where id = any($1) and del_flag = 0", [[paid.id, short.id]])).toEqual(
    [],
  );
  expect(await s.faults()).toEqual([]);
});

test("an arrival of a closed month is booked today, at the rate of its day", async () => {
  const { id } = await s.settle({ amount: "20.00" });
  const receiptId = await s.receive({ amount: "20.00" });
  await s.db.query("update sys_param set value = '2026-09-30' where param_key = 'month_close_until' and tenant_id = 1");
  await expect(s.settle({ amount: "1.00" })).rejects.toThrow("2026-08已关账");
  await s.match(id, { receiptId, amount: "20.00" });
  const entry =
    "select biz_date::text as day, base_amount::text as base from plat_entry where biz_id = $1 and biz_type = 'payout'";
  expect(await s.db.one(entry, [id])).toEqual({ day: today(), base: "-143.60" });
  expect(await s.payout(id)).toMatchObject({ arrived: "142.40", fxDiff: "-1.20" });
  await s.db.query("update sys_param set value = null where param_key = 'month_close_until' and tenant_id = 1");
});

test("what does not add up is said", async () => {
  await s.db.query("update plat_account set balance = balance + 1 where store_id = $1", [s.stores["F-US"]]);
  await s.db.query(
    "update bank_receipt set matched_amount = matched_amount + 1 where id = (select min(id) from bank_receipt)",
  );
  expect((await s.faults()).map((f) => f.fault)).toEqual(["平台应收余额与流水不符", "银行收款与匹配不符"]);
  await expect(s.db.query("update plat_entry set amount = amount + 1")).rejects.toThrow(/never changed/);
});
