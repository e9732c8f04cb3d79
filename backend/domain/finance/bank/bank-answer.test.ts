import { afterAll, beforeAll, expect, it } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleContext } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import type { Sql } from "#backend/platform/db/sql";
import { now } from "#backend/platform/values/calendar";
import { bankAnswer } from "#documents/finance/bank-answer";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import { permissionOf } from "#documents/kit";
import { evidence } from "../../../../tests/evidence";
import { type Bank, openBank } from "../pay/pay.testing";
import { bankAnswerRules } from "./bank-answer";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

/** Somebody who may pay and take back. */
const cashier = (sql: Sql): RuleContext => {
  const c = bank.as(sql, "cashier");
  const permissions = new Set([payment, oaPayment].flatMap((d) => ["pay", "fail"].map((o) => permissionOf(d, o))));
  return { ...c, caller: { ...c.caller, permissions } };
};
const outcomes = (id: string) =>
  bank.db.tx(async (sql) => {
    const whole = await lockWhole(cashier(sql), bankAnswer, id, { anyScope: true });
    return whole.rows.map((r) => [r.outcome, r.message]);
  });

it("says of every row what would happen and changes nothing, then does it", async () => {
  const pays = async (amount: string) => bank.pays(await bank.request({ lines: [{ amount }] }), {});
  const [good, twin, late, large, known] = [
    await pays("10.00"),
    await pays("11.00"),
    await pays("12.00"),
    await pays("60000.00"),
    await pays("13.00"),
  ] as const;
  await bank.act("cashier", "payment", known.id, "pay", bank.transfer());
  const row = (payNo: string, more: object = {}) => ({
    payNo,
    serialNo: "YH-1",
    result: "paid" as const,
    paidTime: now(),
    ...more,
  });
  const { id } = await bank.db.tx((sql) =>
    insert(cashier(sql), bankAnswer, bankAnswerRules, {
      title: "招行 第一批",
      rows: [
        row(good.no),
        row(twin.no),
        row(late.no, { serialNo: "YH-2", paidTime: "2999-01-01 00:00:00" }),
        row(large.no, { serialNo: "YH-3" }),
        row(known.no, { result: "returned", reason: "账号不存在" }),
        row(good.no, { serialNo: "YH-4" }),
        row("FK0101010001", { serialNo: "YH-5" }),
      ],
    }),
  );
  const refused = [
    ["bad", "银行流水号已存在"],
    ["bad", "实付时间不能晚于现在"],
    ["bad", "金额达到50000元须走OA付款"],
  ];
  const lost = [
    ["bad", `单号${good.no}重复`],
    ["bad", "没有单号FK0101010001"],
  ];
  expect(await outcomes(id)).toEqual([["good", "将付款"], ...refused, ["good", "将退票"], ...lost]);
  expect((await bank.read("payment", good.id)).status).toBe("pending");
  expect((await bank.read("payment", known.id)).status).toBe("paid");

  const input = { receiptFiles: [evidence("cashier", "document")], again: false };
  await bank.db.tx((sql) => perform(cashier(sql), bankAnswer, id, "run", input, { trusted: true }));
  expect(await outcomes(id)).toEqual([["done", "已付款"], ...refused, ["done", "已退票"], ...lost]);
  expect(await bank.read("payment", good.id)).toMatchObject({
    status: "paid",
    serialNo: "YH-1",
    receiptFiles: input.receiptFiles,
  });
  expect((await bank.read("payment", known.id)).status).toBe("failed");
  for (const { id: other } of [twin, late, large]) expect((await bank.read("payment", other)).status).toBe("pending");
});

it("a transfer that failed at the bank leaves its payment as it waits, with the bank's words", async () => {
  const request = () => bank.request({ lines: [{ amount: "10.00" }] });
  const [failed, silent, paid] = [
    await bank.pays(await request()),
    await bank.pays(await request()),
    await bank.pays(await request()),
  ] as const;
  await bank.act("cashier", "payment", paid.id, "pay", bank.transfer());
  const row = (payNo: string, reason?: string) => ({ payNo, result: "failed" as const, paidTime: now(), reason });
  const { id } = await bank.db.tx((sql) =>
    insert(cashier(sql), bankAnswer, bankAnswerRules, {
      title: "招行 第二批",
      rows: [row(failed.no, "余额不足"), row(silent.no), row(paid.no, "余额不足")],
    }),
  );
  const refused = [
    ["bad", "失败和退票须有银行说明"],
    ["bad", `付款单${paid.no}状态不是待付款`],
  ];
  expect(await outcomes(id)).toEqual([["good", "将记入历史，单据仍待付款"], ...refused]);
  const told = () =>
    bank.db.query(
      `select diff from sys_oper_log where biz_type = 'payment' and biz_id = $1
         and action = '银行付款失败'`,
      [failed.id],
    );
  expect(await told()).toEqual([]);
  const input = { receiptFiles: [evidence("cashier", "document")], again: false };
  await bank.db.tx((sql) => perform(cashier(sql), bankAnswer, id, "run", input, { trusted: true }));
  expect(await outcomes(id)).toEqual([["done", "已记入历史，单据仍待付款"], ...refused]);
  expect(await told()).toEqual([{ diff: { reason: [null, "余额不足"] } }]);
  const states = [failed, silent, paid].map(async (p) => (await bank.read("payment", p.id)).status);
  expect(await Promise.all(states)).toEqual(["pending", "pending", "paid"]);
});
