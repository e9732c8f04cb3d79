import { afterAll, beforeAll, expect, it } from "vitest";
import { now } from "#backend/platform/values/calendar";
import { type Bank, openBank } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

const ask = (amount: string, more = {}) => bank.request({ lines: [{ amount }], ...more });
const pay = (id: string, more = {}, who = "cashier", confirmed?: true) =>
  bank.act(who, "payment", id, "pay", bank.transfer(more), confirmed);

it("parts of a request are paid one by one, never more than it asks for", async () => {
  const requestId = await ask("100.00");
  const first = await bank.pays(requestId, { settleAmount: "40.00" });
  expect(await bank.requested(requestId)).toMatchObject({ paying: "40.00", status: "approved" });
  await expect(bank.pays(requestId, { settleAmount: "60.01" })).rejects.toThrow("付款金额超过请款未付金额60.00");
  await pay(first.id);
  expect(await bank.requested(requestId)).toEqual({ status: "partPaid", paid: "40.00", paying: "0.00" });
  const second = await bank.pays(requestId);
  await expect(bank.pays(requestId)).rejects.toThrow("没有可付款金额");
  await bank.act("cashier", "payment", second.id, "void", { reason: "改期" });
  expect((await bank.requested(requestId))?.paying).toBe("0.00");
  await pay((await bank.pays(requestId)).id);
  expect((await bank.requested(requestId))?.status).toBe("paid");
});

it("the last payment takes what is left in the currency that is paid", async () => {
  const requestId = await ask("100.00", {
    payCurrency: "USD",
    payRateType: "request",
    payRate: "7.1523",
    payAmount: "13.98",
  });
  const ids: string[] = [];
  for (const settleAmount of ["33.33", "33.33", "33.34"]) ids.push((await bank.pays(requestId, { settleAmount })).id);
  const paid = await Promise.all(ids.map((id) => bank.read("payment", id)));
  expect(paid.map((p) => p.payAmount)).toEqual(["4.66", "4.66", "4.66"]);
  expect(paid.reduce((n, p) => n + Math.round(Number(p.payAmount) * 100), 0)).toBe(1398);
});

it("what was given up of a request is not paid with the last payment", async () => {
  const requestId = await ask("1000.00", {
    payCurrency: "USD",
    payRateType: "request",
    payRate: "7.1523",
    payAmount: "139.82",
  });
  const half = await bank.pays(requestId, { settleAmount: "500.00" });
  await pay(half.id);
  await bank.act("finance", "request", requestId, "close");
  await bank.act("finance", "payment", half.id, "fail", bank.bounce());
  expect(await bank.requested(requestId)).toMatchObject({ status: "approved", paid: "0.00" });
  const { paymentNo } = await bank.act("cashier", "request", requestId, "payRest");
  const again = await bank.db.one<{ id: string }>(
    `select id, settle_amount::text as settle, pay_amount::text as pay from payment where no = $1`,
    [paymentNo],
  );
  expect(again).toMatchObject({ settle: "500.00", pay: "69.91" });
  await pay(again?.id ?? "");
  expect((await bank.requested(requestId))?.status).toBe("paid");
});

it("payments in preparation keep a request from being ended, and are named", async () => {
  const requestId = await ask("90.00");
  await pay((await bank.pays(requestId, { settleAmount: "40.00" })).id);
  const { no } = await bank.pays(requestId, { settleAmount: "20.00" });
  await expect(bank.act("finance", "request", requestId, "close")).rejects.toThrow(`存在付款中的付款单${no}`);
});

it("with a rate of the payment, it is asked for when it is paid", async () => {
  const requestId = await ask("714.80", { payCurrency: "USD", payRateType: "pay", payAmount: "0" });
  const { id, no } = await bank.pays(requestId);
  await expect(pay(id)).rejects.toThrow("请输入付款汇率");
  await expect(bank.act("cashier", "payment", id, "toOa", { usage: "设备尾款" + no })).rejects.toThrow(
    `付款单${no}未填付款汇率`,
  );
  await pay(id, { payRate: "7.1400", baseRate: "7.1480" });
  expect(await bank.read("payment", id)).toMatchObject({ payAmount: "100.11", baseAmount: "715.59", fxDiff: "-0.79" });
});

it("a serial number is used once for an account, by single and by OA payments", async () => {
  const serialNo = "BK20251210-8891";
  const payments = [await bank.pays(await ask("10.00")), await bank.pays(await ask("11.00"))];
  await pay(payments[0]?.id ?? "", { serialNo });
  await expect(pay(payments[1]?.id ?? "", { serialNo })).rejects.toThrow("银行流水号已存在");
  await bank.act("cashier", "payment", payments[1]?.id ?? "", "toOa", { usage: "支付货款尾款" });
  const { oaPaymentId } = await bank.read("payment", payments[1]?.id ?? "");
  await bank.act("finance", "oa", String(oaPaymentId), "approve");
  await expect(bank.act("cashier", "oa", String(oaPaymentId), "pay", bank.transfer({ serialNo }))).rejects.toThrow(
    "银行流水号已存在",
  );
  await bank.act("cashier", "oa", String(oaPaymentId), "pay", bank.transfer());
  expect((await bank.read("payment", payments[1]?.id ?? "")).status).toBe("paid");
});

