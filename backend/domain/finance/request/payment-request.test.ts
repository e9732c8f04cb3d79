import { afterAll, beforeAll, expect, it } from "vitest";
import { day } from "#backend/domain/purchase/delivery/delivery.testing";
import { RETURN } from "#backend/domain/purchase/return/return.testing";
import { insert } from "#backend/engine/documents/writing/write";
import { today } from "#backend/platform/values/calendar";
import { supplierRefund } from "#documents/finance/payables/supplier-refund";
import { actAs } from "../../../../tests/acting";
import { login } from "../../../../tests/harness";
import { supplierRefundRules } from "../payables/refund";
import { openRequests, REQUEST, type Requests } from "./request.testing";

let w: Requests;
beforeAll(async () => {
  w = await openRequests();
});
afterAll(() => w?.close());

const said = async (answer: ReturnType<Requests["submit"]>) => (await answer).body.msg;

it("a deposit is asked for up to its share of the order, the rest after the inspection", async () => {
  const po = await w.order([[100, "10.00"]]);
  const over = await w.draft([po.id], {}, ["339.01"]);
  expect(await said(w.submit(over))).toBe("预付款累计不能超过339.00");
  expect(await w.money(po.id)).toBe("0.00 0.00 0.00 0.00 executing");
  const deposit = await w.approved([po.id]);
  expect(await w.row(deposit)).toMatchObject({ status: "approved", amount: "339.00" });
  expect(await w.money(po.id)).toBe("0.00 339.00 0.00 0.00 requested executing");
  expect(await said(w.submit(over))).toBe("预付款累计不能超过339.00");
  await w.pay(deposit, 1, "339.00");
  expect(await w.money(po.id)).toBe("0.00 339.00 339.00 -339.00 part executing");

  const deliveryId = await w.ship(po, [[0, 100]], "normal");
  const signId = await w.sign(deliveryId);
  expect((await w.buyer.send("GET", `${REQUEST}/prefill`, undefined, { poIds: po.id })).body.msg).toBe(
    `采购单${po.no}存在未质检的签收单，不能申请尾款`,
  );
  await w.inspect(signId, [[0, 95, 5]]);
  await w.shipped(RETURN, po, [[0, 0, 5]]);
  const form = await w.formOf([po.id]);
  expect(form).toMatchObject({ requestType: "balance", items: [{ amount: "734.50" }] });
  const more = await w.draft([po.id], {}, ["734.51"]);
  expect(await said(w.submit(more))).toBe("累计请款1073.51超过应付金额1073.50");
  const balance = await w.approved([po.id], {
    payCurrency: "USD",
    payRateType: "request",
    payRate: "7.1523",
    payeeAccountId: null,
    payRateReason: "银行牌价",
  });
  expect(await w.db.one("select pay_amount::text, pay_currency from payment_request where id = $1", [balance])).toEqual(
    { pay_amount: "102.69", pay_currency: "USD" },
  );
  await w.pay(balance, 2, "734.50");
  expect(await w.row(balance)).toMatchObject({ status: "paid", unpaid: "0.00" });
  expect(await w.money(po.id)).toBe("1073.50 1073.50 1073.50 0.00 paid completed");
});

it("what was settled comes back exactly, and the order runs again", async () => {
  const one = await w.order([[3, "3.33"]], { settle_method: "cod" });
  const two = await w.order([[7, "1.11"]], { settle_method: "cod" });
  for (const [po, n] of [
    [one, 3],
    [two, 7],
  ] as const)
    await w.receive(po, [[0, n]]);
  const id = await w.approved([one.id, two.id]);
  expect(await w.row(id)).toMatchObject({ amount: "20.07", status: "approved" });
  await w.pay(id, 11, "10.01");
  expect(await w.row(id)).toMatchObject({ status: "partPaid", paid: "10.01", unpaid: "10.06" });
  await w.pay(id, 12, "10.06");
  expect(await w.money(one.id)).toBe("11.29 11.29 11.29 0.00 paid completed");
  expect(await w.money(two.id)).toBe("8.78 8.78 8.78 0.00 paid completed");
  await w.back(id, 11);
  expect(await w.row(id)).toMatchObject({ status: "partPaid", paid: "10.06" });
  await w.back(id, 12);
  expect(await w.row(id)).toMatchObject({ status: "approved", paid: "0.00", unpaid: "20.07" });
  expect(await w.money(one.id)).toBe("11.29 11.29 0.00 11.29 requested executing");
  await expect(w.pay(id, 13, "20.08")).rejects.toThrow("付款金额超过请款未付金额20.07");
});

