import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RuleContext } from "#backend/engine/documents/rules";
import { Refusal } from "#backend/platform/http/refusal";
import { dec } from "#backend/platform/values/money";
import { runs } from "../../../tests/runs";
import { ledgerFaults } from "./checks";
import { reserve } from "./reserve";
import { reverseMoves } from "./reverse";
import { postLateCosts } from "./rows";
import { openStock, type Stock } from "./stock.testing";
import { arrive, lose, sendOff } from "./transit";
import type { Source } from "./types";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
});
afterAll(() => s.db.close());

/** A transfer of one line, and what its postings answered. */
interface Way {
  source: Source;
  sku: number;
  from: number;
  sent: number;
  came: number;
  lost: number;
  fees: string;
  lostWorth: string;
}

const qty = fc.integer({ min: 1, max: 9 });
const sku = fc.nat(2);
const from = fc.nat(1);
const which = fc.nat(11);
const step = fc.oneof(
  fc.record({ do: fc.constant("fill" as const), sku, from, qty, cents: fc.nat(999) }),
  fc.record({ do: fc.constant("take" as const), sku, from, qty }),
  fc.record({ do: fc.constant("send" as const), sku, from, qty, held: fc.boolean() }),
  fc.record({ do: fc.constant("arrive" as const), which, good: fc.nat(4), bad: fc.nat(2) }),
  fc.record({ do: fc.constant("lose" as const), which, qty: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant("reverse" as const), which }),
  fc.record({ do: fc.constant("late" as const), sku, from, qty, cents: fc.nat(999) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ways: Way[] = [];
const plus = (a: string, b: string) => dec(a).plus(b).toFixed(2);

/** As a document's action does: the document is locked, then what happened to it is known. */
const locked = <R>(way: Way, work: (c: RuleContext) => Promise<R>) =>
  s.act(async (c) => {
    await c.sql.query("select 1 from transfer where id = $1 for update", [way.source.id]);
    return work(c);
  });

async function send(p: Step & { do: "send" }) {
  const source = s.source("transfer");
  await s.db.query("insert into transfer (id, no, status) overriding system value values ($1, $2, 'packed')", [
    source.id,
    source.no,
  ]);
  const way = { source, sku: p.sku, from: p.from, sent: 0, came: 0, lost: 0 };
  const { warehouseId, skuId } = s.place(p.sku, p.from);
  const leg = { skuId, fromWarehouseId: warehouseId, bucket: "good" as const, qty: p.qty };
  const toWarehouseId = s.place(p.sku, 1 - p.from).warehouseId;
  const whole: Way = { ...way, fees: "0.00", lostWorth: "0.00" };
  const hold = { warehouseId, skuId, bucket: "good" as const, qty: p.qty, lineId: source.id };
  if (p.held) await s.act((c) => reserve(c, source, [hold]));
  const legs = [{ ...leg, toWarehouseId, lineId: source.id, reserved: p.held }];
  const types = { out: "transferOut", transit: "transferTransit" } as const;
  await locked(whole, (c) => sendOff(c, source, "ship", legs, types));
  whole.sent = p.qty;
  ways.push(whole);
}

let key = 0;

async function goOn(way: Way, p: Step & { do: "arrive" | "lose" | "reverse" }) {
  const { warehouseId: toWarehouseId, skuId } = s.place(way.sku, 1 - way.from);
  const leg = { skuId, toWarehouseId, lineId: way.source.id };
  await locked(way, async (c) => {
    if (p.do === "reverse") {
      // 已收货，不能撤销: what the document's own guard says.
      if (way.came || way.lost || !way.sent) return;
      await reverseMoves(c, way.source, "reverse");
      way.sent = 0;
      return;
    }
    const fee = `0.0${++key % 7}`;
    if (p.do === "arrive") {
      const legs = [{ ...leg, good: p.good, bad: p.bad, fee }];
      const done = await arrive(c, way.source, `in ${key}`, legs, { in: "transferIn" });
      if (!done.length) return;
      way.came += p.good + p.bad;
    } else {
      const legs = [{ ...leg, qty: p.qty, fee }];
      const [gone] = await lose(c, way.source, `loss ${key}`, legs, { loss: "transferLoss" });
      way.lost += p.qty;
      way.lostWorth = plus(way.lostWorth, gone?.amount ?? "0");
    }
    way.fees = plus(way.fees, fee);
  });
}

async function play(p: Step): Promise<void> {
  if (p.do === "send") return send(p);
  if (p.do === "arrive" || p.do === "lose" || p.do === "reverse") {
    const way = ways[ways.length - 1 - p.which];
    return way && goOn(way, p);
  }
  const place = s.place(p.sku, p.from);
  if (p.do === "late") {
    const cost = { ...place, lineId: "1", amount: (p.cents / 100).toFixed(2), pieces: p.qty };
    return s.act((c) => postLateCosts(c, s.source(), "late", [cost]));
  }
  const more = { bucket: "good" as const, qty: p.qty, ...place };
  await (p.do === "fill"
    ? s.fill(p.qty, (p.cents / 100).toFixed(2), place)
    : s.post([{ kind: "out", type: "otherOut", ...more }]));
}

/** What the moves of each transfer say: pieces and CNY under way, and what is missing of both. */
const said = () =>
  s.db.query<{ id: string; under: number; pieces: number; worth: string }>(
    `select biz_id as id, sum(qty)::int as pieces, sum(amount)::text as worth,
       coalesce(sum(qty) filter (where bucket = 'transit'), 0)::int as under
     from stock_move where biz_document = 'transfer' group by 1`,
  );

async function check() {
  expect(await ledgerFaults(s.db)).toEqual([]);
  const rows = new Map((await said()).map((row) => [row.id, row]));
  for (const { source, sent, came, lost, fees, lostWorth } of ways) {
    const row = rows.get(source.id);
    expect(row?.under, source.no).toBe(sent - came - lost);
    expect((row?.pieces ?? 0) + lost, source.no).toBe(0);
    // Out and fees are in, lost and under way, to the cent.
    expect(row?.worth, source.no).toBe(dec(fees).minus(lostWorth).toFixed(2));
  }
}

const ALLOWED = /可用不足/;

it("keeps pieces and value of all that is under way, whoever acts at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 4, maxLength: 8 }), { minLength: 4, maxLength: 10 }),
      async (rounds) => {
        for (let i = 0; i < 6; i++) await s.fill(12, "35.55", s.place(i % 3, i % 2));
        for (const round of rounds) {
          const results = await Promise.allSettled(round.map(play));
          for (const r of results)
            if (r.status === "rejected") {
              if (!(r.reason instanceof Refusal)) throw r.reason;
              expect(r.reason.message).toMatch(ALLOWED);
            }
        }
        await check();
      },
    ),
    { numRuns: runs(5) },
  );
  expect(ways.some((w) => w.came && w.lost)).toBe(true);
});
