import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DISPOSAL, openPlatform, type Platform, RETURN } from "#backend/domain/wms/fba/fba.testing";
import { IN, OUT } from "#backend/domain/wms/stock/stockroom.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { runs } from "../../../../tests/runs";
import { TRANSFER } from "./transfer.testing";

let p: Platform;
beforeAll(async () => {
  // Enough for most that want some, too little for all of them.
  p = await openPlatform(40);
  await p.db.query(
    `update sku set pcs_per_carton = 5, gross_weight_g = 300, carton_length_cm = 30,
       carton_width_cm = 30, carton_height_cm = 30, carton_weight_kg = 2`,
  );
  await moved("in", { place: p.to, skus: [0, 1, 2], qty: 20, reversed: false });
  // Whatever the others leave to each other, one of each has travelled, come and been lost.
  const first = { qty: 2, part: 0, cents: 777, there: true, end: "closed" as const };
  await transfer({ ...first, do: "transfer", skus: [0, 1] });
  await removal({ ...first, do: "return", skus: [0, 1] });
});
afterAll(() => p.backend.close());

const wish = fc.record({
  do: fc.constantFrom("transfer", "transfer", "return", "return", "disposal", "in", "out"),
  /** Both SKUs of a document, in an order that differs: only the locks keep two documents apart. */
  skus: fc.constantFrom<[number, number]>([0, 1], [1, 0], [2, 1], [0, 2]),
  qty: fc.integer({ min: 2, max: 9 }),
  part: fc.integer({ min: 0, max: 4 }),
  cents: fc.nat(9999),
  there: fc.boolean(),
  end: fc.constantFrom("held", "void", "sent", "reversed", "part", "whole", "closed"),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

const clash = /可用不足|锁定不足|已被他人修改|已被冲销|可用库存不足/;
type Answer = Promise<{ status: number; body: { msg?: string | null } }>;
/** What is short, or somebody else's by now, is refused; a deadlock would say something else. */
const done = async (answer: Answer) => {
  const { status, body } = await answer;
  if (status !== 200) expect(body.msg).toMatch(clash);
  return status === 200;
};

/** Goods from nowhere, or gone. */
async function moved(
  way: "in" | "out",
  {
    place,
    skus,
    qty,
    cents = 333,
    reversed,
  }: Record<"qty", number> & { place: string; skus: number[]; cents?: number; reversed: boolean },
) {
  const [name, api] = way === "in" ? (["other_in", IN] as const) : (["other_out", OUT] as const);
  const unitCost = way === "in" ? { unitCost: (cents / 100).toFixed(2) } : {};
  const { id } = await p.o
    .as("admin")
    .add(api, {
      inType: "adjust",
      outType: "adjust",
      warehouseId: place,
      reason: "盘点后调整库存",
      items: skus.map((sku) => ({ skuId: p.skus[sku], goodQty: qty, badQty: 0, ...unitCost })),
    });
  if (!(await done(p.o.as("admin").act(api, id, "submit")))) return;
  await p.o.approveAll(name, api, id);
  if (!(await done(p.o.as("admin").act(api, id, "confirm"))) || !reversed) return;
  await done(p.o.as("admin").act(api, id, "reverse", { reason: "录错了" }));
}

let serial = 0;

/** From the overseas warehouse to the platform. */
async function transfer({ skus, qty, part, cents, end }: Wish) {
  const act = (id: string, action: string, body = {}) => done(p.o.as("admin").act(TRANSFER, id, action, body));
  const { id } = await p.o
    .as("logistics")
    .add(TRANSFER, {
      transferType: "4",
      fromWarehouseId: p.to,
      toWarehouseId: p.fba,
      feeShareType: "qty",
      shipmentId: `FBA17CIRC${String(++serial).padStart(3, "0")}`,
      items: skus.map((sku) => ({ skuId: p.skus[sku], goodQty: qty, badQty: 0 })),
    });
  if (!(await act(id, "submit"))) return;
  await p.o.approveAll("transfer", TRANSFER, id);
  if (end === "held") return;
  if (end === "void") return act(id, "void", { reason: "不要了" });
  await act(id, "pack");
  const { items } = await p.o.as("admin").read<{ items: { id: string }[] }>(TRANSFER, id);
  const counted = (...pieces: number[]) => ({
    items: items.map((line, i) => ({ lineId: line.id, goodQty: pieces[i] })),
  });
  await act(id, "ship", counted(qty, qty - 1));
  if (end === "sent") return;
  if (end === "reversed") return act(id, "reverse", { reason: "录错了" });
  await act(id, "setFee", { feeCurrency: "CNY", actualFreight: (cents / 100).toFixed(2) });
  await act(id, "receive", counted(1 + (part % qty), 0));
  if (end === "whole") await act(id, "receive");
  await act(id, "setFee", { feeCurrency: "CNY", actualFreight: (cents / 33).toFixed(2) });
  if (end === "closed") await act(id, "close", { reason: "少到" });
}

/** From the platform to the overseas warehouse, or destroyed there. */
async function removal({ do: what, skus, qty, end }: Wish) {
  const [name, api] = what === "return" ? (["fba_return", RETURN] as const) : (["fba_disposal", DISPOSAL] as const);
  const rows = skus.map((sku): [number, number, boolean] => [sku, qty, true]);
  const form = what === "return" ? p.returnForm(rows) : p.disposalForm(rows, { reasonText: "超龄" });
  const { id } = await p.o.as("ops").add(api, form);
  const act = (action: string, body = {}) => done(p.act(name, id, action, body));
  const counted = (first: Record<string, number>, second: typeof first) => p.lines(name, id, [first, second]);
  if (!(await done(p.o.as("ops").act(api, id, "submit"))) || end === "held") return;
  await p.o.approveAll(name, api, id);
  if (end === "void") return act("void", { reason: "不要了" });
  await act("submitAmazon", { removalOrderId: `RM-${id}-${name}` });
  if (name === "fba_disposal") {
    const rest = { disposedQty: qty - 1, cancelledQty: 1 };
    return act("finish", await counted({ disposedQty: qty }, rest));
  }
  const left = { shippedQty: qty - 1, disposedQty: 1 };
  await act("ship", await counted(left, { shippedQty: qty }));
  if (end === "sent" || end === "reversed") return;
  await act("receive", await counted({ goodQty: 1 }, { badQty: qty - 1 }));
  if (end === "closed") await act("close", { reason: "丢件" });
}

async function go(w: Wish) {
  if (w.do === "transfer") return transfer(w);
  if (w.do === "return" || w.do === "disposal") return removal(w);
  const place = w.there ? p.to : p.fba;
  const few = { ...w, place, qty: Math.ceil(w.qty / 2), reversed: w.end === "reversed" };
  return moved(w.do === "in" ? "in" : "out", few);
}

/** Lines of transfers and returns whose pieces under way are not those that left and did not come. */
const astray = () =>
  p.db.query(
    `select x.no, x.id, x.way, coalesce(m.qty, 0) as moves, coalesce(t.qty, 0) as kept from (
       select 'transfer' as document, h.no, l.id,
         l.shipped_qty - l.received_good_qty - l.received_bad_qty - l.lost_qty as way
       from transfer_line l join transfer h on h.id = l.transfer_id
       union all
       select 'fba_return', h.no, l.id,
         l.shipped_qty - l.received_good_qty - l.received_bad_qty - l.lost_qty
       from fba_return_line l join fba_return h on h.id = l.fba_return_id) x
     left join (select biz_document, biz_line_id, sum(qty)::int as qty from stock_move
       where bucket = 'transit' group by 1, 2) m
       on m.biz_document = x.document and m.biz_line_id = x.id
     left join stock_transit t on t.biz_document = x.document and t.line_id = x.id
     where x.way <> coalesce(m.qty, 0) or x.way <> coalesce(t.qty, 0)`,
  );

/** What does not add up over everything: pieces and value of pools, moves and layers, and what is held. */
const sums = () =>
  p.db.one<Record<string, string | number>>(
    `select
       (select sum(stock_value + transit_value) from stock)
         - (select sum(amount) from stock_move) as value,
       (select sum(on_hand_qty + transit_qty) from stock) - (select sum(qty) from stock_move) as pieces,
       (select sum(on_hand_qty) from stock) - (select sum(remain) from stock_layer) as layers,
       (select sum(reserved_qty + reserved_bad_qty) from stock)
         - (select coalesce(sum(qty - consumed_qty - released_qty), 0) from stock_reservation
            where status = 'active') as held,
       (select count(*) from stock_reservation where consumed_qty + released_qty > qty
          or least(qty, consumed_qty, released_qty) < 0)
         + (select count(*) from stock where least(reserved_qty, reserved_bad_qty, available_qty,
             available_bad_qty, transit_qty) < 0) as negative`,
  );

/** Transfers whose money is not all in, lost or under way. */
const unpaid = () =>
  p.db.query(
    `select h.no, h.status from transfer_line l join transfer h on h.id = l.transfer_id
       left join (select biz_line_id, sum(amount) as value from stock_move
         where biz_document = 'transfer' and bucket = 'transit' group by 1) w on w.biz_line_id = l.id
     where l.shipped_qty > 0
       and l.out_amount + case when h.status = 'closed' then l.fee_amount else l.fee_posted end
         <> l.in_amount + l.lost_amount + coalesce(w.value, 0)`,
  );

test("eight at once send goods round in a circle: every piece and cent is somewhere", async () => {
  const actor = fc.array(wish, { minLength: 2, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(actor, { minLength: 8, maxLength: 8 }), async (actors) => {
      const played = await Promise.allSettled(
        actors.map(async (wishes) => {
          for (const w of wishes) await go(w);
        }),
      );
      expect(played.flatMap((r) => (r.status === "rejected" ? [String(r.reason)] : []))).toEqual([]);
      expect(await ledgerFaults(p.db)).toEqual([]);
      expect(await astray()).toEqual([]);
      expect(await unpaid()).toEqual([]);
      const numbers = Object.entries((await sums()) ?? {}).map(([name, n]) => [name, Number(n)]);
      expect(Object.fromEntries(numbers)).toEqual({ value: 0, pieces: 0, layers: 0, held: 0, negative: 0 });
    }),
    { numRuns: runs(2), endOnFailure: true },
  );
  const types = await p.db.query<{ type: string }>("select distinct biz_type as type from stock_move");
  expect(types.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["transferIn", "fbaReturnIn", "transferLoss", "fbaReturnLoss"]),
  );
});
