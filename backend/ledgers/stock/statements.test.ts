import { afterAll, beforeAll, expect, it } from "vitest";
import type { RuleContext } from "#backend/engine/documents/rules";
import type { Sql } from "#backend/platform/db/sql";
import { postMoves } from "./ledger";
import { openStock, type Stock } from "./stock.testing";
import { arrive, sendOff } from "./transit";

let s: Stock;
beforeAll(async () => {
  s = await openStock();
});
afterAll(() => s.db.close());

/** First words of the statements of some work, from the lock of its pools on. */
async function underLock(work: (c: RuleContext) => Promise<unknown>): Promise<string[]> {
  const ran: string[] = [];
  await s.act((c) => {
    const note = (text: string) => ran.push(text.trim().split(" ", 2).join(" "));
    const sql: Sql = {
      ...c.sql,
      query(text, values) {
        note(text);
        return c.sql.query(text, values);
      },
      one(text, values) {
        note(text);
        return c.sql.one(text, values);
      },
    };
    return work({ ...c, sql });
  });
  return ran.slice(ran.indexOf("with missing"));
}

const all = [0, 1, 2].map((sku) => ({ sku, lineId: String(sku + 1) }));

it("locks its pools with one statement and writes everything with one more", async () => {
  const moves = all.flatMap(({ sku, lineId }) =>
    [0, 1].map((warehouse) => ({
      kind: "in" as const,
      bucket: "good" as const,
      type: "otherIn" as const,
      qty: 9,
      amount: "9.00",
      lineId,
      ...s.place(sku, warehouse),
    })),
  );
  const post = (key: string) => underLock((c) => postMoves(c, s.source(), key, moves));
  // Pools that are not there yet are made first, and then locked.
  expect(await post("first")).toEqual(["with missing", "select t.id,", "with month"]);
  expect(await post("second")).toEqual(["with missing", "with month"]);
});

it("what comes from the way holds its pools no longer", async () => {
  const source = s.source("transfer");
  const way = all.map(({ sku, lineId }) => ({
    skuId: s.place(sku).skuId,
    lineId,
    fromWarehouseId: s.place(0, 0).warehouseId,
    toWarehouseId: s.place(0, 1).warehouseId,
  }));
  const legs = way.map((leg) => ({ ...leg, bucket: "good" as const, qty: 4 }));
  const types = { out: "transferOut", transit: "transferTransit" } as const;
  expect(await underLock((c) => sendOff(c, source, "ship", legs, types))).toEqual(["with missing", "with month"]);
  const came = way.map((leg) => ({ ...leg, good: 3, bad: 1 }));
  expect(await underLock((c) => arrive(c, source, "receive", came, { in: "transferIn" }))).toEqual([
    "with missing",
    "with month",
  ]);
});