it("what is offered to be paid is what payments neither paid nor hold, to the cent", async () => {
  const po = await w.order([[3, "3.33"]], { settle_method: "cod" });
  await w.receive(po, [[0, 3]]);
  const id = await w.approved([po.id]);
  const offered = async () => {
    const { freeAmount, baseFree } = (await w.as("finance").send("GET", `${REQUEST}/${id}`)).body.data;
    return [freeAmount, baseFree];
  };
  const waits = async () => {
    const asked = { payable: "yes", size: "100" };
    const { records } = (await w.as("finance").send("GET", `${REQUEST}/page`, undefined, asked)).body.data;
    return records.some((row: { id: string }) => row.id === id);
  };
  expect(await offered()).toEqual(["11.29", "11.29"]);
  await w.pay(id, 14, "1.03");
  expect(await offered()).toEqual(["10.26", "10.26"]);
  await w.db.query("update payment_request set paying_amount = 10.25 where id = $1", [id]);
  expect(await offered()).toEqual(["0.01", "0.01"]);
  expect(await waits()).toBe(true);
  await w.db.query("update payment_request set paying_amount = 10.26 where id = $1", [id]);
  expect(await offered()).toEqual(["0.00", "0.00"]);
  expect(await waits(), "what payments under way take waits for nobody").toBe(false);
  expect((await w.as("cashier").act(REQUEST, id, "payRest")).body.msg).toBe("没有可付款金额");
});

it("what a request holds is free again when it is withdrawn, void or ended", async () => {
  const po = await w.order([[100, "10.00"]], { settle_method: "cod" });
  await w.receive(po, [[0, 100]]);
  const id = await w.draft([po.id]);
  w.good(await w.submit(id));
  expect(await w.money(po.id)).toMatch(/^1130.00 1130.00 /);
  w.good(await w.buyer.act(REQUEST, id, "withdraw"));
  expect(await w.money(po.id)).toMatch(/^1130.00 0.00 /);
  await w.submit(id);
  await w.approveAll("payment_request", REQUEST, id);
  await w.pay(id, 21, "130.00");
  const finance = w.as("finance");
  expect((await finance.act(REQUEST, id, "void", { reason: "试" })).status).toBe(409);
  w.good(await finance.act(REQUEST, id, "close"));
  expect(await w.row(id)).toMatchObject({ status: "paid", unpaid: "0.00" });
  expect(await w.money(po.id)).toBe("1130.00 130.00 130.00 1000.00 part executing");
  const next = await w.approved([po.id]);
  expect(await w.row(next)).toMatchObject({ amount: "1000.00" });
  w.good(await finance.act(REQUEST, next, "void", { reason: "试" }));
  expect(await w.money(po.id)).toMatch(/^1130.00 130.00 130.00 /);
});

