import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { postTradeFacts } from "#backend/ledgers/facts/post";
import { today } from "#backend/platform/values/calendar";
import { paymentRequest } from "#documents/finance/payment-request";
import { remainOf } from "./application/used";
import { type Money, openMoney } from "./money.testing";

let p: Money;
beforeAll(async () => {
  p = await openMoney();
});
// One application per ASIN and time: those of other tests are out of the way.
beforeEach(async () => {
  await p.db.query("update evaluation_application set del_flag = 1");
});
afterAll(() => p?.db.close());

const PRICES = ["38.51", "38.51", "38.51", "38.51", "38.51", "38.51", "35.99", "35.99"];

/** The platform says that an order came back. */
async function returns(no: string) {
  const platform = await p.db.one<{ id: string; day: string }>(
    "select id, purchase_day::text as day from platform_order where platform_order_no = $1",
    [no],
  );
  await p.db.tx((sql) =>
    postTradeFacts(sql, [
      {
        sourceType: "platformRefund",
        sourceNo: no,
        bizDate: platform?.day ?? "",
        storeId: p.storeId,
        sellerSku: "S-A100",
        column: "refund_units",
        amount: "1",
      },
    ]),
  );
  await p.rematch([platform?.id ?? ""]);
}

const states = async (ids: readonly string[]) =>
  (
    await p.db.query<{ status: string; n: string }>(
      `select status, count(*)::text as n from evaluation_order where id = any($1::bigint[])
       group by 1 order by 1`,
      [ids],
    )
  ).map((r) => `${r.status} ${r.n}`);

/** A fee to be paid for orders, confirmed by the leader. */
async function confirmedFee(resourceId: string, orders: readonly string[]) {
  const { id } = await p.add("rebate", {
    direction: "pay",
    resourceId,
    periodStart: today(),
    periodEnd: today(),
    items: orders.map((orderId) => ({ orderId })),
  });
  await p.act("rebate", id, "submit");
  await p.leads("rebate", id, "confirm");
  return id;
}

