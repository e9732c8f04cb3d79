import { afterAll, beforeAll, expect, test } from "vitest";
import { openYard, type Yard } from "../transfer/transfer.testing";
import { CUSTOMS, openPort, type Port } from "./customs.testing";

/* What a declaration takes of a receipt is its own until it is given back. */

let s: Yard;
let p: Port;
beforeAll(async () => {
  s = await openYard();
  p = await openPort(s);
});
afterAll(() => s.backend.close());

let serial = 0;
/** A receipt of pieces that lie in the pool: stock, and the order that they were bought with. */
async function receive(sku: number, qty: number, price: string) {
  await s.fill(sku, qty, price);
  const no = `LOT-${++serial}`;
  await s.db.query(
    `with po as (
       insert into purchase_order (no, status, tax_type, currency, rate)
       values ($1, 'completed', 'tax', 'CNY', 1) returning id),
     contract as (
       insert into purchase_contract (no, status) values ('HT-' || $1, 'signed') returning id),
     named as (
       insert into purchase_contract_order (purchase_contract_id, po_id)
       select contract.id, po.id from contract, po),
     line as (
       insert into purchase_order_line (purchase_order_id, sku_id, qty, price)
       select id, $2, $3, $4 from po returning id),
     sign as (
       insert into wms_sign (no, status, warehouse_id, sign_time)
       values ('QS-' || $1, 'done', $5, now() + make_interval(secs => $6)) returning id)
     insert into wms_sign_line (wms_sign_id, po_line_id, sku_id, sign_qty)
     select sign.id, line.id, $2, $3 from sign, line`,
    [no, s.skus[sku], qty, price, s.from, serial],
  );
  return { contract: `HT-${no}`, sign: `QS-${no}` };
}

/** What its line was bought for, under which contracts, in which receipts. */
async function boughtBy(id: string) {
  const { items, purchaseAmount } = await p.customs.read(id);
  expect(items).toHaveLength(1);
  const [line] = items;
  expect(line?.purchaseAmount).toBe(purchaseAmount);
  return [purchaseAmount, line?.contractNo, line?.lots];
}

/** Pieces that living declarations hold of each receipt, never more than it had. */
const held = () =>
  s.db.query<{ no: string; held: number; had: number }>(
    `select h.no, sum(a.qty)::int as held, l.sign_qty as had from customs_lot a
       join wms_sign_line l on l.id = a.sign_line_id join wms_sign h on h.id = l.wms_sign_id
     where a.given_back_at is null group by h.no, l.id, l.sign_qty order by h.no`,
  );

/** Complete with what the lots say of its contracts. */
async function complete(id: string) {
  const { items } = await p.customs.read(id);
  const filled = items.map((line) => ({ ...line, domesticSource: "深圳", invoiceNo: "INV-1" }));
  s.o.good(await s.clerk.edit(CUSTOMS, id, { items: filled }));
}
const submit = (id: string) => s.o.submit("logistics", "customs_declaration", CUSTOMS, id);
const declare = async (sku: number, qty: number) => p.customs.add(p.declaration(await p.packed(s.form([[sku, qty]]))));

test("two declarations name different lots, one given back is there for the next", async () => {
  const seven = await receive(0, 100, "7");
  const nine = await receive(0, 100, "9");
  const first = await declare(0, 100);
  const second = await declare(0, 100);
  const ofSeven = ["700.00", seven.contract, `${seven.sign}×100`];
  const ofNine = ["900.00", nine.contract, `${nine.sign}×100`];
  expect(await boughtBy(first)).toEqual(ofSeven);
  expect(await boughtBy(second)).toEqual(ofNine);
  for (const id of [second, first]) {
    await complete(id);
    await submit(id);
  }
  expect(await boughtBy(first)).toEqual(ofSeven);
  expect(await boughtBy(second)).toEqual(ofNine);
  // What is declared stays, whatever becomes of the order.
  await p.declared(second);
  await s.db.query("update purchase_order_line set price = 8 where sku_id = $1", [s.skus[0]]);
  await p.released(second);
  expect(await boughtBy(second)).toEqual(ofNine);
  expect(await held()).toMatchObject([{ held: 100 }, { held: 100 }]);
  const { transferId } = await p.customs.read(first);
  await p.customs.done(first, "void", { reason: "改类型" });
  expect(await held()).toEqual([{ no: nine.sign, held: 100, had: 100 }]);
  const again = await p.customs.add(p.declaration(String(transferId)));
  expect(await boughtBy(again)).toEqual(["800.00", seven.contract, `${seven.sign}×100`]);
  // The goods of both leave; what is left was never declared before.
  await p.ship(String((await p.customs.read(second)).transferId));
  await p.ship(String(transferId));
  const ten = await receive(0, 30, "10");
  expect(await boughtBy(await declare(0, 30))).toEqual(["300.00", ten.contract, `${ten.sign}×30`]);
});