it("a credit of one order is used for another", async () => {
  const po = await w.order([[100, "10.00"]], { settle_method: "cod" });
  await w.receive(po, [[0, 100]]);
  await w.pay(await w.approved([po.id]), 31, "1130.00");
  const back = await w.shipped(RETURN, po, [[0, 10]]);
  expect(await w.money(po.id)).toBe("1017.00 1130.00 1130.00 -113.00 paid completed");
  const other = await w.order([[100, "10.00"]], { settle_method: "cod" });
  await w.receive(other, [[0, 100]]);
  const form = await w.formOf([other.id]);
  const credit = (amount: string) => ({
    ...form,
    invoiceStatus: "all",
    items: [...form.items, { bizType: "offset", poId: po.id, amount }],
  });
  const much = await w.buyer.add(REQUEST, credit("-113.01"));
  expect(await said(w.submit(much.id))).toBe(`采购单${po.no}的抵扣金额不能超过应退余额113.00`);
  const { id } = await w.buyer.add(REQUEST, credit("-113.00"));
  w.good(await w.submit(id));
  await w.approveAll("payment_request", REQUEST, id);
  const account = await w.db.one<{ id: string }>(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     values ($1, 9, '工商银行', '62221234', 'CNY', true) returning id`,
    [w.companyId],
  );
  const accountId = account?.id ?? "";
  const refund = w.db.tx((sql) =>
    insert(actAs(sql), supplierRefund, supplierRefundRules, {
      supplierId: w.supplierId,
      poId: po.id,
      currency: "CNY",
      amount: "0.01",
      bizDate: today(),
      accountId,
      serialNo: "TK-1",
    }),
  );
  await expect(refund).rejects.toThrow("退款金额超过应退0.00");
  expect(await said(w.manager.act(RETURN, back, "reverse"))).toBe("退货金额已参与请款，不能撤销");
  await w.pay(id, 32, "1017.00");
  expect(await w.money(po.id)).toBe("1017.00 1130.00 1130.00 0.00 paid completed");
  expect(await w.money(other.id)).toBe("1130.00 1130.00 1130.00 0.00 paid completed");
});

it("one request has one payee, and says what it lacks", async () => {
  const po = await w.order([[10, "10.00"]]);
  const foreign = await w.supplier(7);
  const other = await w.order([[10, "10.00"]], { supplier_id: foreign });
  const form = await w.formOf([po.id]);
  const refused = async (body: object) => said(w.buyer.send("POST", REQUEST, { ...form, ...body }));
  expect(await refused({ items: [...form.items, { bizType: "po", poId: other.id, amount: "1" }] })).toBe(
    "一张请款单只能有一个收款方",
  );
  expect(await refused({ items: [...form.items, form.items[0]] })).toBe(`采购单${po.no}重复`);
  expect(await refused({ items: [{ bizType: "other", amount: "5" }] })).toBe("请填写费用说明");
  expect(await refused({ items: [{ bizType: "kolAdsFee", amount: "5", costDesc: "x" }] })).toBe(
    "测评请款和红人广告费由其来源单据生成",
  );
  expect(await refused({ payCurrency: "USD" })).toBe("请选择汇率取值");
  const rated = { payCurrency: "USD", payRateType: "request", payRate: "9", payeeAccountId: null };
  expect(await refused(rated)).toMatch(/^付款汇率9与当日汇率.*需要“使用偏差汇率”的权限$/);
  const { id } = await w.buyer.add(REQUEST, { ...form, ...rated, payRate: "7.0358" });
  // A draft from before: what it says is held against the day on which it is submitted.
  await w.db.query("update payment_request set pay_rate = 9 where id = $1", [id]);
  expect(await said(w.submit(id))).toMatch(/^付款汇率9与当日汇率.*请填写汇率说明$/);
  const late = await w.buyer.add(REQUEST, { ...form, expectPayDate: day(-1) });
  expect(await said(w.submit(late.id))).toBe("期望付款日不能早于今天");
});

it("a file has requests of one type alone", async () => {
  const token = await login(w.backend.url, "buyer");
  const file = async (query: string) => {
    const answer = await fetch(`${w.backend.url}${REQUEST}/export?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return answer.ok ? "" : answer.text();
  };
  expect(await file("requestType=full")).toBe("");
  expect(await file("requestType=full,deposit")).toContain('"msg":"不同请款类型不能一起导出"');
});
