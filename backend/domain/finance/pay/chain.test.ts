import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { given } from "../../../../tests/given";
import { type Bank, openBank } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

/** Two balances in USD at 7.1523, as payments of one merge that waits for its OA payment. */
async function submitted(nos: [string, string]) {
  const orders = [await bank.order(nos[0], "734.50"), await bank.order(nos[1], "920.27")] as const;
  const ask = (poId: string, amount: string, payAmount: string) =>
    bank.request({
      payCurrency: "USD",
      payRateType: "request",
      payRate: "7.1523",
      payAmount,
      lines: [{ amount, poId }],
    });
  const requests = [await ask(orders[0], "734.50", "102.69"), await ask(orders[1], "920.27", "128.67")] as const;
  const payments = [await bank.pays(requests[0]), await bank.pays(requests[1])] as const;
  const merged = await bank.merge(payments.map((p) => p.id));
  await bank.act("cashier", "merged", merged.id, "submit");
  const { oaPaymentId } = await bank.read("merged", merged.id);
  return { orders, requests, payments, merged, oaId: String(oaPaymentId) };
}

describe("merged payments in a foreign currency", () => {
  let chain: Awaited<ReturnType<typeof submitted>>;
  beforeAll(async () => {
    chain = await submitted(["CG77000001", "CG77000002"]);
  });

  it("are paid in one transfer of their sum, released by one OA payment", async () => {
    const { payments, merged, oaId } = chain;
    const [first, second] = [await bank.read("payment", payments[0].id), await bank.read("payment", payments[1].id)];
    expect([first.payAmount, second.payAmount]).toEqual(["102.69", "128.67"]);
    expect([first.status, second.status]).toEqual(["merged", "merged"]);
    const whole = await bank.read("merged", merged.id);
    expect(whole).toMatchObject({ payAmount: "231.36", memberCount: 2, status: "submitted" });
    expect(await bank.read("oa", oaId)).toMatchObject({
      status: "auditing",
      payAmount: "231.36",
      baseAmount: "1653.76",
      sourceType: "merged",
      payAmountCn: "贰佰叁拾壹元叁角陆分",
      sourceText: `合并付款单${merged.no}`,
    });
  });

  it("settle orders, requests, payables and the merge at once, with the difference of rates", async () => {
    const { orders, requests, payments, merged, oaId } = chain;
    await bank.act("finance", "oa", oaId, "approve");
    expect((await bank.read("merged", merged.id)).status).toBe("approved");
    await expect(bank.act("finance", "oa", oaId, "pay", bank.transfer())).rejects.toThrow("审批人不能付款");
    const transfer = bank.transfer({ baseRate: "7.1480", bankFee: "5.00", feeBearer: "us" });
    await bank.act("cashier", "oa", oaId, "pay", transfer);
    const found = await Promise.all(payments.map((p) => bank.read("payment", p.id)));
    expect(found.map((p) => [p.status, p.baseAmount, p.fxDiff, p.serialNo])).toEqual([
      ["paid", "734.03", "0.47", transfer.serialNo],
      ["paid", "919.73", "0.54", transfer.serialNo],
    ]);
    expect(await bank.read("merged", merged.id)).toMatchObject({
      status: "paid",
      serialNo: transfer.serialNo,
      bankFee: "5.00",
      paidTime: found[0]?.paidTime,
    });
    for (const requestId of requests)
      expect(await bank.requested(requestId)).toMatchObject({ status: "paid", paying: "0.00" });
    for (const poId of orders) expect(await bank.balance(poId)).toBe("0.00");
    await expect(bank.act("cashier", "oa", oaId, "pay", transfer)).rejects.toThrow("已付款状态不能确认付款");
  });

  it("come back whole when the bank returns the transfer", async () => {
    const { orders, requests, payments, merged, oaId } = chain;
    await expect(bank.act("finance", "payment", payments[0].id, "fail", bank.bounce())).rejects.toThrow(
      /^请在OA付款单OA\d+退票$/,
    );
    await bank.act("finance", "oa", oaId, "fail", bank.bounce());
    for (const paper of [await bank.read("oa", oaId), await bank.read("merged", merged.id)])
      expect(paper).toMatchObject({ status: "failed", failReason: "账号有误" });
    expect((await bank.read("payment", payments[1].id)).status).toBe("failed");
    for (const requestId of requests)
      expect(await bank.requested(requestId)).toMatchObject({ status: "approved", paid: "0.00", paying: "0.00" });
    expect(await bank.balance(orders[0])).toBe("734.50");
    expect(await bank.balance(orders[1])).toBe("920.27");
    const again = await bank.pays(requests[0]);
    expect(await bank.read("payment", again.id)).toMatchObject({ status: "pending", payAmount: "102.69" });
  });
});

it("an OA payment that is taken back, rejected or voided leaves its merge a draft", async () => {
  const { merged, payments, oaId } = await submitted(["CG77000003", "CG77000004"]);
  const submitAgain = async () => {
    await bank.act("cashier", "merged", merged.id, "submit");
    return String((await bank.read("merged", merged.id)).oaPaymentId);
  };
  const freed = async (id: string) => {
    expect((await bank.read("oa", id)).status).toBe("void");
    const left = await bank.read("merged", merged.id);
    expect([left.status, left.oaPaymentId]).toEqual(["draft", null]);
    expect((await bank.read("payment", payments[0].id)).status).toBe("merged");
  };
  await bank.act("cashier", "oa", oaId, "withdraw");
  await freed(oaId);
  const second = await submitAgain();
  await bank.act("finance", "oa", second, "reject", { comment: "金额有疑问" });
  await freed(second);
  const third = await submitAgain();
  await bank.act("finance", "oa", third, "approve");
  await bank.act("finance", "oa", third, "void", { reason: "改为单笔付款" });
  await freed(third);
  await bank.act("cashier", "merged", merged.id, "void", { reason: "不合并了" });
  expect(given(await bank.read("payment", payments[0].id))).toMatchObject({ status: "pending", mergedId: null });
});
