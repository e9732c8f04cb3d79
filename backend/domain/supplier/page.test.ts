import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ordering, openOrdering } from "../purchase/order/purchase-order.testing";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
});
afterAll(() => w?.close());

it("shows orders and what is open, entries of the ledger, how good and punctual the supplier is", async () => {
  const supplierId = w.suppliers[2] as string;
  const id = await w.approved([[1, 10, "300.00"]], { supplierId });
  const supplier = (who: string) => w.o.as(who).read("/supplier/supplier", supplierId);
  const seen = await supplier("buyer");
  expect(seen).toMatchObject({
    openPoAmount: "3390.00",
    apBalance: "0.00",
    rates: { passRate: null, onTimeRate: null },
    tabs: { orders: [{ id, status: "approved", totalQty: 10, orderAmount: "3390.00" }] },
  });
  const [order] = (await supplier("logistics")).tabs.orders;
  expect(order).toMatchObject({ id });
  expect(order).not.toHaveProperty("orderAmount");
  const deliver = (qty: number, date: string) =>
    w.db.query(
      `with h as (insert into delivery (no, status, supplier_id, expect_arrive_date)
         values ('SH-' || $4, 'shipped', $1, $4::date) returning id)
       insert into delivery_line (delivery_id, line_no, po_line_id, sku_id, qty)
       select h.id, 1, l.id, l.sku_id, $3 from h, purchase_order_line l
       where l.purchase_order_id = $2`,
      [supplierId, id, qty, date],
    );
  await deliver(3, "2098-12-31");
  await deliver(1, "2099-01-02");
  await w.db.query("update purchase_order_line set signed_qty = 8, pass_qty = 6 where purchase_order_id = $1", [id]);
  expect((await supplier("buyer")).rates).toEqual({ passRate: 0.75, onTimeRate: 0.75 });
  expect(seen.tabs.entries).toEqual([]);
  await w.db.query(
    `insert into ap_entry (supplier_id, po_id, biz_type, currency, amount, base_amount, balance, biz_date,
       biz_document, biz_id, biz_no)
     values ($1, $2, 'receipt', 'CNY', 33.9, 33.9, 33.9, current_date, 'wms_sign', 1, 'QS1')`,
    [supplierId, id],
  );
  expect((await supplier("finance")).tabs.entries).toMatchObject([
    { bizType: "receipt", amount: "33.90", poId: id, bizNo: "QS1" },
  ]);
  expect((await supplier("logistics")).tabs.entries).toBeNull();

  await w.db.query(
    `insert into ap_entry (supplier_id, po_id, biz_type, currency, amount, base_amount, balance, biz_date,
       biz_document, biz_id, biz_no)
     select $1, $2, 'receipt', currency, amount, base, amount, current_date, 'wms_sign', 1, 'QS1'
     from (values ('USD', 100, 712.5), ('USD', -40, -285), ('JPY', 9, 0.4), ('JPY', -9, -0.4))
       as x(currency, amount, base)`,
    [supplierId, id],
  );
  expect((await supplier("buyer")).balances).toEqual([
    { currency: "CNY", amount: "33.90", baseAmount: "33.90" },
    { currency: "USD", amount: "60.00", baseAmount: "427.50" },
  ]);
  expect((await supplier("logistics")).balances).toBeNull();
});
