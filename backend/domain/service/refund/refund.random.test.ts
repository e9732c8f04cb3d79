import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "#backend/platform/http/refusal";
import { runs } from "../../../../tests/runs";
import { openRefunds, type Refunds } from "./refund.testing";

let w: Refunds;
beforeAll(async () => {
  w = await openRefunds();
});
afterAll(() => w.db.close());

const ACTORS = 8;
const ACTS = ["draft", "draft", "goodwill", "full", "submit", "register", "register", "void"] as const;
const wish = fc.record({
  act: fc.constantFrom(...ACTS),
  line: fc.constantFrom("1", "2"),
  qty: fc.integer({ min: 0, max: 2 }),
  cents: fc.option(fc.integer({ min: 0, max: 6000 }), { nil: undefined }),
  n: fc.integer({ min: 0, max: 5 }),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

async function play(order: string, { act, line, qty, cents, n }: Wish) {
  if (act === "draft" || act === "goodwill" || act === "full") {
    const principal = cents === undefined ? {} : { principal: (cents / 100).toFixed(2) };
    const refundType = { draft: "partial", goodwill: "goodwill", full: "full" }[act];
    const item = { orderLineId: line, qty: act === "goodwill" ? 0 : qty, ...principal };
    return w.draft(order, act === "full" ? [] : [item], { refundType });
  }
  const rows = await w.db.query<{ id: string }>("select id from cs_refund where platform_order_id = $1 order by id", [
    order,
  ]);
  const id = rows[n % Math.max(rows.length, 1)]?.id;
  if (!id) return;
  if (act === "submit") return w.approved(id);
  if (act === "register") return w.register(id);
  return w.step(id, "void", { reason: "改主意" });
}

/** What is wrong with an order, its refunds, their figures and what is known of its buyer. */
const faults = (order: string) =>
  w.db.query(
    `with r as (select * from cs_refund where platform_order_id = $1 and status <> 'void' and del_flag = 0),
     l as (select x.*, r.status from cs_refund_line x join r on r.id = x.cs_refund_id and x.del_flag = 0)
     select 'more than was paid' as fault from platform_order t
       where t.id = $1 and t.order_total < (select coalesce(sum(amount), 0) from r)
     union all select 'more pieces than came' from platform_order_line p where p.platform_order_id = $1
       and p.qty_shipped < (select coalesce(sum(qty), 0) from l where l.order_line_id = p.platform_line_no)
     union all select 'more of a line than was paid' from platform_order_line p where p.platform_order_id = $1
       and p.item_price - p.promotion_discount
         < (select coalesce(sum(principal), 0) from l where l.order_line_id = p.platform_line_no)
     union all select 'sum of lines' from r
       where r.amount <> (select sum(principal + tax + shipping) from l where l.cs_refund_id = r.id)
     union all select 'goodwill' from platform_order t where t.id = $1
       and round(t.order_total * 0.2, 2) < (select coalesce(sum(amount), 0) from r where refund_type = 'goodwill')
     union all select 'facts' where (select coalesce(sum(principal + shipping), 0) from l where status = 'done')
       <> (select coalesce(sum(f.amount), 0) from fact_source f join r on r.no = f.source_no
         where f.source_type = 'csRefund' and f.column_name = 'refund_amt')
     union all select 'customer' from customer k join platform_order t on t.buyer_key = k.buyer_key
       where t.id = $1 and k.refund_count <> (select count(*) from r where status = 'done')`,
    [order],
  );

test("eight people at once never pay back more than was paid, and all figures agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 8, maxLength: 40 }), async (wishes) => {
      const order = await w.arrived();
      const left = [...wishes];
      const actor = async () => {
        for (let next = left.shift(); next; next = left.shift())
          try {
            await play(order, next);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
      };
      await Promise.all(Array.from({ length: ACTORS }, actor));
      expect(await faults(order)).toEqual([]);
    }),
    { numRuns: runs(8) },
  );
});
