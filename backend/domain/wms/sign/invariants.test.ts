import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Order } from "#backend/domain/purchase/delivery/delivery.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { evidence } from "../../../../tests/evidence";
import { runs } from "../../../../tests/runs";
import { type Gate, openGate, SIGN } from "./sign.testing";

let g: Gate;
beforeAll(async () => {
  g = await openGate();
});
afterAll(() => g?.close());

const step = fc.record({
  act: fc.constantFrom("sign", "sign", "sign", "reverse", "reverse"),
  pick: fc.nat(9),
  counts: fc.tuple(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 0, max: 45 })),
  isFinal: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Game {
  po: Order;
  /** Deliveries with their lines. */
  deliveries: { id: string; lines: string[] }[];
}

/** One call as a person makes it: refusals are part of the game, failures are not. */
async function play({ deliveries }: Game, { act, pick, counts, isFinal }: Step): Promise<void> {
  const of = deliveries[pick % deliveries.length];
  if (!of) return;
  const items = of.lines.map((deliveryLineId, i) => ({
    deliveryLineId,
    signQty: counts[i] ?? 0,
    diffReason: "shortage",
  }));
  const photos = [evidence("warehouse", "picture")];
  const live = await g.db.query<{ id: string }>(
    "select id from wms_sign where delivery_id = $1 and status <> 'reversed' order by id",
    [of.id],
  );
  const id = live[pick % Math.max(1, live.length)]?.id;
  const answer =
    act === "reverse" && id
      ? await g.reverse(id)
      : await g.keeper.send("POST", SIGN, { deliveryId: of.id, isFinal, photos, items });
  expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status);
}

/** What must agree, whatever happened: each a condition that no row may break. */
const BROKEN: Record<string, string> = {
  "signed within the allowance": `select l.id from purchase_order_line l
    where l.signed_qty > floor(l.qty * 1.03) or l.signed_qty < 0`,
  "order line = its receipts": `select l.id from purchase_order_line l
    where l.signed_qty <> coalesce((select sum(s.sign_qty) from wms_sign_line s
      join wms_sign h on h.id = s.wms_sign_id and h.status <> 'reversed'
      where s.po_line_id = l.id), 0)`,
  "delivered = what is on its way or was signed": `select l.id from purchase_order_line l
    where l.delivered_qty <> (select sum(case when h.status = 'signed' then d.signed_qty else d.qty end)
      from delivery_line d join delivery h on h.id = d.delivery_id where d.po_line_id = l.id)`,
  "delivery state": `select h.id from delivery h where (h.status = 'shipped')
      <> not exists (select 1 from wms_sign s where s.delivery_id = h.id and s.status <> 'reversed')`,
  "payable = Σ entries": `select o.id from purchase_order o where o.payable_amount
      <> coalesce((select sum(amount) from ap_entry where po_id = o.id), 0)`,
  "balance = Σ entries": `select o.id from purchase_order o where coalesce((select balance
      from ap_entry where po_id = o.id order by id desc limit 1), 0) <> o.payable_amount`,
  "stock = Σ receipts that stand": `select s.id from stock s where s.qc_qty <> (
      select coalesce(sum(l.sign_qty), 0) from wms_sign_line l
        join wms_sign h on h.id = l.wms_sign_id and h.status <> 'reversed'
      where l.sku_id = s.sku_id and h.warehouse_id = s.warehouse_id)`,
  "one live inspection for each receipt": `select h.id from wms_sign h where
      (h.status <> 'reversed') <> ((select count(*) from inspection i
        where i.sign_id = h.id and i.status <> 'reversed') = 1)`,
  "taken back once": `select reversal_of from stock_move where reversal_of is not null
      group by 1 having count(*) > 1`,
};

/** One delivery signed and taken back, one signed: tried first, or chance alone might never do it. */
const PLAIN: Step[][] = (["sign 0", "reverse 0", "sign 1"] as const).map((text) => {
  const [act, pick] = text.split(" ") as [Step["act"], string];
  return [{ act, pick: Number(pick), counts: [5, 5], isFinal: false }];
});

it("whatever is signed and taken back, also at once, the ledgers and quantities agree", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 }),
      async (rounds) => {
        const po = await g.priced(
          [
            [60, "3.3333"],
            [60, "0.07"],
          ],
          { feeShares: ["1.00", "7.77"] },
        );
        const game: Game = { po, deliveries: [] };
        for (const qty of [30, 30]) {
          const id = await g.shipped([
            [po.lines[0], qty],
            [po.lines[1], qty],
          ]);
          const lines = (await g.buyer.read("/purchase/delivery", id)).items;
          game.deliveries.push({ id, lines: lines.map((l: { id: string }) => l.id) });
        }
        for (const at of rounds) await Promise.all(at.map((s) => play(game, s)));
        for (const [name, query] of Object.entries(BROKEN)) expect(await g.db.query(query), name).toEqual([]);
        expect(await ledgerFaults(g.db)).toEqual([]);
        const supplier = await g.db.one(
          `select s.ap_balance = (select coalesce(sum(base_amount), 0) from ap_entry
             where supplier_id = s.id) as ok from supplier s where id = $1`,
          [g.supplierId],
        );
        expect(supplier).toEqual({ ok: true });
      },
    ),
    { numRuns: runs(3), examples: [[PLAIN]] },
  );
  const done = await g.db.query<{ status: string }>("select distinct status from wms_sign");
  expect(done.map((r) => r.status).sort()).toEqual(["reversed", "signed"]);
});
