import { afterAll, beforeAll, expect, it } from "vitest";
import { openSourcing, type Sourcing, TURN } from "./sourcing.testing";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
}, 60_000);
afterAll(() => s?.close());

const offer = (sku: number, rows: [from: string | null, least: number, price: number][]) =>
  s.db.query(
    `insert into sku_supplier_price (sku_id, line_no, supplier_id, currency, tax_rate, min_qty, price,
       is_default, valid_from)
     select $1, n, $2, 'CNY', 13, (x->>1)::int, (x->>2)::numeric, n = 1, (x->>0)::date
     from jsonb_array_elements($3::jsonb) with ordinality as r(x, n)`,
    [s.skus[sku], s.suppliers[0], JSON.stringify(rows)],
  );
/** Prices and quantities of the lines that are ordered directly of these pieces of one SKU. */
async function lines(sku: number, ...qtys: number[]) {
  const reqs = [];
  for (const qty of qtys) reqs.push(await s.requisition([0, 1, 2, 3].map((i) => (i === sku ? qty : 1))));
  const turn = await s.turned(reqs.map((req, i) => ({ reqLineId: req.lines[sku], qty: qtys[i] })));
  const answer = await s.o.as("buyer").act(TURN, turn.id, "toOrder");
  if (answer.status !== 200) return answer.body.msg;
  return s.db.query(
    `select l.qty, l.price::text as price from purchase_order_line l
       join purchase_order o on o.id = l.purchase_order_id where o.no = any($1) order by l.line_no`,
    [answer.body.data.orders],
  );
}

it("the tier is that of all pieces of the SKU in the order", async () => {
  await offer(0, [
    [null, 1, 9],
    [null, 100, 8],
  ]);
  const eight = (qty: number) => ({ qty, price: "8.0000" });
  expect(await lines(0, 60, 40)).toEqual([eight(60), eight(40)]);
  expect(await lines(0, 60, 39)).toEqual([60, 39].map((qty) => ({ qty, price: "9.0000" })));
});

it("tiers of an older start hold no more, whatever they ask for", async () => {
  await offer(1, [
    ["2020-01-01", 1, 9],
    ["2020-01-01", 100, 7],
    ["2021-01-01", 1, 10],
    ["2021-01-01", 50, 9.5],
  ]);
  expect(await lines(1, 120)).toEqual([{ qty: 120, price: "9.5000" }]);
  await offer(2, [
    ["2020-01-01", 1, 9],
    ["2021-01-01", 50, 8],
  ]);
  expect(await lines(2, 49)).toBe("SKU SRC0001-03 没有有效价格，请先询价");
});
