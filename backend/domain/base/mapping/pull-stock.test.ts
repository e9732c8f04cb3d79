import { afterAll, beforeAll, expect, it } from "vitest";
import { type Mappings, openMappings } from "./mapping.testing";
import { pullStock } from "./pull-stock";
import { startWarehouse } from "./warehouse.testing";

let m: Mappings;
let there: Awaited<ReturnType<typeof startWarehouse>>;
beforeAll(async () => {
  m = await openMappings();
  there = await startWarehouse();
  await m.db.query(
    `insert into connector (tenant_id, name, kind, provider, account, enabled)
     values (1, '谷仓', 'warehouse', 'gc', 'demo', true),
       (1, '万邑通', 'warehouse', 'winit', 'demo', false)`,
  );
});
afterAll(async () => {
  await m.db.close();
  await there.close();
});

const qty = () =>
  m.db.query(
    `select external_code as code, external_qty as qty, last_pull_time is not null as pulled
     from goods_mapping order by external_code`,
  );

it("of connections that are on every code is asked for once; what is not named lies nowhere", async () => {
  const a = await m.add("gc", { skuId: m.skus.a, externalCode: "GC-A" });
  const b = await m.add("gc", { skuId: m.skus.b, externalCode: "GC-B" });
  const off = await m.add("winit", { skuId: m.skus.a, externalCode: "W-A" });
  for (const id of [a, b, off]) await m.pushed(id);
  await m.add("gc", { skuId: m.skus.unmeasured, externalCode: "GC-DRAFT" });
  there.replies["GET /stock"] = { json: { items: [{ code: "GC-A", onHand: 7 }] } };
  there.heard.length = 0;
  await pullStock(m.db);
  expect(there.heard.filter(({ path }) => path === "/stock")).toHaveLength(1);
  expect(await qty()).toEqual([
    { code: "GC-A", qty: 7, pulled: true },
    { code: "GC-B", qty: null, pulled: true },
    { code: "GC-DRAFT", qty: null, pulled: false },
    { code: "W-A", qty: null, pulled: false },
  ]);
});

it("a warehouse that does not answer is named, and what was known of it stays", async () => {
  there.replies["GET /stock"] = { status: 503 };
  await expect(pullStock(m.db)).rejects.toThrow("谷仓：");
  expect(await qty()).toContainEqual({ code: "GC-A", qty: 7, pulled: true });
});
