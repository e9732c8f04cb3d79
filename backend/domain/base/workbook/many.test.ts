import { afterAll, beforeAll, expect, it } from "vitest";
import { engine } from "#backend/domain";
import { lockAll, type RuleContext, type RuleValues } from "#backend/engine/documents";
import { insertMany, updateMany } from "#backend/engine/documents/writing/many";
import { insert, update } from "#backend/engine/documents/writing/write";
import { callerOf } from "#backend/platform/auth/caller";
import { nextOrder } from "#backend/platform/db";
import { sku } from "#documents/product/sku";
import { judged } from "./save";
import { bookOf, type Cell, openWorkbooks, type Tables, yuanfan } from "./workbook.testing";

/* Many rows at once: what a form would refuse of one of them is refused, and nothing else is. */

const rules = engine.book.get("sku")?.rules ?? {};
let w: Awaited<ReturnType<typeof openWorkbooks>>;
beforeAll(async () => {
  w = await openWorkbooks();
  await w.imported(yuanfan());
});
afterAll(() => w?.backend.close());

/** Runs in a transaction as the administrator, and takes it back. */
async function tried<T>(work: (c: RuleContext) => Promise<T>): Promise<T> {
  const caller = await callerOf(w.db, "1");
  if (!caller) throw new Error("nobody");
  let found: { value: T } | undefined;
  await w.db
    .tx(async (sql) => {
      found = { value: await work({ sql, caller, tenantId: "1", ...engine, founding: true }) };
      throw new Error("taken back");
    })
    .catch((error) => {
      if (!found) throw error;
    });
  if (!found) throw new Error("nothing");
  return found.value;
}

const idOf = async (table: string, column: string, code: string) =>
  (await w.db.one<{ id: string }>(`select id from ${table} where ${column} = $1`, [code]))?.id ?? "";

/** A whole SKU with lines, as a form sends it. */
async function given(n: number): Promise<RuleValues> {
  return judged(sku, "add", {
    skuCode: `HKC0001-M${n}`,
    name: `保温壶 ${n}`,
    skuType: "normal",
    spuId: await idOf("spu", "spu_code", "HKC0001"),
    attrList: [`颜色:第${n}色`],
    unit: "pcs",
    grossWeightG: "620.5",
    purchasePrice: n % 2 ? "41.2" : null,
    batchManaged: n % 2 === 0,
    prices: [
      {
        supplierId: await idOf("supplier", "code", "S01"),
        currency: "CNY",
        taxRate: "13",
        price: "41.2",
        minQty: n,
        isDefault: true,
      },
    ],
    listings: [
      {
        storeId: await idOf("store", "store_code", "AMZ-US-A"),
        msku: `MANY-${n}`,
        groupId: await idOf("ops_group", "group_code", "G1"),
      },
    ],
  });
}

/** Everything that is stored of SKUs, without what tells one from another. */
const stored = async ({ sql }: RuleContext) => {
  const own = "- '{id,sku_id,sku_code,name,attrs,find_text,create_time,update_time,min_qty,msku}'::text[]";
  const rows = await sql.query<{ row: RuleValues; prices: RuleValues[]; listings: RuleValues[] }>(
    `select to_jsonb(k) ${own} as row,
       (select jsonb_agg(to_jsonb(p) ${own} order by p.id) from sku_supplier_price p where p.sku_id = k.id) as prices,
       (select jsonb_agg(to_jsonb(l) ${own} order by l.id) from sku_listing l where l.sku_id = k.id) as listings
     from sku k where k.sku_code like 'HKC0001-M%' order by k.sku_code`,
  );
  return rows;
};

it("stores what one by one is stored: columns, defaults, lines, versions", async () => {
  const values = await Promise.all([1, 2, 3, 4].map(given));
  const apart = await tried(async (c) => {
    for (const one of values) await insert(c, sku, rules, one);
    return stored(c);
  });
  const together = await tried(async (c) => {
    const made = await insertMany(c, sku, rules, values);
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    return stored(c);
  });
  expect(apart).toHaveLength(4);
  expect(together).toEqual(apart);
});

it("changes what one by one is changed, and lines that are not named stay", async () => {
  const values = await Promise.all([1, 2, 3].map(given));
  const changes: RuleValues[] = [{ name: "甲" }, { qcStandard: "严" }, { listings: [] }];
  const changed = async (c: RuleContext, many: boolean) => {
    const made = await insertMany(c, sku, rules, values);
    nextOrder(c.sql);
    const rows = await lockAll(
      c,
      sku,
      made.map(({ id }) => id),
    );
    const pairs = rows.map((before, i) => ({ before, values: structuredClone(changes[i] ?? {}) }));
    if (many) await updateMany(c, sku, rules, pairs);
    else for (const { before, values: next } of pairs) await update(c, sku, rules, before, next);
    return stored(c);
  };
  const together = await tried((c) => changed(c, true));
  expect(together.map(({ row }) => row.version)).toEqual([1, 1, 1]);
  expect(together).toEqual(await tried((c) => changed(c, false)));
});

