import { afterAll, beforeAll, expect, it } from "vitest";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { mappedSku, unmappedReason } from "./find";
import { unmappedOf } from "./mapping";
import { type Mappings, openMappings } from "./mapping.testing";

let m: Mappings;
beforeAll(async () => {
  m = await openMappings();
});
afterAll(() => m.db.close());

const mapped = (warehouseId: string, ...skuIds: string[]) =>
  m.act(async (c) => [...(await mappedSku(c, { provider: "gc", warehouseId, skuIds })).values()]);

it("a code means one SKU, a SKU has one active code", async () => {
  const { a, b } = m.skus;
  const first = await m.add("gc", { skuId: a, externalCode: "GC-A100" });
  await expect(m.add("gc", { skuId: b, externalCode: "GC-A100" })).rejects.toThrow("外部编码已映射到 A100");
  const second = await m.add("gc", { skuId: a, externalCode: "GC-A100-2" });
  expect(await mapped(m.places.west, a)).toEqual([]);
  await m.pushed(first);
  await m.pushed(second);
  await m.go("gc", first, "activate");
  await expect(m.go("gc", second, "activate")).rejects.toThrow("该SKU已有生效映射");
  await expect(m.add("gc", { skuId: a, externalCode: "GC-A100-3" })).rejects.toThrow("该SKU已有生效映射");
  expect(await mapped(m.places.west, a, b)).toEqual([{ externalCode: "GC-A100", ratio: 1 }]);
  // Another system may call other goods the same.
  await m.add("winit", { skuId: b, externalCode: "GC-A100" });
});

it("the mapping of a warehouse itself comes before that of its system", async () => {
  const { west, east } = m.places;
  const own = await m.add("overseas", { skuId: m.skus.a, externalCode: "W-A100", warehouseId: west, ratio: 2 });
  await m.pushed(own);
  await m.go("overseas", own, "activate");
  expect(await mapped(west, m.skus.a)).toEqual([{ externalCode: "W-A100", ratio: 2 }]);
  expect(await mapped(east, m.skus.a)).toEqual([{ externalCode: "GC-A100", ratio: 1 }]);
  // The same code in another warehouse is another mapping.
  await m.add("overseas", { skuId: m.skus.b, externalCode: "W-A100", warehouseId: east });
});

it("one that is not effective yet is not used", async () => {
  const later = { skuId: m.skus.b, externalCode: "GC-B200", effectiveDate: "2999-01-01" };
  const id = await m.add("gc", later);
  await m.pushed(id);
  await m.go("gc", id, "activate");
  expect(await mapped(m.places.west, m.skus.b)).toEqual([]);
  expect(unmappedReason("gc", ["B200"])).toBe("SKU B200 未维护谷仓商品映射");
});

it("an active one stays as it is: its code is what packages were sent under", async () => {
  const [row] = await m.db.query<{ id: string }>(
    "select id from goods_mapping where external_code = 'GC-A100' and system = 'gc'",
  );
  const id = row?.id ?? "";
  await expect(m.change("gc", id, { externalCode: "GC-X" })).rejects.toThrow("映射已生效：要改编码或换算，请先停用");
  await m.change("gc", id, { externalName: "台灯（美西）" });
  const [order] = await m.db.query<{ id: string }>(
    `insert into package_order (tenant_id, no, status, warehouse_id)
     values (1, 'BG-M1', 'sent', $1) returning id`,
    [m.places.east],
  );
  await m.db.query("insert into package_order_line (tenant_id, package_order_id, sku_id, qty) values (1, $1, $2, 1)", [
    order?.id,
    m.skus.a,
  ]);
  await expect(m.go("gc", id, "disable")).rejects.toThrow("有待发包裹使用此映射");
  await m.db.query("update package_order set status = 'shipped'");
  await m.go("gc", id, "disable");
  expect(await m.state(id)).toBe("disabled");
  await expect(m.remove("gc", id)).rejects.toThrow();
});

it("what lies at a provider or waits for it, and has no code there, is asked for first", async () => {
  const { west, east } = m.places;
  const { b, unmeasured } = m.skus;
  const gaps = () => m.act((c) => unmappedOf(c, "gc", 3));
  await m.db.query("update goods_mapping set status = 'disabled' where sku_id = $1", [b]);
  const [order] = await m.db.query<{ id: string }>(
    `insert into package_order (tenant_id, no, status, warehouse_id)
     values (1, 'BG-M2', 'failed', $1) returning id`,
    [east],
  );
  await m.db.query("insert into package_order_line (tenant_id, package_order_id, sku_id, qty) values (1, $1, $2, 1)", [
    order?.id,
    unmeasured,
  ]);
  const source = { document: "other_in", id: "1", no: "QR1" } as const;
  await m.act((c) =>
    postMoves(c, source, "first", [
      ...[b, m.skus.a].map((skuId) => ({
        kind: "in" as const,
        type: "otherIn" as const,
        bucket: "good" as const,
        warehouseId: west,
        skuId,
        qty: 7,
        amount: "20.00",
      })),
    ]),
  );
  expect(await gaps()).toEqual({
    total: 2,
    rows: [
      { texts: ["C300", "线", "谷仓美东 在库0，待发包裹1"], values: { skuId: "C300" } },
      { texts: ["B200", "风扇", "谷仓美西 在库7"], values: { skuId: "B200" } },
    ],
  });
  // A draft is at work already.
  await m.add("gc", { skuId: unmeasured, externalCode: "GC-C300" });
  expect((await gaps()).total).toBe(1);
});
