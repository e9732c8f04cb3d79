import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type Platform } from "#backend/domain/wms/fba/fba.testing";
import { documents } from "#documents";
import { columnOf, namesSku } from "./sku-words";

let p: Platform;
beforeAll(async () => {
  p = await openPlatform();
});
afterAll(() => p.backend.close());

const WORDS = ["skuName", "unit", "skuCode"];

test("every line that copies the words of its SKU reads them before it did", () => {
  const tables = documents.flatMap((d) => Object.values(d.lines ?? {}).filter(namesSku));
  expect(tables.length).toBeGreaterThan(15);
  for (const lines of tables)
    for (const name of WORDS) {
      const f = lines.fields[name];
      if (f && !f.virtual) expect(columnOf(lines, name, f, "x")).toContain("from sku r");
    }
});

test("drafts of other moves and of removals say name, specification and unit of their goods", async () => {
  const { o, db, to, skus } = p;
  await db.query("update sku set spec = '大号' where id = $1", [skus[0]]);
  const admin = o.as("admin");
  const items = [{ skuId: skus[0], goodQty: 1, badQty: 0 }];
  const made: [api: string, body: Record<string, unknown>][] = [
    ["/wms/otherin", { inType: "gain", warehouseId: to, reason: "盘盈", items }],
    ["/wms/otherout", { outType: "loss", warehouseId: to, reason: "盘亏数量不符", items }],
    ["/wms/fbareturn", p.returnForm([[0, 1]])],
    ["/wms/fbadisposed", p.disposalForm([[0, 1]])],
  ];
  for (const [api, body] of made) {
    const { id } = await admin.add(api, body);
    const row = await admin.read<{ status: string; items: object[] }>(api, id);
    expect(row, api).toMatchObject({
      status: "draft",
      items: [{ skuName: "货品1", spec: "大号", unit: "pcs", skuCode: "FBA0001-01" }],
    });
  }
});