it("refuses what may not stand together as what stands already", async () => {
  const values = await Promise.all([1, 2].map(given));
  const said = (change: RuleValues) =>
    tried((c) => insertMany(c, sku, rules, [values[0] ?? {}, { ...structuredClone(values[1]), ...change }])).catch(
      (error) => error.message,
    );
  expect(await said({ attrList: ["颜色:第1色"] })).toBe("规格组合重复");
  expect(await said({ barcode: "HKC0001-M1" })).toBe("条码与SKU编码相同");
  expect(await said({ listings: values[0]?.listings })).toBe("不同SKU的MSKU重复");
  expect(await said({ skuCode: "HKC0001-M1" })).toBe("SKU编码已存在");
  expect(await said({ attrList: ["颜色:黑色"] })).toBe("规格组合 黑色 已存在SKU HKC0001-BK");
  expect(await said({ barcode: "SET0001-A" })).toBe("条码与SKU SET0001-A 的编码或FNSKU相同");
  expect(await said({})).toHaveLength(2);
});

/** A workbook of SKUs of one style and their mappings, as one that has no fault in itself. */
function many(count: number, change: (rows: { skus: Cell[][]; listings: Cell[][] }) => void): Tables {
  const number = (n: number) => String(n).padStart(3, "0");
  const rows: { skus: Cell[][]; listings: Cell[][] } = {
    skus: Array.from({ length: count }, (_, n) => [
      `HKC0001-Q${number(n)}`,
      `壶${n}`,
      "普通",
      "HKC0001",
      `颜色:${n}号`,
    ]),
    listings: Array.from({ length: count }, (_, n) => ["AMZ-US-A", `Q-${n}`, `HKC0001-Q${number(n)}`, "G1", "AFN"]),
  };
  change(rows);
  return { "10SKU": rows.skus, "12平台映射": rows.listings };
}

it("says of each row of many what its own form would say, and of no other", async () => {
  const t = many(700, ({ skus, listings }) => {
    for (const [n, color] of [
      [300, "颜色:黑色"],
      [301, "颜色:5号"],
    ] as const)
      (skus[n] ?? [])[4] = color;
    (skus[600] ?? [])[6] = "HKC0001-Q010";
    (listings[400] ?? [])[1] = "HKC-BK-US";
    (listings[650] ?? [])[5] = "X123456789";
    (listings[650] ?? [])[4] = "MFN";
  });
  const found = await w.checked(await bookOf(t));
  expect(found.errors.map(({ sheet, cell, msg }) => `${sheet}!${cell} ${msg}`)).toEqual([
    "10SKU!A302 规格组合 黑色 已存在SKU HKC0001-BK",
    "10SKU!A303 规格组合 5号 已存在SKU HKC0001-Q005",
    "10SKU!G602 条码与SKU HKC0001-Q010 的编码或FNSKU相同",
    "12平台映射!B402 MSKU已映射到SKU HKC0001-BK",
    "12平台映射!F652 只有AFN可以填写FNSKU",
  ]);
  expect(found.sheets.map(({ name, added }) => [name, added])).toEqual([
    ["10SKU", 697],
    ["12平台映射", 698],
  ]);
});

it("writes history and versions of each, and takes all of it back", async () => {
  const done = await w.imported(many(600, () => {}));
  expect(done).toMatchObject({ added: 1200 });
  const kept = `select count(*)::int as n, min(k.version) as low, max(k.version) as high,
      (select count(*)::int from sys_oper_log o join sku s on s.id = o.biz_id::bigint
       where o.biz_type = 'sku' and s.sku_code like 'HKC0001-Q%') as told
    from sku k where k.sku_code like 'HKC0001-Q%'`;
  expect(await w.db.query(kept)).toEqual([{ n: 600, low: 1, high: 1, told: 600 }]);
  const spus = await w.db.one("select sku_count from spu where spu_code = 'HKC0001'");
  expect(spus).toEqual({ sku_count: 602 });
  const words = await w.db.one<{ n: number }>(
    "select count(*)::int as n from sku where find_text like '%' || find_code('Q-7') || '%'",
  );
  expect(words?.n).toBe(11);
  const renamed = many(600, ({ skus }) => {
    (skus[599] ?? [])[1] = "改名";
  });
  const again = await w.checked(await bookOf(renamed));
  expect(again).toMatchObject({ status: "checked", added: 0, changed: 1, changeCount: 1 });
  await w.step(done.id, "undo");
  expect(await w.state(done.id)).toMatchObject({ status: "undone", message: null });
  expect(await w.count("sku")).toBe(12);
});
