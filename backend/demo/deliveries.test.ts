import { beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "./demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
});

/** Rows that break a rule of supply.md 3; every rule must find none. */
const RULES: [rule: string, sql: string][] = [
  [
    "planQty of an order line is that of its live plans",
    `select p.id from purchase_order_line p where p.plan_qty <> coalesce((
       select sum(case when h.status = 'closed' then l.delivered_qty else l.plan_qty end)
       from delivery_plan_line l join delivery_plan h on h.id = l.delivery_plan_id
       where l.po_line_id = p.id and h.status not in ('draft', 'void')), 0)`,
  ],
  [
    "deliveredQty of an order line is that of its live deliveries",
    `select p.id from purchase_order_line p where p.delivered_qty <> coalesce((
       select sum(case when h.status in ('signed', 'closed') then l.signed_qty else l.qty end)
       from delivery_line l join delivery h on h.id = l.delivery_id
       where l.po_line_id = p.id and h.status not in ('draft', 'void')), 0)`,
  ],
  [
    "no more is planned or delivered than ordered",
    "select id from purchase_order_line where plan_qty > qty or delivered_qty > qty",
  ],
  [
    "plans and deliveries name orders of their supplier and warehouse, running ones while they run",
    `select h.no from delivery h join delivery_line l on l.delivery_id = h.id
       join purchase_order_line p on p.id = l.po_line_id
       join purchase_order o on o.id = p.purchase_order_id
     where (h.status in ('draft', 'shipped', 'partSigned') and o.status <> 'executing')
       or o.status not in ('executing', 'completed', 'closed') or o.supplier_id <> h.supplier_id
       or o.warehouse_id <> h.warehouse_id
     union all
     select t.no from delivery_plan t join purchase_order o on o.id = t.po_id
     where (t.status in ('draft', 'confirmed', 'partDelivered') and o.status <> 'executing')
       or o.status not in ('executing', 'completed', 'closed') or o.supplier_id <> t.supplier_id`,
  ],
  [
    "the state of a plan is that of its deliveries",
    `select no from delivery_plan where
       (status = 'confirmed' and delivered_qty > 0)
       or (status = 'partDelivered' and (delivered_qty = 0 or delivered_qty >= total_qty))
       or (status = 'delivered' and delivered_qty < total_qty)
       or (status in ('draft', 'void') and delivered_qty > 0)`,
  ],
  [
    "an order owes what it received, less what went back, and its entries say so",
    `select o.no from purchase_order o left join ap_entry e on e.po_id = o.id
       and e.biz_type not in ('payment', 'paymentReverse', 'offset', 'refund') group by o.id
     having coalesce(sum(e.amount), 0) <> o.payable_amount
       or (o.receipt_amount > 0 and o.payable_amount <> o.receipt_amount - o.return_amount
         + o.freight_amount + o.other_amount - o.discount_amount)`,
  ],
  [
    "signedQty of an order line is that of its receipts",
    `select p.id from purchase_order_line p where p.signed_qty <> coalesce((
       select sum(l.sign_qty) from wms_sign_line l join wms_sign h on h.id = l.wms_sign_id
       where l.po_line_id = p.id and h.status <> 'reversed'), 0)`,
  ],
  [
    "heads are the sums of their lines",
    `select h.no from delivery h join delivery_line l on l.delivery_id = h.id group by h.id
     having h.total_qty <> sum(l.qty) or h.carton_qty <> sum(l.cartons)
     union all
     select h.no from delivery_plan h join delivery_plan_line l on l.delivery_plan_id = h.id
     group by h.id having h.total_qty <> sum(l.plan_qty)`,
  ],
  ["cartons hold the pieces", "select id from delivery_line where cartons * pcs_per_carton < qty or cartons < 1"],
  [
    "a plan later than the order says why",
    `select l.id from delivery_plan_line l join purchase_order_line p on p.id = l.po_line_id
       join purchase_order o on o.id = p.purchase_order_id
     where l.plan_date > coalesce(p.expect_date, o.expect_date) and l.delay_reason is null`,
  ],
];

it.each(RULES)("%s", async (_rule, sql) => {
  expect(await db.query(sql)).toEqual([]);
});

it("stock adds up, and goods stand in every bucket", async () => {
  expect(await ledgerFaults(db)).toEqual([]);
  const sums = await db.one<Record<string, number>>(
    "select sum(qc_qty)::int as qc, sum(good_qty)::int as good, sum(bad_qty)::int as bad from stock",
  );
  for (const bucket of ["qc", "good", "bad"]) expect(sums?.[bucket], bucket).toBeGreaterThan(0);
});

it("plans and deliveries stand in most of their states", async () => {
  const states = async (table: string) =>
    (await db.query<{ s: string }>(`select distinct status as s from ${table} order by 1`)).map((r) => r.s);
  expect(await states("delivery")).toEqual(expect.arrayContaining(["draft", "shipped", "signed", "void"]));
  expect(await states("inspection")).toEqual(expect.arrayContaining(["done", "pending"]));
  expect((await states("purchase_return")).length).toBeGreaterThanOrEqual(2);
  expect(await states("delivery_plan")).toEqual(
    expect.arrayContaining(["closed", "confirmed", "delivered", "draft", "void"]),
  );
});
