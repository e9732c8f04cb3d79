import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { insertStaff } from "../people/staff";
import { insertProducts } from "../products/products";
import { insertSuppliers } from "../products/suppliers";
import { Chance } from "../random";
import { settleSourcing } from "./settle";
import { insertSourcing } from "./sourcing";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  const chance = new Chance("erp-demo-1");
  const today = "2026-11-20";
  await db.tx(async (sql) => {
    await chance.install(sql);
    await insertStaff(sql, chance, today);
    await insertSuppliers(sql, chance, today, 1 / 8);
    await insertProducts(sql, chance, today);
    await insertSourcing(sql, chance, today);
  });
});
afterAll(() => db?.close());

const rows = (sql: string) => db.query<Record<string, unknown>>(sql);
const statesOf = async (table: string) =>
  (await rows(`select distinct status from ${table} order by 1`)).map((r) => r.status);

it("shows every document in several states", async () => {
  expect(await statesOf("purchase_requisition")).toEqual(
    expect.arrayContaining(["approved", "cancelled", "draft", "partTurned", "rejected", "turned"]),
  );
  expect(await statesOf("turn_requisition")).toEqual(
    expect.arrayContaining(["approved", "closed", "draft", "rejected"]),
  );
  expect(await statesOf("inquiry_order")).toEqual(
    expect.arrayContaining(["awarded", "draft", "inquiring", "quoted", "rejected", "void"]),
  );
  expect(await statesOf("requisition_cancel")).toEqual(["approved", "draft", "rejected"]);
});

it("obeys the rules of the documents", async () => {
  const wrong = [
    "select id from purchase_requisition_line where turned_qty + cancel_qty > qty or ordered_qty > turned_qty",
    "select id from turn_requisition_line where inquired_qty + direct_qty + released_qty > qty",
    `select h.id from purchase_requisition h join purchase_requisition_line l
       on l.purchase_requisition_id = h.id group by h.id
     having h.total_qty <> sum(l.qty) or h.est_amount <> sum(l.est_amount)`,
    `select l.id from inquiry_order_line l join inquiry_order i on i.id = l.inquiry_order_id
       left join inquiry_quote q on q.line_id = l.id
     where i.status = 'awarded' group by l.id having sum(q.award_qty) <> l.qty`,
    `select id from inquiry_quote where award_qty > 0 and (price is null or award_qty < moq
       or (not is_lowest and award_reason is null))`,
    `select id from inquiry_quote where price is not null
       and abs(price - quoted_price / (case when tax_included_quote then 1 + tax_rate / 100 else 1 end)) > 0.0001`,
    `select line_id from inquiry_quote where price is not null group by 1
     having min(price) <> min(price) filter (where is_lowest)`,
    "select no from turn_requisition group by 1 having count(*) > 1",
    "select id from inquiry_order where create_time >= '2026-11-20'::date",
  ];
  for (const sql of wrong) expect(await rows(sql), sql).toEqual([]);
});

it("has nothing left to settle", async () => {
  const look = () =>
    rows(
      `select (select md5(string_agg(l::text, '' order by id)) from turn_requisition_line l) as turn,
         (select md5(string_agg(l::text, '' order by id)) from purchase_requisition_line l) as req,
         (select string_agg(id || status || progress, ',' order by id) from purchase_requisition) as state,
         (select string_agg(id || status || progress, ',' order by id) from turn_requisition) as turns`,
    );
  const before = await look();
  await db.tx(settleSourcing);
  expect(await look()).toEqual(before);
});
