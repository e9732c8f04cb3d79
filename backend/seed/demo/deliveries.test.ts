import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "../../db/sql";
import { seedDemo } from "./demo";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await seedDemo(db, { scale: 0.01 });
}, 120_000);
afterAll(() => db?.close());

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
       select sum(l.qty) from delivery_line l join delivery h on h.id = l.delivery_id
       where l.po_line_id = p.id and h.status = 'shipped'), 0)`,
  ],
  [
    "no more is planned or delivered than ordered",
    "select id from purchase_order_line where plan_qty > qty or delivered_qty > qty",
  ],
  [
    "plans and deliveries name running orders of their supplier and warehouse",
    `select h.no from delivery h join delivery_line l on l.delivery_id = h.id
       join purchase_order_line p on p.id = l.po_line_id
       join purchase_order o on o.id = p.purchase_order_id
     where o.status <> 'executing' or o.supplier_id <> h.supplier_id
       or o.warehouse_id <> h.warehouse_id
     union all
     select t.no from delivery_plan t join purchase_order o on o.id = t.po_id
     where o.status <> 'executing' or o.supplier_id <> t.supplier_id`,
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
    "heads are the sums of their lines",
    `select h.no from delivery h join delivery_line l on l.delivery_id = h.id group by h.id
     having h.total_qty <> sum(l.qty) or h.carton_qty <> sum(l.cartons)
     union all
     select h.no from delivery_plan h join delivery_plan_line l on l.delivery_plan_id = h.id
     group by h.id having h.total_qty <> sum(l.plan_qty)`,
  ],
  [
    "cartons hold the pieces",
    "select id from delivery_line where cartons * pcs_per_carton < qty or cartons < 1",
  ],
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

it("returns and exchanges are drafts: nothing was received yet", async () => {
  const all = await db.query<{ status: string; amount: string | null }>(
    `select status, return_amount::text as amount from purchase_return
     union all select status, null from purchase_exchange`,
  );
  expect(all).toHaveLength(6);
  expect(all.every((r) => r.status === "draft")).toBe(true);
  expect(all.some((r) => Number(r.amount) > 0)).toBe(true);
});

it("plans and deliveries stand in most of their states", async () => {
  const states = async (table: string) =>
    (await db.query<{ s: string }>(`select distinct status as s from ${table} order by 1`)).map(
      (r) => r.s,
    );
  expect(await states("delivery")).toEqual(["draft", "shipped", "void"]);
  expect(await states("delivery_plan")).toEqual(
    expect.arrayContaining(["closed", "confirmed", "delivered", "draft", "partDelivered", "void"]),
  );
});
