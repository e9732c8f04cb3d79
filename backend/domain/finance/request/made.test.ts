import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ruleBook } from "#backend/engine/documents/book";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { MadeEnd, RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { syncTables } from "#backend/engine/documents/tables/table";
import { insert, permit } from "#backend/engine/documents/writing/write";
import { rules } from "#backend/engine/documents/written";
import type { Database, Sql } from "#backend/platform/db/sql";
import { now, today } from "#backend/platform/values/calendar";
import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import type { DocumentType } from "#documents/kit";
import { defineDocument, field } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { testDatabase } from "../../../../tests/harness";
import { paymentRules } from "../payment/payment";
import { createPaymentRequest } from "./made";
import { paymentRequestRules } from "./payment-request";

const fee = defineDocument({
  name: "test_fee",
  label: "红人费用单",
  module: "test",
  number: "HF",
  status: { field: "status", initial: "draft", editable: ["draft"], values: { draft: { label: "草稿" } } },
  fields: { subject: field.text("事由") },
  screens: { list: "/test/fee/index" },
});

let heard: MadeEnd[] = [];
const engine = ruleBook([fee, paymentRequest, payment], {
  test_fee: rules(fee, { onMadeEnded: async (_c, made) => void heard.push(made) }),
  payment_request: paymentRequestRules,
  payment: paymentRules,
});

let db: Database;
let buyer: { id: string; dept: string } | undefined;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [fee]);
  await uploadEvidence(db);
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 9, '招商银行', '7559000USD', 'USD', true from company where code = 'C1'`,
  );
  buyer = await db.one("select id, dept_id as dept from sys_user where username = 'buyer'");
});
beforeEach(() => {
  heard = [];
});
afterAll(() => db.close());

const as = (sql: Sql): RuleContext => ({
  ...actAs(sql, { userId: buyer?.id ?? "", deptId: buyer?.dept ?? null }),
  ...engine,
});

/** A fee and the request that it made. */
async function made(sql: Sql) {
  const own = await insert(as(sql), fee, {}, { subject: "视频费" });
  const owner = { document: "test_fee", id: own.id, no: String(own.no) };
  const request = await createPaymentRequest(
    as(sql),
    {
      bizType: "kolAdsFee",
      currency: "USD",
      amount: "150.00",
      expectPayDate: "2020-01-01",
      payee: { payeeName: "Star", accountName: "Star", bankName: "Example Bank", accountNo: "US12345678" },
    },
    { owner },
  );
  const row = () => lockWhole(as(sql), paymentRequest, request.id, { anyScope: true });
  return { ...request, owner, row };
}

async function approve(sql: Sql, id: string) {
  for (;;) {
    const task = await sql.one<{ who: string }>(
      `select t.candidates[1]::text as who from act_task t join act_instance i on i.id = t.instance_id
       where i.biz_type = 'payment_request' and i.biz_id = $1 and t.status = 'todo' limit 1`,
      [id],
    );
    if (!task) return;
    const c = { ...actAs(sql, { userId: task.who }), ...engine };
    await perform(c, paymentRequest, id, "approve", {}, { trusted: true });
  }
}

it("a document asks for money, hears when and by which transfers it was paid, and that it came back", async () => {
  const { id, no, owner } = await db.tx(async (sql) => {
    const { row, ...own } = await made(sql);
    const whole = await row();
    expect(whole).toMatchObject({
      status: "auditing",
      requestType: "other",
      payeeType: "other",
      amount: "150.00",
      currency: "USD",
      payAmount: "150.00",
      expectPayDate: today(),
      makerText: `红人费用单${own.owner.no}`,
      items: [{ bizType: "kolAdsFee", bizNo: own.owner.no }],
    });
    for (const operation of ["edit", "del"])
      expect(() => permit(new Set([`finance_request_${operation}`]), paymentRequest, operation, whole)).toThrow(
        `由红人费用单${own.owner.no}生成，不能手工修改或删除`,
      );
    await approve(sql, own.id);
    return own;
  });
  const about = { document: "payment_request", id, no, makerId: owner.id };
  expect(heard).toEqual([{ ...about, event: "approved" }]);

  const receiptFiles = [evidence("cashier", "document")];
  const paidTime = now();
  const cashier = (sql: Sql) => ({ ...actAs(sql), ...engine });
  const act = (paymentId: string, action: "pay" | "fail", input: RuleValues) =>
    db.tx((sql) => perform<DocumentType, string>(cashier(sql), payment, paymentId, action, input, { trusted: true }));
  const pay = async (settleAmount: string, serialNo: string) => {
    const values = { requestId: id, settleAmount, payMethod: "tt" as const };
    const one = await db.tx((sql) => insert(cashier(sql), payment, paymentRules, values));
    await act(one.id, "pay", { paidTime, serialNo, receiptFiles });
    return one.id;
  };
  await pay("50.00", "BK-1");
  expect(heard).toHaveLength(1);
  const last = await pay("100.00", "BK-2");
  const values = {
    paidAmount: "150.00",
    paidTime,
    serialNos: ["BK-1", "BK-2"],
    receiptFiles: [...receiptFiles, ...receiptFiles],
  };
  expect(heard.slice(1)).toEqual([{ ...about, event: "paid", values }]);
  await act(last, "fail", { reason: "账号有误", failDate: today(), failFiles: receiptFiles });
  expect(heard.slice(2)).toEqual([{ ...about, event: "failed" }]);
  expect(await db.query("select 1 from ap_entry where biz_document = 'payment'")).toEqual([]);
});

it("taken back it is void, and its maker may make a new one", () =>
  db.tx(async (sql) => {
    const { id, owner, row } = await made(sql);
    await perform(as(sql), paymentRequest, id, "withdraw", {}, { trusted: true });
    expect((await row()).status).toBe("void");
    expect(heard).toMatchObject([{ makerId: owner.id, event: "returned" }]);
  }));
