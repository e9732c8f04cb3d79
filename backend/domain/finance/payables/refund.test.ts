import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { insert } from "#backend/engine/documents/writing/write";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { today } from "#backend/platform/values/calendar";
import { supplierRefund } from "#documents/finance/payables/supplier-refund";
import { actAs } from "../../../../tests/acting";
import { evidence } from "../../../../tests/evidence";
import { openPayables } from "./payables.testing";
import { supplierRefundRules } from "./refund";

let s: Awaited<ReturnType<typeof openPayables>>;
/** Accounts of ours. */
const accounts: Record<string, string | undefined> = {};
beforeAll(async () => {
  s = await openPayables();
  for (const currency of ["CNY", "USD"])
    accounts[currency] = (
      await s.db.one<{ id: string }>(
        `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
         select min(id), 9, '工商银行', '6222' || $1, $1, true from company returning id`,
        [currency],
      )
    )?.id;
});
afterAll(() => s?.close());

let serial = 0;
const refund = (supplierId: string, amount: string, more = {}) =>
  s.db.tx((sql) => {
    serial += 1;
    return insert(actAs(sql), supplierRefund, supplierRefundRules, {
      supplierId,
      currency: "CNY",
      amount,
      bizDate: today(),
      accountId: accounts.CNY,
      serialNo: `S${serial}`,
      receiptFiles: [evidence("finance", "document")],
      ...more,
    });
  });

const balance = async (supplierId: string) =>
  (
    await s.db.one<{ balance: string }>("select balance::text as balance from ap_account where supplier_id = $1", [
      supplierId,
    ])
  )?.balance;

test("what came back is entered once, and can be taken back", async () => {
  const id = await s.supplier("多付供应商");
  await s.post(id, "CNY", "1", [
    ["receipt", "60.00", "2026-02-01"],
    ["payment", "-100.00", "2026-02-02"],
  ]);
  await expect(refund(id, "40.01")).rejects.toThrow("退款金额超过应退40.00");
  await expect(refund(id, "1.00", { bizDate: today(1) })).rejects.toThrow("到账日期不能晚于今天");
  await expect(refund(id, "1.00", { accountId: accounts.USD })).rejects.toThrow("收款账户币种与退款币种不一致");
  const made = await refund(id, "40.00", { serialNo: "BK-1" });
  expect(await balance(id)).toBe("0.00");
  await expect(refund(id, "0.01")).rejects.toThrow("退款金额超过应退0.00");
  await s.db.tx((sql) =>
    perform(actAs(sql), supplierRefund, made.id, "reverse", { reason: "记错" }, { trusted: true }),
  );
  expect(await balance(id)).toBe("-40.00");
  await refund(id, "15.00", { serialNo: "BK-1" });
  await expect(refund(id, "15.00", { serialNo: "BK-1" })).rejects.toThrow("银行流水号已存在");
  expect(await balance(id)).toBe("-25.00");
});

test("of many at once no more comes back than was paid too much", async () => {
  const id = await s.supplier("并发退款供应商");
  await s.post(id, "CNY", "1", [["payment", "-50.00", "2026-02-02"]]);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => refund(id, "15.00")));
  expect(all.filter((r) => r.status === "fulfilled")).toHaveLength(3);
  for (const r of all) if (r.status === "rejected") expect(String(r.reason.message)).toBe("退款金额超过应退5.00");
  expect(await balance(id)).toBe("-5.00");
  expect(await payablesFaults(s.db)).toEqual([]);
});
