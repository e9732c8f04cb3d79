import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Refusal } from "#backend/platform/http/refusal";
import { runs } from "../../../tests/runs";
import { ledgerFaults } from "./checks";
import { release, reserve } from "./reserve";
import { reverseMoves } from "./reverse";
import { openStock, type Stock } from "./stock.testing";
import type { Move, Source } from "./types";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
});
afterAll(() => s.db.close());

const at = fc.record({ sku: fc.nat(2), warehouse: fc.nat(1) });
const qty = fc.integer({ min: 1, max: 9 });
const step = fc.oneof(
  fc.record({ do: fc.constant("in" as const), at, qty, cents: fc.nat(9999) }),
  fc.record({ do: fc.constant("out" as const), at, qty }),
  fc.record({ do: fc.constant("shift" as const), at, qty }),
  fc.record({ do: fc.constant("both" as const), at, qty }),
  fc.record({ do: fc.constant("reverse" as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant("hold" as const), at, qty }),
  fc.record({ do: fc.constant("release" as const), which: fc.nat(20) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const posted: Source[] = [];
const holding: Source[] = [];

const move = (kind: "in" | "out" | "shift", place: ReturnType<Stock["place"]>, n: number): Move =>
  kind === "shift"
    ? { kind, from: "good", to: "bad", qty: n, type: "qcReject", ...place }
    : kind === "out"
      ? { kind, bucket: "good", qty: n, type: "otherOut", ...place }
      : { kind, bucket: "good", qty: n, amount: (n * 3.33).toFixed(2), type: "otherIn", ...place };

/** Both warehouses in one posting, named in an order that differs: only the locks keep them apart. */
const both = (sku: number, n: number, back: boolean): Move[] => {
  const moves = [move("in", s.place(sku, 0), n), move("out", s.place((sku + 1) % 3, 1), n)];
  return back ? moves.reverse() : moves;
};

async function play(p: Step): Promise<void> {
  if (p.do === "reverse") {
    const from = posted[p.which];
    if (from) await s.act((c) => reverseMoves(c, from, "reverse"));
    return;
  }
  if (p.do === "release") {
    const from = holding[p.which];
    if (from) await s.act((c) => release(c, from));
    return;
  }
  const place = s.place(p.at.sku, p.at.warehouse);
  if (p.do === "hold") {
    const owner = s.source("other_out");
    await s.act((c) => reserve(c, owner, [{ bucket: "good", qty: p.qty, lineId: owner.id, ...place }]));
    holding.push(owner);
    return;
  }
  const moves = p.do === "both" ? both(p.at.sku, p.qty, p.at.warehouse === 1) : [move(p.do, place, p.qty)];
  posted.push((await s.post(moves)).from);
}

it("adds up after any postings at once, and none is given up for another", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        for (const round of rounds) {
          const results = await Promise.allSettled(round.map(play));
          for (const r of results)
            if (r.status === "rejected") {
              expect(r.reason).toBeInstanceOf(Refusal);
              expect(r.reason.message).toMatch(/可用不足|该流水已被冲销/);
            }
        }
        expect(await ledgerFaults(s.db)).toEqual([]);
      },
    ),
    { numRuns: runs(5) },
  );
});
