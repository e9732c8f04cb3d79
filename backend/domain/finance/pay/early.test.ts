import { afterAll, beforeAll, expect, it } from "vitest";
import { readPage } from "#backend/engine/documents/lifecycle/reasons";
import { documentNamed } from "#documents";
import { permissionOf } from "#documents/kit";
import { earlyPayment } from "./guards";
import { type Bank, openBank, type Paper } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

const PAPERS = { merged: "merged_payment", oa: "oa_payment" } as const;

const warned = (paper: keyof typeof PAPERS & Paper, id: string) =>
  bank.db.tx(async (sql) => {
    const document = documentNamed(PAPERS[paper]);
    const own = bank.as(sql, "cashier");
    const codes = ["view", "pay", "submit", "edit"].map((o) => permissionOf(document, o));
    const c = { ...own, caller: { ...own.caller, permissions: new Set(codes) } };
    const page = await readPage(c, document, c.book.get(document.name)?.rules ?? {}, id);
    return page.warned;
  });

it("a merge and its OA payment say which of their requests are not due yet", async () => {
  const requests = [
    await bank.request({ lines: [{ amount: "10.00" }] }),
    await bank.request({ lines: [{ amount: "11.00" }] }),
  ];
  const payments = [];
  for (const request of requests) payments.push(await bank.pays(request));
  const { id } = await bank.merge(payments.map((p) => p.id));
  expect(await warned("merged", id)).toEqual({});
  const due = await bank.db.one<{ no: string; day: string }>(
    `update payment_request set due_date = current_date + 30 where id = $1
     returning no, due_date as day`,
    [requests[1]],
  );
  const said = `请款单${due?.no}应付到期日${due?.day}未到，属于提前付款`;
  expect(await warned("merged", id)).toEqual({ submit: said });
  await bank.act("cashier", "merged", id, "submit");
  const oaId = String((await bank.read("merged", id)).oaPaymentId);
  await bank.act("finance", "oa", oaId, "approve");
  expect(await warned("oa", oaId)).toEqual({ pay: said });
});

it("of many that are early three are named", () => {
  const dues = ["A", "B", "C", "D"].map((requestNo) => ({ requestNo, dueDate: "2999-01-01" }));
  expect(earlyPayment(dues)).toMatch(/请款单C应付到期日2999-01-01等4张未到，属于提前付款$/);
  expect(earlyPayment(dues.slice(0, 1))).toBe("应付到期日2999-01-01未到，属于提前付款");
  expect(earlyPayment([{ requestNo: "A", dueDate: null }])).toBeUndefined();
});
