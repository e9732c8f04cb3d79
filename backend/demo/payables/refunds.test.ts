import { expect, test } from "vitest";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { seeded } from "../demo.testing";

test("half of a deposit came back to an account of ours, entered once", async () => {
  const db = await seeded();
  const refunds = await db.query(
    `select f.status, a.currency = f.currency as own, o.status as "order",
       o.refund_due_amount + f.amount = o.paid_amount as due
     from supplier_refund f join company_account a on a.id = f.account_id
       join purchase_order o on o.id = f.po_id order by f.id`,
  );
  expect(refunds).toMatchObject([
    { status: "reversed", own: true, order: "closed" },
    { status: "done", own: true, order: "closed", due: true },
  ]);
  expect(await payablesFaults(db)).toEqual([]);
});
