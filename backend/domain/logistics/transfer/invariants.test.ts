import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OUT } from "#backend/domain/wms/stock/stockroom.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { runs } from "../../../../tests/runs";
import { openYard, TRANSFER, type Yard } from "./transfer.testing";

let s: Yard;
let places: Record<"from" | "near" | "far", string>;
beforeAll(async () => {
  s = await openYard();
  const [near, far] = [await s.place("WH-SAMPLE"), await s.place("WH-YW")];
  places = { from: s.from, near, far };
  // Enough for most, too little for all of them.
  for (const sku of [0, 1]) await s.fill(sku, 80, "3.333333");
});
afterAll(() => s.backend.close());

const ends = ["auditing", "void", "direct", "shipped", "reversed", "received", "closed"] as const;
const wish = fc.record({
  sku: fc.integer({ min: 0, max: 1 }),
  qty: fc.integer({ min: 2, max: 12 }),
  short: fc.integer({ min: 0, max: 1 }),
  part: fc.integer({ min: 1, max: 9 }),
  fee: fc.integer({ min: 0, max: 9999 }),
  back: fc.boolean(),
  end: fc.constantFrom(...ends, "out" as const),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

const clash = /可用不足|锁定不足|已被他人修改|冲销|超过发货数量|请勿重复|状态不能/;

/** One document on its way; a refusal for want of goods leaves it where it is. */
async function go({ sku, qty, short, part, fee, back, end }: Wish) {
  const done = async (answer: Promise<{ status: number; body: { msg?: string | null } }>) => {
    const { status, body } = await answer;
    if (status !== 200) expect(body.msg).toMatch(clash);
    return status === 200;
  };
  if (end === "out") {
    const items = [{ skuId: s.skus[sku], goodQty: Math.ceil(qty / 4), badQty: 0 }];
    const form = { outType: "loss", warehouseId: s.from, reason: "盘点后调整库存", items };
    const keeper = s.o.as("warehouse");
    const { id } = await keeper.add(OUT, form);
    if (!(await done(keeper.act(OUT, id, "submit")))) return;
    await s.o.approveAll("other_out", OUT, id);
    await done(keeper.act(OUT, id, "confirm"));
    return;
  }
  const near = end === "direct";
  const [fromWarehouseId, toWarehouseId] =
    back && !near ? [places.far, places.from] : [places.from, near ? places.near : places.far];
  const id = await s.add(
    s.form([[sku, qty]], {
      transferType: "1",
      shipmentId: null,
      fromWarehouseId,
      toWarehouseId,
      logisticsProviderId: null,
      freightTemplateId: null,
    }),
  );
  const step = (action: string, body = {}) => done(s.act(id, action, body));
  if (!(await step("submit")) || end === "auditing") return;
  await s.o.approveAll("transfer", TRANSFER, id);
  if (end === "void") return step("void", { reason: "不要了" });
  if (near) return step("direct");
  const [line] = (await s.read(id)).items;
  const some = (goodQty: number) => ({ items: [{ lineId: line?.id, goodQty }] });
  // Two hands on one button: it happens once.
  const both = [s.act(id, "ship", some(qty - short)), s.act(id, "ship", some(qty - short))];
  expect((await Promise.all(both)).filter((b) => b.status === 200)).toHaveLength(1);
  if (fee) await step("setFee", { feeCurrency: "CNY", actualFreight: String(fee / 100) });
  if (end === "reversed") return step("reverse", { reason: "录错了" });
  if (end === "shipped") return;
  const first = Math.min(part, qty - short);
  await Promise.all([step("receive", some(first)), step("receive", some(first))]);
  await step("setFee", { feeCurrency: "CNY", actualFreight: String((fee * 3) / 100) });
  if (end === "closed") await step("close", { reason: "少到" });
}

/** Pieces in all warehouses and on their way, beside those that were filled in, lost and taken out. */
const balance = () =>
  s.db.query<Record<"there" | "expected", number>>(
    `select sum(t.on_hand_qty + t.transit_qty)::int as there,
       (160 - coalesce((select sum(lost_qty) from transfer_line), 0)
         - coalesce((select sum(l.good_qty) from other_out_line l
             join other_out h on h.id = l.other_out_id where h.status = 'done'), 0))::int as expected
     from stock t where t.sku_id = any($1::bigint[])`,
    [s.skus],
  );

/** Lines of which pieces or money do not add up. */
const odd = () =>
  s.db.query(
    `select h.no, h.status, l.* from transfer_line l join transfer h on h.id = l.transfer_id
       left join (select biz_line_id, sum(qty) as qty, sum(amount) as value from stock_move
         where biz_document = 'transfer' and bucket = 'transit' group by 1) w on w.biz_line_id = l.id
     where l.shipped_qty <> l.received_good_qty + l.received_bad_qty + l.lost_qty + coalesce(w.qty, 0)
       or (l.shipped_qty > 0
         and l.out_amount + case when h.status = 'closed' then l.fee_amount else l.fee_posted end
           <> l.in_amount + l.lost_amount + coalesce(w.value, 0))`,
  );

test("no piece and no cent is gone but what is lost, whoever acts at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 8, maxLength: 8 }), async (wishes) => {
      await Promise.all(wishes.map(go));
      expect(await ledgerFaults(s.db)).toEqual([]);
      expect(await odd()).toEqual([]);
      const [sum] = await balance();
      expect(sum?.there).toBe(sum?.expected);
    }),
    { numRuns: runs(2), endOnFailure: true },
  );
});
