import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { runs } from "../../../../tests/runs";
import { openPlatform, type Platform } from "./fba.testing";

let p: Platform;
beforeAll(async () => {
  // Enough for most that want some, too little for all of them.
  p = await openPlatform(60);
});
afterAll(() => p.backend.close());

const wish = fc.record({
  name: fc.constantFrom("fba_return" as const, "fba_disposal" as const),
  /** SKU and pieces of its two lines. */
  skus: fc.constantFrom<[number, number]>([0, 1], [1, 0], [2, 0], [1, 2]),
  qty: fc.integer({ min: 3, max: 7 }),
  sellable: fc.boolean(),
  end: fc.constantFrom("submit", "void", "ship", "part", "whole", "close"),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

/** One document on its way; a refusal for want of stock leaves it where it is. */
async function go({ name, skus, qty, sellable, end }: Wish, n: number) {
  const rows = skus.map((sku): [number, number, boolean] => [sku, qty, sellable]);
  const api = name === "fba_return" ? "/wms/fbareturn" : "/wms/fbadisposed";
  const form = name === "fba_return" ? p.returnForm(rows) : p.disposalForm(rows, { reasonText: "超龄处理" });
  const { id } = await p.o.as("ops").add(api, form);
  const step = async (action: string, body: Record<string, unknown> = {}) => {
    const { status, body: answer } = await p.act(name, id, action, body);
    if (status !== 200) expect(answer.msg).toMatch(/可用不足|已被他人|不能/);
    return status === 200;
  };
  const submitted = await p.o.as("ops").act(api, id, "submit");
  if (submitted.status !== 200) {
    expect(submitted.body.msg).toMatch(/可用不足/);
    return;
  }
  if (end === "submit") return;
  await p.o.approveAll(name, api, id);
  if (end === "void") return step("void", { reason: "不要了" });
  await step("submitAmazon", { removalOrderId: `RM-${n}-${id}` });
  const counted = (first: object, second: object) => p.lines(name, id, [{ ...first }, { ...second }]);
  if (name === "fba_disposal") {
    const rest = { disposedQty: qty - 1, cancelledQty: 1 };
    return step("finish", await counted(rest, { disposedQty: qty }));
  }
  // Two hands on one button: it happens once.
  const shipped = await counted({ shippedQty: qty - 1, disposedQty: 1 }, { shippedQty: qty - 1 });
  const both = await Promise.all([step("ship", shipped), step("ship", shipped)]);
  expect(both.filter(Boolean)).toHaveLength(1);
  if (end === "ship") return;
  await step("receive", await counted({ goodQty: 1 }, { badQty: qty - 1 }));
  if (end === "whole") await step("receive", await counted({ badQty: qty - 2 }, {}));
  if (end === "close") await step("close", { reason: "丢件" });
}

/** Lines whose pieces are not all somewhere, of documents that hold or moved them. */
const astray = () =>
  p.db.query(
    `select h.no, l.line_no from fba_return h join fba_return_line l on l.fba_return_id = h.id
     where h.status in ('done', 'closed') and l.requested_qty <> l.cancelled_qty + l.disposed_qty
         + l.received_good_qty + l.received_bad_qty + l.lost_qty
     union all
     select h.no, l.line_no from fba_disposal h join fba_disposal_line l on l.fba_disposal_id = h.id
     where h.status = 'done' and l.requested_qty <> l.disposed_qty + l.cancelled_qty`,
  );
/** Pieces under way by the documents and by the pools; pieces and value altogether with what was written off. */
const sums = () =>
  p.db.one<Record<string, string | number>>(
    `select (select sum(transit_qty)::int from stock) as transit,
       (select coalesce(sum(l.shipped_qty - l.received_good_qty - l.received_bad_qty - l.lost_qty), 0)::int
        from fba_return_line l) as "underWay",
       (select sum(on_hand_qty + transit_qty)::int from stock)
         + (select coalesce(sum(disposed_qty + lost_qty), 0)::int from fba_return_line)
         + (select coalesce(sum(disposed_qty), 0)::int from fba_disposal_line) as pieces,
       ((select sum(stock_value + transit_value) from stock)
         + (select coalesce(sum(loss_amount), 0) from fba_return)
         + (select coalesce(sum(loss_amount), 0) from fba_disposal))::text as value,
       (select coalesce(sum(reserved_qty + reserved_bad_qty), 0)::int from stock) as held,
       (select coalesce(sum(qty - consumed_qty - released_qty), 0)::int from stock_reservation
        where status = 'active') as reserved`,
  );

test("eight at once return and destroy the same stock: no piece and no cent is lost", async () => {
  let n = 0;
  const before = await sums();
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 8, maxLength: 8 }), async (wishes) => {
      await Promise.all(wishes.map((w) => go(w, ++n)));
      expect(await ledgerFaults(p.db)).toEqual([]);
      expect(await astray()).toEqual([]);
      const now = await sums();
      expect(now).toMatchObject({ pieces: before?.pieces, value: before?.value });
      expect(now?.transit).toBe(now?.underWay);
      expect(now?.held).toBe(now?.reserved);
    }),
    { numRuns: runs(2), endOnFailure: true, seed: 20261121 },
  );
});
