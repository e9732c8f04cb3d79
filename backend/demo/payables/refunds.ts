import type { Sql } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { supplierRefund } from "#documents/finance/payables/supplier-refund";
import { act, asSystem, draft, personAt, startFrom } from "../acting";
import { uploadSample } from "../sample-files";

/** An order whose deposit was paid and of which nothing was sent: its last payment came first. */
const unsent = (sql: Sql) =>
  sql.one<{ id: string }>(
    `select o.id from purchase_order o
     where o.status = 'executing' and o.paid_amount > 0 and o.payable_amount = 0
       and o.requested_amount = o.paid_amount and not exists (
         select 1 from purchase_order_line l
         where l.purchase_order_id = o.id and l.delivered_qty + l.signed_qty > 0)
     order by o.paid_amount, o.id limit 1`,
  );

/** Its supplier cannot deliver: the order is closed, and half of the deposit came back, after a slip. */
export async function insertRefunds(sql: Sql, today: string): Promise<number> {
  const c = asSystem(sql);
  const order = await unsent(sql);
  if (!order) return 0;
  // What was to be sent of it is given up first.
  await sql.query(
    `update delivery d set status = 'void' from delivery_line l, purchase_order_line p
     where l.delivery_id = d.id and p.id = l.po_line_id and p.purchase_order_id = $1 and d.status = 'draft'`,
    [order.id],
  );
  const manager = await personAt({ ...c, confirmed: true }, "purchase_manager");
  await act(manager, "purchase_order", order.id, "close", { reason: "供应商停产，不能交货" });
  const finance = await personAt(c, "finance");
  const form = await startFrom(finance, supplierRefund, { poId: order.id });
  const half = dec(String(form.amount)).div(2).toFixed(2);
  const receiptFiles = [await uploadSample(finance, "document", "退款回单.pdf")];
  const refund = async (serialNo: string) =>
    draft(finance, supplierRefund, { ...form, amount: half, bizDate: today, serialNo, receiptFiles });
  const slip = await refund("TK0000001");
  await act(finance, supplierRefund.name, slip.id, "reverse", { reason: "银行流水号录错" });
  await refund("TK0000007");
  return 2;
}
