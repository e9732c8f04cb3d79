import { afterAll, beforeAll, expect, it } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { page } from "#backend/engine/documents/reading/list";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { payment } from "#documents/finance/payment";
import { type Bank, openBank } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

it("nobody reads a whole account number, in page or list, but by asking, which is kept", async () => {
  const { id } = await bank.pays(await bank.request({ lines: [{ amount: "10.00" }] }));
  const query = { current: 1, size: 10 };
  for (const permissions of [new Set<string>(), new Set(["supplier_bank_view"])])
    await bank.db
      .tx(async (sql) => {
        const c = bank.as(sql, "cashier");
        const caller = { ...c, caller: { ...c.caller, permissions } };
        expect((await readDocument(caller, payment, {}, id)).accountNo).toBe("**** 1234");
        const { records } = await page(caller, payment, query, {});
        expect(records.map((r) => r.accountNo)).toEqual(["**** 1234"]);
        const ask = perform(caller, payment, id, "unmask", { why: "核对回单" });
        if (permissions.size) await expect(ask).resolves.toMatchObject({ told: "户名　工商银行　62220000001234" });
        else await expect(ask).rejects.toMatchObject({ status: 403 });
      })
      .catch((error: unknown) => {
        if (permissions.size) throw error;
      });
  const kept = await bank.db.query<{ action: string; diff: object }>(
    "select action, diff from sys_oper_log where biz_type = 'payment' and biz_id = $1 and action like '查看%'",
    [id],
  );
  expect(kept).toMatchObject([{ action: "查看完整账号", diff: { why: [null, "核对回单"] } }]);
});
