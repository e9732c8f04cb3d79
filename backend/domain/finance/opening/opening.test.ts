import { afterAll, beforeAll, expect, test } from "vitest";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { checksums, type FirstDay, openFirstDay } from "./opening.testing";

// Control totals of company.md 11.2, and the invariants of 2.

let d: FirstDay;
beforeAll(async () => {
  d = await openFirstDay();
});
afterAll(() => d.close());

test("all that was brought along comes to the control totals, to the cent", async () => {
  const empty = await checksums(d.db);
  const made = await d.bookAll();
  const one = (sql: string, values: unknown[] = []) => d.db.one(sql, values);
  const at = (code: string) =>
    one(
      `select sum(on_hand_qty)::int as qty, sum(good_qty)::int as good, sum(bad_qty)::int as bad,
         sum(stock_value)::text as value, sum(transit_qty)::int as way, sum(transit_value)::text as "wayValue"
       from stock s join warehouse w on w.id = s.warehouse_id where w.code = $1`,
      [code],
    );
  const none = { way: 0, wayValue: "0.00" };
  expect(await at("YF-SZ")).toEqual({ qty: 6379, good: 6375, bad: 4, value: "76280.28", ...none });
  expect(await at("YF-FBA")).toEqual({
    qty: 1490,
    good: 1485,
    bad: 5,
    value: "52666.60",
    way: 100,
    wayValue: "4120.00",
  });
  const pool = (code: string) =>
    one(
      `select on_hand_qty as qty, stock_value::text as value from stock s join sku k on k.id = s.sku_id
         join warehouse w on w.id = s.warehouse_id where k.sku_code = $1 and w.code = 'YF-SZ'`,
      [code],
    );
  expect(await pool("PTF0001-WH")).toEqual({ qty: 135, value: "7140.00" });
  expect(await pool("ELC0001-US")).toEqual({ qty: 500, value: "16666.67" });
  expect(await pool("HKS0001-L")).toEqual({ qty: 640, value: "6325.31" });
  expect(await one("select count(*)::int as n from stock where on_hand_qty > 0")).toEqual({ n: 13 });
  expect(
    await d.db.query(
      `select currency, sum(total_qty)::int as qty, sum(order_amount)::text as amount, sum(goods_amount)::text as goods
       from purchase_order where status = 'executing' group by 1 order by 1`,
    ),
  ).toEqual([
    { currency: "CNY", qty: 1350, amount: "29493.00", goods: "26100.00" },
    { currency: "USD", qty: 400, amount: "3120.00", goods: "3120.00" },
  ]);
  expect(await one("select sum(base_amount)::text as base from purchase_order where status = 'executing'")).toEqual({
    base: "51707.40",
  });
  expect(
    await d.db.query(
      `select currency, sum(amount) filter (where biz_type = 'opening')::text as owed,
         sum(amount) filter (where biz_type = 'openingPrepaid')::text as paid, sum(amount)::text as net
       from ap_entry group by 1 order by 1`,
    ),
  ).toEqual([
    { currency: "CNY", owed: "33703.00", paid: "-7424.10", net: "26278.90" },
    { currency: "USD", owed: "2184.50", paid: "-936.00", net: "1248.50" },
  ]);
  expect(await one("select sum(base_balance)::text as base from ap_account")).toEqual({ base: "35168.22" });
  expect(await one("select ap_balance::text as owed from supplier where no = 'S01'")).toEqual({ owed: "824.90" });
  expect(await one("select sum(open)::text as late from ap_due where due_date < $1", [d.goLive])).toEqual({
    late: "8249.00",
  });

  // Σ opening moves = stock on D − 1, Σ opening entries = balances.
  expect(await ledgerFaults(d.db)).toEqual([]);
  expect(await payablesFaults(d.db)).toEqual([]);
  expect(
    await one("select count(*)::int as n from stock_move where biz_type <> 'opening' or biz_date <> $1::date - 1", [
      d.goLive,
    ]),
  ).toEqual({ n: 0 });

  await expect(d.undo(made.get("purchase") ?? "")).rejects.toThrow(/^期初采购单 CG\d+ 已有期初单QJ\d+，不能撤销$/);
  for (const id of [...made.values()].reverse()) await d.undo(id);
  expect(await checksums(d.db)).toEqual(empty);
  expect(await one("select sum(ap_balance)::text as owed from supplier")).toEqual({ owed: "0.00" });
  expect(await one("select count(*)::int as n from purchase_order where status <> 'void'")).toEqual({ n: 0 });
  expect(
    await one(`select jsonb_array_length(undone_rows -> 'moves') as n from opening where id = $1`, [made.get("stock")]),
  ).toEqual({ n: 16 });
});
