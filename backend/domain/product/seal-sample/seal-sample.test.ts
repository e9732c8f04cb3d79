import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documentNamed } from "#documents";
import { can } from "#documents/kit";
import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { runs } from "../../../../tests/runs";
import { MEASURES, office, PRODUCT, supplierForm } from "../product.testing";
import { expireSamples, soonUntil } from "./expiry";

const F = "/product/sealsample";
let backend: TestBackend;
let o: ReturnType<typeof office>;
let skuId: string;
let supplierId: string;
let serial = 0;

beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
  await uploadEvidence(backend.db);
  const product = await o.as("product").add("/product/product", PRODUCT);
  await o.submit("product", "product", "/product/product", product.id);
  const spu = await o
    .as("product")
    .add("/product/spu", { spuCode: "SEA0001", productId: product.id, name: "杯", unit: "pcs" });
  o.good(await o.as("product").act("/product/spu", spu.id, "enable"));
  const sku = await o
    .as("product")
    .add("/product/sku", {
      skuCode: "SEA0001-01",
      skuType: "normal",
      spuId: spu.id,
      name: "杯",
      unit: "pcs",
      ...MEASURES,
    });
  await o.submit("product", "sku", "/product/sku", sku.id);
  skuId = sku.id;
  const who = await backend.db.one<{ id: string }>("select id from sys_user where username = 'buyer'");
  const supplier = await o.as("buyer").add("/supplier/supplier", supplierForm(31, { buyerId: who?.id }));
  await o.submit("buyer", "supplier", "/supplier/supplier", supplier.id);
  supplierId = supplier.id;
});
afterAll(() => backend?.close());

const form = (more: Record<string, unknown> = {}) => ({
  skuId,
  supplierId,
  sampleType: "first",
  sealDate: "2026-11-01",
  qty: 3,
  keepPurchase: 1,
  keepQc: 1,
  keepSupplier: 1,
  sealNo: `S-${++serial}`,
  photos: [evidence("buyer", "picture"), evidence("buyer", "picture2")],
  checks: [{ item: "外观", standard: "无划痕", result: "ok" }],
  ...more,
});
const add = (more?: Record<string, unknown>) => o.as("buyer").add(F, form(more));
const statusOf = async (id: string) => (await o.as("buyer").read(F, id)).status;

it.each([
  [{ qty: 4 }, "采购、质检、供方留样数之和须等于封样数量"],
  [{ validUntil: "2026-11-01" }, "有效期须晚于封样日"],
])("refuses %j", async (more, message) => {
  expect((await o.as("buyer").send("POST", F, form(more))).body.msg).toBe(message);
});

it("a line that fails is not sealed", async () => {
  const { id } = await add({ checks: [{ item: "外观", standard: "无划痕", result: "ng" }] });
  expect((await o.as("buyer").act(F, id, "submit")).body.msg).toBe("存在不合格项，不能封样");
});

it("whatever happens, at most one sample of a SKU and supplier is in force", async () => {
  const made: string[] = [];
  const step = fc.oneof(fc.constant("add" as const), fc.constant("submit" as const), fc.constant("void" as const));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(9)), { maxLength: 5 }), async (steps) => {
      await Promise.all(
        steps.map(async ([name, n]) => {
          const id = made[n % Math.max(1, made.length)];
          if (name === "add" || !id) made.push((await add()).id);
          else if (name === "void") await o.as("product_lead").act(F, id, "void", { reason: "重做" });
          else {
            await o.as("buyer").act(F, id, "submit");
            await o.approveAll("seal_sample", F, id).catch(() => {});
          }
        }),
      );
      const [row] = await backend.db.query<{ n: number; versions: number; rows: number }>(
        `select count(*) filter (where status = 'effective')::int as n,
           count(distinct sample_version)::int as versions, count(*)::int as rows
         from seal_sample where sku_id = $1 and supplier_id = $2`,
        [skuId, supplierId],
      );
      expect(row?.n).toBeLessThanOrEqual(1);
      expect(row?.versions).toBe(row?.rows);
    }),
    { numRuns: runs(3) },
  );
});

it("the newest replaces the one before; its date ends it", async () => {
  const one = await add();
  await o.submit("buyer", "seal_sample", F, one.id);
  const two = await add();
  await o.submit("buyer", "seal_sample", F, two.id);
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["replaced", "effective"]);
  const until = (date: string) =>
    backend.db.query("update seal_sample set valid_until = $2 where id = $1", [two.id, date]);
  const notices = async (who: string) =>
    backend.db.query<{ title: string }>(
      `select n.title from sys_notification n join sys_notification_target t
         on t.notification_id = n.id join sys_user u on u.id = t.user_id
       where u.username = $1 and n.title like '封样%' order by n.id`,
      [who],
    );
  const soon = async () => o.good(await o.as("buyer").send("GET", `${F}/page`, undefined, { expiring: "soon" })).total;
  expect(await soon()).toBe(0);
  await until(soonUntil());
  expect(await soon()).toBe(1);
  expect(await o.as("buyer").read(F, two.id)).toMatchObject({ expiring: "soon" });
  await expireSamples(backend.db);
  await expireSamples(backend.db);
  const { no } = await o.as("buyer").read(F, two.id);
  const first = { title: `封样${no}将于${soonUntil()}到期` };
  expect(await notices("buyer")).toEqual([first]);
  await until("2026-01-01");
  await expireSamples(backend.db);
  expect(await statusOf(two.id)).toBe("expired");
  expect(await soon()).toBe(0);
  expect(await notices("buyer")).toEqual([first, { title: `封样${no}已过期` }]);
});

it("is found by SKU and supplier; a card is printed of samples in force", async () => {
  const { id } = await add();
  const found = async (keyword: string) => {
    const page = await o.as("buyer").send("GET", `${F}/page`, undefined, { keyword, size: "100" });
    return (o.good(page).records as { id: string }[]).map((r) => r.id);
  };
  expect(await found("SEA0001")).toContain(id);
  expect(await found("测试供应商31")).toContain(id);
  expect(await found("测试供应商99")).toEqual([]);
  const printed = (status: string) =>
    can(new Set(["product_sealsample_print"]), documentNamed("seal_sample"), "print", { status }).ok;
  expect([printed("draft"), printed("effective"), printed("expired")]).toEqual([false, true, false]);
});