test("scenario 3: seven orders are refunded, asked for with their fee, paid, sent back and paid again", async () => {
  const { resourceId, applicationId, taskId, orders } = await p.bought("R012", PRICES);
  const [gone, ...rest] = orders;
  await returns(gone?.no ?? "");
  await p.act("evaluation_order", gone?.id ?? "", "markAbnormal", { abnormalReason: "returned" });
  const ids = await p.checks(rest);
  expect(await p.refused(p.refundOf([...ids, gone?.id ?? ""]))).toMatch(/^存在不可返款的测评订单 CPDD\d{10}$/);
  const { id } = await p.from("eva_refund", { evaluationId: taskId });
  expect(await p.read("eva_refund", id)).toMatchObject({
    status: "draft",
    orderCount: 7,
    goodsAmount: "264.53",
    handlingRate: "3.00",
    feeAmount: "7.94",
    totalAmount: "272.47",
    currency: "USD",
    resourceId,
  });
  expect(await states(ids)).toEqual(["refunding 7"]);
  expect(await p.refused(p.refundOf(ids.slice(0, 1)))).toMatch(/^存在不可返款的测评订单 CPDD/);

  await p.act("eva_refund", id, "submit");
  expect(await p.refused(p.act("eva_refund", id, "verify"))).toBe("不能核对本人创建的返款单");
  await p.leads("eva_refund", id, "verify", { note: "逐单核对" });
  expect(await p.read("eva_refund", id)).toMatchObject({
    status: "verified",
    verifyBy: p.lead.id,
    verifyNote: "逐单核对",
    payMethod: "bank",
    payeeName: "Panel Ltd",
    payeeTail: "**** 9012",
    payeeAccount: "已设置",
    exchangeRate: "7.15000000",
    amountCny: "1948.16",
  });

  const fee = await confirmedFee(resourceId, ids);
  const request = await p.requestOf([id], [fee]);
  expect(await p.read("eva_request", request.id)).toMatchObject({
    requestType: "mixed",
    amount: "314.47",
    currency: "USD",
    resourceId,
    shares: [{ applicationId, amount: "314.47" }],
    items: [
      { sourceType: "refund", refundId: id, amount: "272.47", applicationId },
      { sourceType: "rebate", rebateId: fee, amount: "42.00", applicationId },
    ],
  });
  expect(await p.refused(p.act("eva_refund", id, "void", { reason: "重复" }))).toBe("已请款，不能作废");
  await p.act("eva_request", request.id, "submit");
  expect(await p.refused(p.act("eva_refund", id, "void", { reason: "重复" }))).toBe("已请款，不能作废");
  expect(await p.refused(p.requestOf([id]))).toMatch(/^单据 CPFK\d{10} 已请款$/);
  expect(await p.read("eva_request", request.id)).toMatchObject({
    status: "auditing",
    amountCny: "2248.46",
    payeeTail: "**** 9012",
  });
  const used = async () => {
    const { usedAmount } = await p.read("evaluation_application", applicationId);
    return [usedAmount, await p.db.tx((sql) => remainOf(p.as(sql), applicationId))];
  };
  expect(await used()).toEqual(["314.47", "130.63"]);

  await p.agreed(request.id);
  const finance = await p.financeOf(request.id);
  expect(finance).toMatchObject({ status: "auditing", amount: "314.47" });
  const payment = await p.pays(finance.id, "314.47");
  const after = async () => ({
    request: (await p.read("eva_request", request.id)).status,
    refund: (await p.read("eva_refund", id)).status,
    rebate: (await p.read("rebate", fee)).status,
    orders: await states(ids),
    used: await used(),
  });
  const done = {
    request: "paid",
    refund: "paid",
    rebate: "settled",
    orders: ["refunded 7"],
    used: ["314.47", "130.63"],
  };
  expect(await after()).toEqual(done);
  const row = await p.read("eva_request", request.id);
  expect(row).toMatchObject({ paidAmount: "314.47", financeNo: finance.no });
  expect(row.voucher).toHaveLength(1);
  expect((await p.read("eva_refund", id)).voucher).toHaveLength(1);
  const cost = [{ no: row.no, day: today(), sku: "S-A100", amount: "2248.46" }];
  expect((await p.facts()).map((f) => ({ ...f, amount: Number(f.amount).toFixed(2) }))).toEqual(cost);

  await p.fails(payment);
  expect(await after()).toEqual({
    request: "approved",
    refund: "requested",
    rebate: "requested",
    orders: ["refunding 7"],
    used: ["314.47", "130.63"],
  });
  expect(await p.facts()).toEqual([]);
  await p.pays(finance.id, "314.47");
  expect(await after()).toEqual(done);
  expect((await p.facts()).map((f) => Number(f.amount).toFixed(2))).toEqual(["2248.46"]);

  await p.act("evaluation", taskId, "finish");
  expect(await p.read("evaluation", taskId)).toMatchObject({ returnedQty: 2, refundedQty: 7 });
  const resource = await p.db.one(
    `select count(*)::int as total, count(*) filter (where status = 'refunded')::int as completed,
       count(*) filter (where status = 'abnormal')::int as abnormal
     from evaluation_order where resource_id = $1`,
    [resourceId],
  );
  expect(resource).toEqual({ total: 8, completed: 7, abnormal: 1 });
  await p.act("evaluation_application", applicationId, "complete");
});

test("what came back is refused when it is verified too; a dropped or voided order is checked again", async () => {
  const { orders, taskId } = await p.bought("R021", ["38.51", "38.51", "20.00"]);
  const ids = await p.checks(orders);
  const { id } = await p.refundOf(ids);
  await p.act("eva_refund", id, "submit");
  await returns(orders[1]?.no ?? "");
  const stray = await p.read("evaluation_order", ids[1] ?? "");
  expect(await p.refused(p.leads("eva_refund", id, "verify"))).toBe(`订单 ${stray.no} 已退货，请移除`);
  await p.leads("eva_refund", id, "reject", { reason: "有退货订单" });
  const first = await p.lineOf(id, ids[0] ?? "");
  const edit = (items: object[]) => p.edit("eva_refund", id, { items });
  expect(await p.refused(edit([{ ...first, refundAmount: "38.52" }]))).toBe("返款金额须大于0，且不超过实付38.51");
  expect(await p.refused(edit([{ ...first, refundAmount: "30.00" }]))).toBe("返款金额少于实付，请填写差异原因");
  expect(await p.refused(edit([first, first]))).toBe("测评订单重复");
  await edit([{ ...first, refundAmount: "30.00", diffReason: "配件缺失" }]);
  expect(await p.read("eva_refund", id)).toMatchObject({
    status: "rejected",
    orderCount: 1,
    goodsAmount: "30.00",
    feeAmount: "0.90",
    totalAmount: "30.90",
  });
  expect(await states(ids)).toEqual(["checked 2", "refunding 1"]);
  expect((await p.read("evaluation_order", ids[2] ?? "")).refundNo).toBeNull();
  await p.act("eva_refund", id, "submit");
  await p.leads("eva_refund", id, "verify");
  await p.act("eva_refund", id, "void", { reason: "重复生成" });
  expect(await states(ids)).toEqual(["checked 3"]);
  expect(await p.read("evaluation", taskId)).toMatchObject({ checkedQty: 3, refundingQty: 0 });
  await p.verified(ids.slice(2));
});

