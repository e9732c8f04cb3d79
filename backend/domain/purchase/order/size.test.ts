import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documents } from "#documents";
import { ORDER, type Ordering, openOrdering } from "./purchase-order.testing";

let w: Ordering;
let skus: string[];
beforeAll(async () => {
  w = await openOrdering();
  const rows = await w.db.query<{ id: string }>(
    `insert into sku (sku_code, name, sku_type, unit, status, spu_id, purchase_price)
     select 'MANY-' || n, '批量SKU' || n, 'easy', 'pcs', 'approved', null, 1
     from generate_series(1, 500) n returning id`,
  );
  skus = rows.map((r) => r.id);
});
afterAll(() => w?.close());

const TABLES = new Set(
  documents
    .flatMap((d) => [d.table, ...Object.values(d.lines ?? {}).map((l) => l.table)])
    .filter((table) => !table.startsWith("sys_")),
);

/** How often each table of a document is named by the statements that `work` runs. */
async function counted(work: () => Promise<unknown>) {
  const run = pg.Client.prototype.query;
  const counts: Record<string, number> = {};
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = String((given[0] as { text?: string })?.text ?? given[0]);
    for (const table of new Set(text.match(/(?<=\b(?:from|into|update|join)\s+)[a-z_]+/g)))
      if (TABLES.has(table)) counts[table] = (counts[table] ?? 0) + 1;
    return (run as (...a: unknown[]) => unknown).apply(this, given);
  } as typeof run;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = run;
  }
  return counts;
}

/** An order of so many lines: made, half of it changed, one line dropped and one added, submitted. */
async function life(lines: number) {
  // So dear that every order takes every node of its approval, whatever its size.
  const items = skus.slice(0, lines).map((skuId, i) => ({ skuId, qty: i + 1, price: "20000" }));
  const form = { ...w.orderForm([]), items };
  let id = "";
  const made = await counted(async () => {
    id = (await w.buyer.add(ORDER, form)).id;
  });
  const row = await w.read(id);
  const next = row.items.slice(1).map((l, i) => ({ ...l, qty: i % 2 ? 7 : l.qty }));
  const body = { id, version: row.version, items: [...next, { skuId: skus[0], qty: 3, price: "1" }] };
  const saved = await counted(async () => w.o.good(await w.buyer.send("PUT", ORDER, body)));
  const after = await w.read(id);
  const submitted = await counted(async () => w.o.good(await w.submit(id)));
  return { made, saved, submitted, after };
}

/** Jobs run beside it and are counted too: of two lives, the fewer statements for each table. */
async function quietLife(lines: number) {
  const [one, two] = [await life(lines), await life(lines)];
  const fewer = (step: "made" | "saved" | "submitted") =>
    Object.fromEntries(
      Object.entries(one[step]).flatMap(([table, n]) => {
        const least = Math.min(n, two[step][table] ?? 0);
        return least ? [[table, least]] : [];
      }),
    );
  return { made: fewer("made"), saved: fewer("saved"), submitted: fewer("submitted"), after: two.after };
}

it("an order of 500 lines is saved and submitted with as many statements as one of four", async () => {
  await life(2); // signs in
  const few = await quietLife(4);
  const many = await quietLife(500);
  expect(many.after.items).toHaveLength(500);
  expect(many.after.items.map((l) => l.qty).slice(0, 3)).toEqual([2, 7, 4]);
  expect(many.after.items.at(-1)).toMatchObject({ qty: 3, lineNo: 500 });
  for (const step of ["made", "saved", "submitted"] as const) {
    expect(many[step], step).toEqual(few[step]);
    expect(many[step].purchase_order_line).toBeGreaterThan(0);
    expect(Math.max(...Object.values(many[step]))).toBeLessThanOrEqual(12);
  }
});