test("two at the same time take different pieces", async () => {
  await receive(1, 40, "7");
  await receive(1, 40, "9");
  const moving: string[] = [];
  for (let i = 0; i < 8; i++) moving.push(await p.packed(s.form([[1, 10]])));
  const made = await Promise.all(moving.map((id) => p.customs.add(p.declaration(id))));
  const amounts = async () => {
    const all = await Promise.all(made.map((id) => p.customs.read(id)));
    return all.map((d) => d.purchaseAmount).sort();
  };
  const expected = [...Array(4).fill("70.00"), ...Array(4).fill("90.00")];
  expect(await amounts()).toEqual(expected);
  for (const id of made) await complete(id);
  await Promise.all(made.map((id) => p.customs.done(id, "submit")));
  expect(await amounts()).toEqual(expected);
  for (const lot of await held()) expect(lot.held).toBeLessThanOrEqual(lot.had);
});

test("a draft holds its lots for a week; then who submits first takes them", async () => {
  const low = await receive(0, 20, "3");
  const high = await receive(0, 20, "4");
  const waits = await declare(0, 20);
  expect((await boughtBy(waits))[0]).toBe("60.00");
  await complete(waits);
  await s.db.query("update customs_lot set taken_at = now() - interval '8 days' where declaration_id = $1", [waits]);
  const overtakes = await declare(0, 20);
  expect(await boughtBy(overtakes)).toEqual(["60.00", low.contract, `${low.sign}×20`]);
  await complete(overtakes);
  await submit(overtakes);
  await submit(waits);
  expect(await boughtBy(waits)).toEqual(["80.00", high.contract, `${high.sign}×20`]);
  // What somebody wrote as contract is kept.
  await p.customs.done(waits, "void", { reason: "改类型" });
  const { transferId } = await p.customs.read(waits);
  const own = await p.customs.add(p.declaration(String(transferId)));
  await p.complete(own);
  await p.customs.done(own, "regenerate");
  await submit(own);
  expect(await boughtBy(own)).toEqual(["80.00", "HT-1", `${high.sign}×20`]);
});

test("declarations of an older database hold what they name, the first one first", async () => {
  const seven = await receive(0, 100, "7");
  const nine = await receive(0, 100, "9");
  const old = [await declare(0, 100), await declare(0, 100)];
  for (const id of old) {
    await complete(id);
    await submit(id);
  }
  await s.db.query("delete from customs_lot where declaration_id = any($1::bigint[])", [old]);
  await s.db.query(
    `update customs_line set purchase_amount = 700.01, contract_no = $2
     where customs_declaration_id = any($1::bigint[])`,
    [old, `${seven.contract}、HT-X`],
  );
  await s.db.query("select customs_lots_of_documents()");
  await s.db.query("select customs_lots_of_documents()");
  const kept = await s.db.query(
    `select a.declaration_id as id, h.no, a.qty, a.amount::text as amount, a.tax_type as tax
     from customs_lot a left join wms_sign_line l on l.id = a.sign_line_id
       left join wms_sign h on h.id = l.wms_sign_id
     where a.declaration_id = any($1::bigint[]) order by a.id`,
    [old],
  );
  expect(kept).toEqual([
    { id: old[0], no: seven.sign, qty: 100, amount: "700.01", tax: "tax" },
    { id: old[1], no: null, qty: 100, amount: "700.01", tax: null },
  ]);
  await s.db.query("update customs_lot set given_back_at = now() where declaration_id = $1", [old[1]]);
  const { transferId } = await p.customs.read(old[1] ?? "");
  await p.customs.done(old[1] ?? "", "void", { reason: "改类型" });
  const next = await p.customs.add(p.declaration(String(transferId)));
  expect((await boughtBy(next)).slice(1)).toEqual([nine.contract, `${nine.sign}×100`]);
});