test("a request keeps to the budget to the cent, and may be withdrawn, refused and made anew", async () => {
  const prices = [...Array.from({ length: 9 }, () => "43.00"), "45.15"];
  const { applicationId, orders } = await p.bought("R022", prices);
  const refundId = await p.verified(await p.checks(orders));
  expect((await p.read("eva_refund", refundId)).totalAmount).toBe("445.11");
  const { id } = await p.requestOf([refundId]);
  expect(await p.refused(p.act("eva_request", id, "submit"))).toBe("超出测评申请剩余预算 445.10");
  await p.act("eva_request", id, "void", { reason: "超出预算" });
  await p.act("eva_refund", refundId, "void", { reason: "超出预算" });
  const { id: less } = await p.refundOf(orders.slice(1).map((o) => o.id));
  await p.act("eva_refund", less, "submit");
  await p.leads("eva_refund", less, "verify");
  const request = await p.requestOf([less]);
  const used = async () => (await p.read("evaluation_application", applicationId)).usedAmount;
  await p.act("eva_request", request.id, "submit");
  expect(await used()).toBe("400.82");
  await p.act("eva_request", request.id, "withdraw");
  expect([await used(), (await p.read("eva_refund", less)).status]).toEqual(["0.00", "verified"]);
  await p.act("eva_request", request.id, "submit");
  await p.agreed(request.id);
  const finance = await p.financeOf(request.id);
  await p.db.tx((sql) => perform(p.as(sql), paymentRequest, finance.id, "withdraw", {}, { trusted: true }));
  expect((await p.read("eva_request", request.id)).status).toBe("rejected");
  expect([await used(), (await p.read("eva_refund", less)).status]).toEqual(["0.00", "verified"]);
  await p.act("eva_request", request.id, "submit");
  await p.agreed(request.id);
  const again = await p.financeOf(request.id);
  expect(again.no).not.toBe(finance.no);
  await p.pays(again.id, "400.82");
  expect((await p.read("eva_refund", less)).status).toBe("paid");
});

test("two at once: one refund of an order, one request of what is left of a budget", async () => {
  const { applicationId, orders } = await p.bought("R023", ["150.00", "150.00", "60.00", "60.00"]);
  const ids = await p.checks(orders);
  const both = await Promise.all([0, 1, 2, 3].map(() => p.refused(p.refundOf(ids.slice(0, 2)))));
  expect(both.filter((t) => t === "done")).toHaveLength(1);
  for (const said of both.filter((t) => t !== "done"))
    expect(said).toMatch(/^存在不可返款的测评订单 CPDD\d{10}$|已在返款单 CPFK\d{10} 中$/);
  const { id } = (await p.db.one<{ id: string }>(
    "select id from eva_refund where status = 'draft' and del_flag = 0 order by id desc limit 1",
  )) ?? { id: "" };
  await p.act("eva_refund", id, "submit");
  await p.leads("eva_refund", id, "verify");
  const other = await p.verified(ids.slice(2));
  // 309.00 and 123.60 of 445.10: made smaller, so that one alone goes in.
  await p.db.query("update evaluation_application set budget_amount = 400 where id = $1", [applicationId]);
  const requests = [await p.requestOf([id]), await p.requestOf([other]), await p.requestOf([id])];
  const tries = await Promise.all(requests.map((r) => p.refused(p.act("eva_request", r.id, "submit"))));
  expect(tries.filter((t) => t === "done")).toHaveLength(1);
  const held = await p.db.one<{ used: string; fits: boolean }>(
    `select used_amount::text as used, used_amount <= budget_amount as fits
     from evaluation_application where id = $1`,
    [applicationId],
  );
  expect(held?.fits).toBe(true);
  expect(["309.00", "123.60"]).toContain(held?.used);
});
