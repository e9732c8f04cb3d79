import { afterAll, beforeAll, expect, it } from "vitest";
import { postPayables } from "#backend/ledgers/payables/post";
import { type Bank, openBank } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

let payees = 0;
/** A payment of somebody who was not paid yet. */
const toNew = async (amount: string, payee = `收款人${++payees}`) => {
  const requestId = await bank.request({ payee, lines: [{ amount }] });
  await bank.db.query("update payment_request set payee_supplier_id = null, account_no = $2 where id = $1", [
    requestId,
    payee.replace("收款人", "62220000"),
  ]);
  return { payee, ...(await bank.pays(requestId)) };
};
const pay = (id: string, more = {}) => bank.act("cashier", "payment", id, "pay", bank.transfer(more));

it("two halves of a day go through the OA like the whole, merged ones too", async () => {
  const first = await toNew("30000.00");
  const second = await toNew("30000.00", first.payee);
  await pay(first.id);
  await expect(pay(second.id)).rejects.toThrow("当日向同一收款方付款累计60000.00元，达到50000元须走OA付款");
  await pay(second.id, { paidTime: "2020-02-03 10:00:00" });

  const members = [await toNew("20000.00"), await toNew("20000.00", `收款人${payees}`)];
  const merged = await bank.merge(members.map((m) => m.id));
  await bank.act("cashier", "merged", merged.id, "submit");
  const oaId = String((await bank.read("merged", merged.id)).oaPaymentId);
  await bank.act("finance", "oa", oaId, "approve");
  await bank.act("cashier", "oa", oaId, "pay", bank.transfer());
  const third = await toNew("10000.00", `收款人${payees}`);
  await expect(pay(third.id)).rejects.toThrow(/^当日向同一收款方付款累计50000.00元/);
});

it("two halves at the same moment do not both pass", async () => {
  const first = await toNew("30000.00");
  const second = await toNew("30000.00", first.payee);
  const done = await Promise.allSettled([pay(first.id), pay(second.id)]);
  expect(done.map((d) => d.status).sort()).toEqual(["fulfilled", "rejected"]);
});

it("more than is still owed is not paid: since the request was approved, goods went back", async () => {
  const poId = await bank.order("CG7700000091", "1000.00");
  const pays = async (amount: string) => bank.pays(await bank.request({ lines: [{ amount, poId }] }));
  const both = [await pays("600.00"), await pays("400.00")] as const;
  await bank.db.tx((sql) =>
    postPayables(
      bank.as(sql, "buyer"),
      { document: "purchase_order", id: poId, no: "CG7700000091" },
      { supplierId: bank.supplierId, poId, currency: "CNY", rate: "1" },
      [{ type: "return", amount: "-300.00" }],
    ),
  );
  await bank.db.query("update purchase_order set payable_amount = 700, return_amount = 300 where id = $1", [poId]);
  const done = await Promise.allSettled(both.map((p) => pay(p.id)));
  expect(done.map((d) => d.status).sort()).toEqual(["fulfilled", "rejected"]);
  const left = done[0]?.status === "fulfilled" ? ["100.00", "400.00"] : ["300.00", "600.00"];
  const late = both[done[0]?.status === "fulfilled" ? 1 : 0];
  await expect(pay(late.id)).rejects.toThrow(`采购单CG7700000091尚欠${left[0]}，不能付款${left[1]}`);
});

it("what came back leaves no difference of rates in the sum", async () => {
  const requestId = await bank.request({
    payCurrency: "USD",
    payRateType: "request",
    payRate: "7.1400",
    payAmount: "100.11",
    lines: [{ amount: "714.80" }],
  });
  const { id } = await bank.pays(requestId);
  await pay(id, { baseRate: "7.1480" });
  expect((await bank.read("payment", id)).fxDiff).toBe("-0.79");
  await bank.act("finance", "payment", id, "fail", bank.bounce());
  expect((await bank.read("payment", id)).fxDiff).toBe("0.00");
});

it("a serial number in small letters is the same one", async () => {
  const ids = [(await toNew("10.00")).id, (await toNew("11.00")).id] as const;
  await pay(ids[0], { serialNo: "BK2026-ab1" });
  await expect(pay(ids[1], { serialNo: "bk2026-AB1" })).rejects.toThrow("银行流水号已存在");
  expect((await bank.read("payment", ids[0])).serialNo).toBe("BK2026-ab1");
});

it("a rate that is none is not paid with, wherever it was typed", async () => {
  const usd = { payCurrency: "USD", payAmount: "0" };
  const requestId = await bank.request({ ...usd, payRateType: "pay", lines: [{ amount: "714.80" }] });
  await expect(bank.pays(requestId, { payRate: "1" })).rejects.toThrow("达到30%不能使用");
  const { id } = await bank.pays(requestId);
  await expect(pay(id, { payRate: "1" })).rejects.toThrow("付款汇率1与当日汇率7.148相差86.01%");
  await expect(pay(id, { payRate: "7.14", baseRate: "1" })).rejects.toThrow("记账汇率1与当日汇率7.148相差86.01%");
  await expect(pay(id, { payRate: "7.3" })).rejects.toThrow("相差2.13%，确定使用吗？");
  await expect(pay(id, { payRate: "7.6" })).rejects.toThrow("相差6.32%，请填写汇率说明");
  // What stands on a payment from before is held against the day of the transfer as well.
  await bank.db.query("update payment set pay_rate = 1, pay_amount = 714.80 where id = $1", [id]);
  await expect(pay(id)).rejects.toThrow("达到30%不能使用");
  await pay(id, { payRate: "7.14", rateReason: "银行牌价" });
});
