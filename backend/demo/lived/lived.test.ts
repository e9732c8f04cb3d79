import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import type { Database } from "#backend/platform/db";
import { testDatabase } from "../../../tests/harness";
import { TODAY } from "../demo.testing";
import { payDue } from "../finance/due";
import { readOld } from "../notices/notices";
import { Chance } from "../random";
import { insertFormerPurchases } from "./purchases";
import { insertSent } from "./sent";
import { insertWritten } from "./written";

// What the whole demonstration has of former months, on the small one.
let db: Database;
beforeAll(async () => {
  db = await testDatabase("demo");
  // When it is made no month is closed yet.
  await db.query("update sys_param set value = null where param_key = 'month_close_until'");
});
afterAll(() => db.close());

const one = (text: string) => db.one<Record<string, unknown>>(text);

test("orders that left have parcels and no goods any more, change no figure and tell no platform", async () => {
  const figures = "select count(*)::int as n, sum(amount) as sum from fact_source";
  const told = `select (select count(*)::int from outbox) as outbox, (select count(*)::int from connector where enabled) as open,
    (select md5(string_agg(id || status, ',' order by id)) from platform_order) as orders`;
  const before = [await one(figures), await one(told)];
  const last = Number((await one("select max(id) as id from sales_order"))?.id);
  expect(await db.tx((sql) => insertSent(sql, 40))).toBe(40);
  expect([await one(figures), await one(told)]).toEqual(before);
  const made = await db.query<Record<string, unknown>>(
    `select o.status, count(distinct o.id)::int as orders, array_agg(distinct p.status order by p.status) as parcels,
       array_agg(distinct p.confirm_state) as told
     from sales_order o left join package_order_line l on l.order_id = o.id and l.del_flag = 0
       left join package_order p on p.id = l.package_order_id and p.del_flag = 0
     where o.id > ${last} group by 1 order by 1`,
  );
  expect(made.map((m) => m.status)).toEqual(["cancelled", "completed"]);
  expect(made[1]).toMatchObject({ parcels: ["delivered"], told: ["uploaded"] });
  expect(Number(made[1]?.orders)).toBeGreaterThan(30);
  // As the last step of a demonstration does: goods were laid in on a day of the past.
  await db.query("select stock_rebuild()");
  expect(await ledgerFaults(db)).toEqual([]);
});

test("orders written by hand left in parcels too, with goods that lay there, and change no figure", async () => {
  const figures = "select count(*)::int as n, sum(amount) as sum from fact_source";
  const before = await one(figures);
  const last = Number((await one("select max(id) as id from sales_order"))?.id);
  expect(await db.tx((sql) => insertWritten(sql, 9))).toBe(9);
  expect(await one(figures)).toEqual(before);
  expect(
    await db.query(
      `select o.order_source as source, count(distinct o.id)::int as orders, bool_and(p.status in ('shipped', 'delivered')) as left,
         bool_and(o.total_amount > 0) as paid
       from sales_order o join package_order_line l on l.order_id = o.id and l.del_flag = 0
         join package_order p on p.id = l.package_order_id and p.del_flag = 0
       where o.id > ${last} group by 1 order by 1`,
    ),
  ).toEqual([
    { source: "manual", orders: 6, left: true, paid: true },
    { source: "sample", orders: 3, left: true, paid: false },
  ]);
  await db.query("select stock_rebuild()");
  expect(await ledgerFaults(db)).toEqual([]);
});

test("purchases that were closed came whole, and what is due of them is asked for and paid", async () => {
  expect(await db.tx((sql) => insertFormerPurchases(sql, TODAY, 9))).toBe(8);
  const came = await one(
    `select count(*)::int as orders, bool_and(l.open_qty = 0 and l.closed_qty = 0) as whole,
       count(*) filter (where o.status = 'closed')::int as closed
     from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id and l.del_flag = 0
     where o.id in (select a.po_id from ap_entry a) and o.expect_date < now()::date - 45 and o.currency = 'CNY'`,
  );
  expect(came).toMatchObject({ whole: true, closed: 0 });
  expect(Number(came?.orders)).toBeGreaterThanOrEqual(8);
  await db.tx((sql) => payDue(sql, TODAY));
  const due = await one(
    "select count(*)::int as n from ap_open_list where base_open > 0 and due_date <= now()::date and currency = 'CNY'",
  );
  const paid = await one("select count(*)::int as n from payment where status = 'paid'");
  expect(Number(paid?.n)).toBeGreaterThan(Number(due?.n));
});

test("what people were told of their work before is read, and counted so", async () => {
  await db.query("update sys_notification set push_time = push_time - interval '9 days' where generated");
  await db.tx(async (sql) => {
    await new Chance("lived").install(sql);
    await readOld(sql, TODAY);
  });
  expect(
    await db.query(
      `select n.id from sys_notification n join sys_notification_target t on t.notification_id = n.id
       where n.generated group by n.id having n.read_count <> count(*) or bool_or(t.is_read = '0')`,
    ),
  ).toEqual([]);
});
