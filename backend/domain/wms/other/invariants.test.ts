import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { runs } from "../../../../tests/runs";
import { openStockroom, type Stockroom } from "../stock/stockroom.testing";

let s: Stockroom;
beforeAll(async () => {
  s = await openStockroom();
  // Enough for most that want some out, too little for all of them.
  const cost = { unitCost: "3.333333" };
  await s.done(
    "other_in",
    s.inForm([
      [0, 60, 20, cost],
      [1, 60, 20, cost],
    ]),
  );
});
afterAll(() => s.backend.close());

const wish = fc.record({
  name: fc.constantFrom("other_in" as const, "other_out" as const),
  sku: fc.integer({ min: 0, max: 1 }),
  good: fc.integer({ min: 1, max: 9 }),
  bad: fc.integer({ min: 0, max: 4 }),
  cost: fc.integer({ min: 0, max: 999 }),
  /** How far it gets. */
  end: fc.constantFrom("submitted", "void", "done", "reversed"),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

const clash = /可用不足|冲销|已被他人/;

/** One document on its way; a refusal for want of stock leaves it where it is. */
async function go({ name, sku, good, bad, cost, end }: Wish) {
  const isIn = name === "other_in";
  const body = isIn ? s.inForm([[sku, good, bad, { unitCost: String(cost / 100) }]]) : s.outForm([[sku, good, bad]]);
  const id = await s.add(name, body);
  const step = async (action: string, more = {}) => {
    const { status, body: answer } = await s.act(name, id, action, more);
    if (status !== 200) expect(answer.msg).toMatch(clash);
    return status === 200;
  };
  if (!(await step("submit")) || end === "submitted") return;
  await s.o.approveAll(name, isIn ? "/wms/otherin" : "/wms/otherout", id);
  if (end === "void") return step("void", { reason: "不要了" });
  // Two hands on one button: it happens once.
  const both = await Promise.all([s.act(name, id, "confirm"), s.act(name, id, "confirm")]);
  expect(both.filter((b) => b.status === 200).length).toBe(1);
  if (end === "reversed") await step("reverse", { reason: "录错了" });
}

/** Pools as the documents alone would have them. */
const expected = () =>
  s.db.query(
    `select l.sku_id as sku, sum(l.sign * l.good) filter (where l.done)::int as good,
       sum(l.sign * l.bad) filter (where l.done)::int as bad,
       coalesce(sum(l.sign * l.good) filter (where l.done), 0)::int
         - coalesce(sum(l.good) filter (where l.held), 0)::int as free
     from (
       select l.sku_id, 1 as sign, l.good_qty as good, l.bad_qty as bad, h.status = 'done' as done,
         false as held
       from other_in_line l join other_in h on h.id = l.other_in_id
       union all
       select l.sku_id, -1, l.good_qty, l.bad_qty, h.status = 'done', h.status in ('auditing', 'approved')
       from other_out_line l join other_out h on h.id = l.other_out_id
     ) l group by 1 having bool_or(l.done) order by 1`,
  );
const found = () =>
  s.db.query(
    `select sku_id as sku, good_qty as good, bad_qty as bad, available_qty as free from stock
     where sku_id in (
       select sku_id from other_in_line l join other_in h on h.id = l.other_in_id where h.status = 'done'
       union
       select sku_id from other_out_line l join other_out h on h.id = l.other_out_id
       where h.status = 'done')
     order by 1`,
  );
const unbalanced = () =>
  s.db.query(
    `select m.biz_no from stock_move m
       left join other_in i on m.biz_document = 'other_in' and i.id = m.biz_id
       left join other_out o on m.biz_document = 'other_out' and o.id = m.biz_id
     where coalesce(i.status, o.status) = 'reversed'
     group by 1 having sum(m.qty) <> 0
       or sum(m.amount) filter (where m.biz_type <> 'costAdjust') <> 0`,
  );

test("stock is what the documents that are done moved, whoever acts at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 3, maxLength: 5 }), async (wishes) => {
      await Promise.all(wishes.map(go));
      expect(await ledgerFaults(s.db)).toEqual([]);
      expect(await found()).toEqual(await expected());
      expect(await unbalanced()).toEqual([]);
    }),
    { numRuns: runs(3), endOnFailure: true },
  );
});
