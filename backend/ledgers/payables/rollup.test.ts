import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { actAs } from "../../../tests/acting";
import { testDatabase } from "../../../tests/harness";
import { payablesFaults } from "./checks";
import { postPayables } from "./post";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.close());

let n = 0;
const supplierWith = async (terms: string) => {
  n += 1;
  const row = await db.one<{ id: string }>(
    `insert into supplier (no, name, supplier_type, status, currency, level, create_by, address,
       settle_method, balance_trigger, period_days)
     values ('GY77' || $1::text, '往来' || $1::text, 'goods', 'approved', 'CNY', 'B', 1, '深圳', ${terms})
     returning id`,
    [n],
  );
  return row?.id ?? "";
};

type Posted = readonly [type: "fee" | "receipt" | "return" | "payment", amount: string, day: string];

const post = (supplierId: string, ...all: readonly Posted[]) =>
  db.tx(async (sql) => {
    for (const [type, amount, day] of all)
      await postPayables(
        actAs(sql),
        { document: "purchase_order", id: "1", no: "CG1" },
        { supplierId, poId: null, currency: "CNY", rate: "1" },
        [{ type, amount }],
        day,
      );
  });

const open = (supplierId: string) =>
  db.query<{ due: string; open: string }>(
    `select d.due_date::text as due, d.open::text as open from ap_due d
       join ap_account a on a.id = d.account_id
     where a.supplier_id = $1 and d.open <> 0 order by d.due_date`,
    [supplierId],
  );

it("a month's debts fall due its period after its end; what is paid takes the earliest first", async () => {
  const id = await supplierWith("'monthly', null, 30");
  await post(
    id,
    ["receipt", "100.00", "2026-01-31"],
    ["receipt", "40.00", "2026-02-01"],
    ["return", "-10.00", "2026-02-05"],
    ["payment", "-95.00", "2026-02-06"],
  );
  expect(await open(id)).toEqual([{ due: "2026-03-30", open: "35.00" }]);
  expect(
    await db.query(
      `select month::text, added::text, returned::text, paid::text from ap_month m
         join ap_account a on a.id = m.account_id where a.supplier_id = $1 order by 1`,
      [id],
    ),
  ).toEqual([
    { month: "2026-01-01", added: "100.00", returned: "0.00", paid: "0.00" },
    { month: "2026-02-01", added: "40.00", returned: "-10.00", paid: "-95.00" },
  ]);
});

it("who pays on receipt owes from that day; what is paid too much stands apart", async () => {
  const id = await supplierWith("'cod', null, null");
  await post(id, ["receipt", "60.00", "2026-02-03"], ["payment", "-75.00", "2026-02-04"]);
  expect(await open(id)).toEqual([{ due: "infinity", open: "-15.00" }]);
  await post(id, ["receipt", "20.00", "2026-02-09"]);
  expect(await open(id)).toEqual([{ due: "2026-02-09", open: "5.00" }]);
});

it("what is kept beside the ledger adds up to it, for the nightly check too, and can be made anew", async () => {
  expect(await payablesFaults(db)).toEqual([]);
  const kept = () =>
    db.query(
      `select a.supplier_id, d.po_id, d.due_date::text, d.debit, d.credit, d.open, d.base_open
       from ap_due d join ap_account a on a.id = d.account_id order by 1, 2, 3`,
    );
  const before = await kept();
  await db.query(
    "update ap_account set balance = balance + 1 where supplier_id = (select max(supplier_id) from ap_account)",
  );
  expect((await payablesFaults(db)).map((f) => f.fault)).toContain("应付余额与流水不符");
  await db.query("select ap_rebuild()");
  expect(await payablesFaults(db)).toEqual([]);
  expect(await kept()).toEqual(before);
});

it("entries stay as they are; only the day on which they fall due may still come", async () => {
  await expect(db.query("update ap_entry set amount = amount + 1")).rejects.toThrow(/never changed/);
  await expect(db.query("update ap_entry set due_date = due_date + 1")).rejects.toThrow(/never changed/);
  await expect(db.query("delete from ap_entry")).rejects.toThrow(/never changed/);
});