it("50 000 CNY and more go through the OA; who asked for the money does not pay it", async () => {
  const large = await bank.pays(await ask("50000.00"));
  await expect(pay(large.id)).rejects.toThrow("金额达到50000元须走OA付款");
  const small = await bank.pays(await ask("49999.99"));
  await expect(pay(small.id, {}, "buyer")).rejects.toThrow("申请人不能付款");
  // What the payee got today besides counts as well: it was paid on another day.
  await pay(small.id, { paidTime: "2020-03-02 10:00:00" });
});

it("money is not paid in the future, in a closed month or for the same invoice twice", async () => {
  const { id } = await bank.pays(await ask("20.00", { invoiceNos: "044001 044002" }));
  await expect(pay(id, { paidTime: "2999-01-01 00:00:00" })).rejects.toThrow("实付时间不能晚于现在");
  const closed = "2020-01-31";
  await bank.db.query("update sys_param set value = $1 where param_key = 'month_close_until'", [closed]);
  await expect(pay(id, { paidTime: "2020-01-31 12:00:00" })).rejects.toThrow("2020-01已关账");
  await pay(id);
  const twin = await bank.pays(await ask("20.00", { invoiceNos: "044002" }));
  await expect(pay(twin.id)).rejects.toThrow(/^30天内已按相同发票向收款供应商付过相同金额（FK/);
  const other = await bank.pays(await ask("20.00", { invoiceNos: "044003" }));
  await pay(other.id);
  await pay(twin.id, {}, "cashier", true);
});

it("one transfer that pays an invoice twice asks as well", async () => {
  const pays = async () =>
    (await bank.pays(await ask("33.00", { invoiceNos: "077001" }), { settleAmount: "33.00" })).id;
  const merged = await bank.merge([await pays(), await pays()]);
  await bank.act("cashier", "merged", merged.id, "submit");
  const oaId = String((await bank.read("merged", merged.id)).oaPaymentId);
  await bank.act("finance", "oa", oaId, "approve");
  const asked = bank.act("cashier", "oa", oaId, "pay", bank.transfer());
  await expect(asked).rejects.toThrow(/^本次付款中有收款供应商相同发票、相同金额的两笔/);
  await bank.act("cashier", "oa", oaId, "pay", bank.transfer(), true);
  expect((await bank.read("merged", merged.id)).status).toBe("paid");
});

it("only payments of one payee, currency and account that wait for payment are merged", async () => {
  const [a, b, foreign, other] = [
    await bank.pays(await ask("1.00")),
    await bank.pays(await ask("2.00")),
    await bank.pays(
      await ask("7.15", { payCurrency: "USD", payRateType: "request", payRate: "7.15", payAmount: "1.00" }),
    ),
    await bank.pays(await ask("3.00", { payee: "别的收款方" })),
  ] as const;
  await expect(bank.merge([a.id])).rejects.toThrow("至少选择两张付款单");
  for (const odd of [foreign, other])
    await expect(bank.merge([a.id, odd.id])).rejects.toThrow("收款账户、付款币种、付款账户必须一致");
  await bank.merge([a.id, b.id]);
  await expect(bank.merge([a.id, b.id])).rejects.toThrow(`付款单${a.no}状态不是待付款`);
  await expect(bank.act("cashier", "payment", a.id, "void", { reason: "x" })).rejects.toThrow("已合并状态不能作废");
});

it("an expense is approved, then paid by somebody else than who asked for it", async () => {
  const expense = {
    expenseType: "travel",
    costDeptId: "1",
    usage: "出差交通报销",
    payeeName: "张三",
    payCurrency: "CNY",
    payerAccountId: bank.accounts.CNY,
    payMethod: "wire",
  };
  await expect(bank.add("ops", "oa", { ...expense, accountNo: "**** 1234", items: [{ amount: "1" }] })).rejects.toThrow(
    "请输入完整账号",
  );
  await expect(bank.add("ops", "oa", { ...expense, items: [{ amount: "120.50" }] })).rejects.toThrow("请输入费用摘要");
  const { id, no } = await bank.add("ops", "oa", {
    ...expense,
    items: [{ summary: "高铁票", amount: "120.50", invoiceNo: "T1" }],
  });
  await bank.act("ops", "oa", id, "submit");
  await bank.act("finance", "oa", id, "approve");
  await expect(bank.act("ops", "oa", id, "pay", bank.transfer())).rejects.toThrow("申请人不能付款");
  await bank.act("cashier", "oa", id, "pay", bank.transfer({ paidTime: now() }));
  expect(await bank.read("oa", id)).toMatchObject({
    status: "paid",
    oaNo: `OA-${no}`,
    payAmountCn: "壹佰贰拾元伍角整",
    sourceType: "expense",
  });
});

it("a payment leaves the account that paid it, which is one of its company and currency", async () => {
  const { id } = await bank.pays(await ask("10.00"));
  const usd = { payerAccountId: bank.accounts.USD };
  await expect(pay(id, usd)).rejects.toThrow("付款账户币种与付款币种不一致");
  const other = await bank.db.one<{ id: string }>(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     values ($1, 3, '中国银行', '6013000099', 'CNY', true) returning id`,
    [bank.companyId],
  );
  await pay(id, { payerAccountId: other?.id });
  expect(await bank.read("payment", id)).toMatchObject({ status: "paid", payerAccountId: other?.id });
});
