import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { MEASURES, office, PRODUCT } from "./product.testing";
import { refreshSkuStock, refreshSpuStock } from "./stock/sku";

const [P, S, K, E] = ["/product/product", "/product/spu", "/product/sku", "/product/easysku"] as const;

let backend: TestBackend;
let o: ReturnType<typeof office>;
let serial = 0;
beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
});
afterAll(() => backend?.close());

const as = () => o.as("product");
const msg = (answer: { body: { msg: unknown } }) => answer.body.msg;

/** A product with one SPU and `n` approved SKUs. */
async function family(n = 1) {
  const code = `GRD${String(++serial).padStart(4, "0")}`;
  const product = (await as().add(P, PRODUCT)).id;
  await o.submit("product", "product", P, product);
  const spu = (await as().add(S, { spuCode: code, productId: product, name: "杯", unit: "pcs" })).id;
  o.good(await as().act(S, spu, "enable"));
  const skus: { id: string; code: string }[] = [];
  for (let i = 1; i <= n; i++) {
    const skuCode = `${code}-0${i}`;
    const { id } = await as().add(K, {
      skuCode,
      skuType: "normal",
      spuId: spu,
      name: `杯${i}`,
      unit: "pcs",
      attrList: [`款式:${i}`],
      ...MEASURES,
    });
    await o.submit("product", "sku", K, id);
    skus.push({ id, code: skuCode });
  }
  return { product, spu, skus };
}

const stock = (id: string | undefined, column: string, n: number) =>
  backend.db.query(
    `insert into stock (warehouse_id, sku_id, ${column}) values (1, $1, $2)
     on conflict (tenant_id, warehouse_id, sku_id) do update set ${column} = $2`,
    [id, n],
  );

/** An order that runs with one line of the SKU; answers how to end it. */
async function ordered(skuId: string | undefined) {
  const { db } = backend;
  const supplier = await db.one<{ id: string }>(
    `insert into supplier (no, name, status, currency) values ($1, $1, 'approved', 'CNY') returning id`,
    [`GY-G${++serial}`],
  );
  const order = await db.one<{ id: string }>(
    `insert into purchase_order (no, status, supplier_id, currency) values ($1, 'executing', $2, 'CNY')
     returning id`,
    [`CG-G${serial}`, supplier?.id],
  );
  await db.query(
    `insert into purchase_order_line (purchase_order_id, line_no, sku_id, qty, price, tax_rate)
     values ($1, 1, $2, 10, 5, 13)`,
    [order?.id, skuId],
  );
  return (status: string) => db.query("update purchase_order set status = $2 where id = $1", [order?.id, status]);
}

describe("停用 of a SKU", () => {
  it.each(["good_qty", "qc_qty", "transit_qty"])("is refused with %s", async (column) => {
    const { skus } = await family();
    const [sku] = skus;
    await stock(sku?.id, column, 1);
    const sentence = `SKU ${sku?.code} 仍有库存或在途，不能停用`;
    expect(msg(await as().act(K, sku?.id ?? "", "stop"))).toBe(sentence);
    expect((await as().read(K, sku?.id ?? "")).status).toBe("approved");
    await stock(sku?.id, column, 0);
    o.good(await as().act(K, sku?.id ?? "", "stop"));
    expect((await as().read(K, sku?.id ?? "")).status).toBe("stopped");
    o.good(await as().act(K, sku?.id ?? "", "restart"));
  });

  it("waits for the orders that name it; those that are over do not count", async () => {
    const { skus } = await family();
    const [sku] = skus;
    const end = await ordered(sku?.id);
    const sentence = `SKU ${sku?.code} 仍有库存或在途，不能停用`;
    expect(msg(await as().act(K, sku?.id ?? "", "stop"))).toBe(sentence);
    for (const status of ["closed", "void", "completed"]) {
      await end("executing");
      expect(msg(await as().act(K, sku?.id ?? "", "stop"))).toBe(sentence);
      await end(status);
      o.good(await as().act(K, sku?.id ?? "", "stop"));
      o.good(await as().act(K, sku?.id ?? "", "restart"));
    }
  });

  it("is told to its buyer, the product manager, and to who has a draft that names it", async () => {
    const { skus } = await family();
    const [sku] = skus;
    const { db } = backend;
    const userId = async (name: string) =>
      (await db.one<{ id: string }>("select id from sys_user where username = $1", [name]))?.id;
    await db.query("update sku set buyer_id = $2 where id = $1", [sku?.id, await userId("buyer")]);
    const draft = await o
      .as("ops")
      .add("/purchase/requisition", {
        reqType: "packing",
        warehouseId: (await db.one<{ id: string }>("select id from warehouse order by id"))?.id,
        expectDate: "2099-01-01",
        items: [{ skuId: sku?.id, qty: 5, estPrice: "1" }],
      });
    o.good(await as().act(K, sku?.id ?? "", "stop"));
    const told = await db.query(
      `select u.username, n.push_describe as text from sys_notification n
         join sys_notification_target t on t.notification_id = n.id join sys_user u on u.id = t.user_id
       where n.title = $1 order by 1`,
      [`SKU ${sku?.code} 已停用`],
    );
    const text = `新单据不能再选它；含它的草稿须先换行才能提交：${draft.no}`;
    expect(told).toEqual([
      { username: "admin", text },
      { username: "buyer", text },
      { username: "ops", text },
    ]);
  });

  it("of an easy SKU obeys the same rule", async () => {
    const made = await as().add(E, {
      skuCode: "E-GUARD",
      name: "纸箱",
      easyType: "packing",
      unit: "pcs",
      purchasePrice: "2.5",
    });
    o.good(await as().act(E, made.id, "enable"));
    await stock(made.id, "good_qty", 3);
    const sentence = "SKU E-GUARD 仍有库存或在途，不能停用";
    expect(msg(await as().act(E, made.id, "stop"))).toBe(sentence);
    await stock(made.id, "good_qty", 0);
    o.good(await as().act(E, made.id, "stop"));
    expect((await as().read(E, made.id)).status).toBe("stopped");
  });

  it("a document that names it keeps a SKU from being deleted, also after its end", async () => {
    const { skus } = await family();
    const [sku] = skus;
    const end = await ordered(sku?.id);
    await backend.db.query("update sku set status = 'draft' where id = $1", [sku?.id]);
    const del = async () => msg(await as().del(K, sku?.id ?? ""));
    expect(await del()).toBe("SKU已被单据引用，不能删除");
    await end("closed");
    expect(await del()).toBe("SKU已被单据引用，不能删除");
    await end("void");
    expect((await as().del(K, sku?.id ?? "")).status).toBe(200);
  });
});

describe("SPU", () => {
  it("disables with all its SKUs, or not at all", async () => {
    const { spu, skus } = await family(2);
    const [first, second] = skus;
    await stock(second?.id, "good_qty", 5);
    const sentence = `SKU ${second?.code} 仍有库存或在途，不能停用`;
    expect(msg(await as().act(S, spu, "disable"))).toBe(sentence);
    expect((await as().read(K, first?.id ?? "")).status).toBe("approved");
    await stock(second?.id, "good_qty", 0);
    const end = await ordered(second?.id);
    expect(msg(await as().act(S, spu, "disable"))).toBe(sentence);
    await end("void");
    await backend.db.query("update sku set sale_status = 'onSale' where spu_id = $1", [spu]);
    o.good(await as().act(S, spu, "disable"));
    for (const { id } of skus)
      expect(await as().read(K, id)).toMatchObject({ status: "stopped", saleStatus: "stopped" });
  });

  it("with SKUs is not deleted, without it is", async () => {
    const { product, spu } = await family();
    await backend.db.query("update spu set status = 'draft' where id = $1", [spu]);
    expect(msg(await as().del(S, spu))).toBe("SPU下已有SKU，不能删除");
    const empty = await as().add(S, {
      spuCode: `GRD${String(++serial).padStart(4, "0")}`,
      productId: product,
      name: "杯",
      unit: "pcs",
    });
    expect((await as().read(P, product)).spuCount).toBe(2);
    expect((await as().del(S, empty.id)).status).toBe(200);
    expect((await as().read(P, product)).spuCount).toBe(1);
  });
});

describe("产品", () => {
  it("does not end while one of its SKUs is on sale; then its SPUs end too", async () => {
    const { product, spu, skus } = await family();
    const sale = (value: string) =>
      backend.db.query("update sku set sale_status = $2 where id = $1", [skus[0]?.id, value]);
    await sale("onSale");
    const end = () => as().act(P, product, "terminate", { reason: "市场变化" });
    expect(msg(await end())).toBe("存在在售SKU，不能终止");
    expect((await as().read(P, product)).status).toBe("approved");
    await sale("clearance");
    o.good(await end());
    expect((await as().read(P, product)).status).toBe("terminated");
    expect((await as().read(S, spu)).status).toBe("disabled");
    expect(msg(await as().act(S, spu, "enable"))).toBe("产品未立项");
  });
});

it("a product names its developer and its manager, and is found by its sites", async () => {
  const { developerId: _d, managerId: _m, ...rest } = PRODUCT;
  const own = await as().read(P, (await as().add(P, rest)).id);
  expect(own).toMatchObject({ developerId: own.createBy, managerId: own.createBy });
  const { id } = await as().add(P, { ...PRODUCT, sites: ["3"] });
  const found = async (sites: string) => {
    const page = o.good(await as().send("GET", `${P}/page`, undefined, { sites }));
    return (page.records as { id: string }[]).map((r) => r.id);
  };
  expect(await found("3")).toEqual([id]);
  expect(await found("2,1")).not.toContain(id);
});

it("a deleted SKU no longer counts at its SPU", async () => {
  const { spu } = await family(1);
  const draft = await as().add(K, {
    skuCode: `DEL-${++serial}`,
    skuType: "normal",
    spuId: spu,
    name: "杯",
    unit: "pcs",
    attrList: ["款式:末"],
  });
  expect((await as().read(S, spu)).skuCount).toBe(2);
  o.good(await as().del(K, draft.id));
  expect((await as().read(S, spu)).skuCount).toBe(1);
});

it("an SPU shows what its SKUs have, a combination what its parts make, an easy SKU its own", async () => {
  const { spu, skus } = await family(2);
  const combo = await as().add(K, {
    skuCode: `SET-${++serial}`,
    skuType: "combo",
    name: "套装",
    unit: "pcs",
    combo: skus.map((s, i) => ({ childSkuId: s.id, qty: i + 2 })),
  });
  const easy = await as().add(E, { skuCode: `E-BOX-${++serial}`, name: "彩盒", easyType: "packing", unit: "pcs" });
  await stock(skus[0]?.id, "good_qty", 9);
  await stock(skus[1]?.id, "good_qty", 7);
  await stock(easy.id, "good_qty", 6);
  expect(await as().read(K, combo.id)).toMatchObject({
    goodQty: null,
    availableQty: 2,
    inTransitQty: null,
    onOrderQty: null,
  });
  expect(await as().read(E, easy.id)).toMatchObject({ availableQty: 6 });
  expect(await as().read(S, spu)).toMatchObject({ onHandQty: 16 });
  await refreshSpuStock(backend.db);
  const page = await as().send("GET", `${S}/page`, undefined, { keyword: skus[0]?.code.slice(0, 7) ?? "" });
  expect(o.good(page).summary).toMatchObject({ onHandQty: "16" });
});

it("what was never stocked has no stock that anybody knows; one that is used up has 0", async () => {
  const { spu, skus } = await family(2);
  const [never, gone] = skus;
  await stock(gone?.id, "good_qty", 0);
  const known = { goodQty: 0, availableQty: 0, inTransitQty: 0, onOrderQty: 0 };
  const unknown = { goodQty: null, availableQty: null, inTransitQty: null, onOrderQty: 0 };
  expect(await as().read(K, gone?.id ?? "")).toMatchObject(known);
  expect(await as().read(K, never?.id ?? "")).toMatchObject(unknown);
  expect(await as().read(S, spu)).toMatchObject({ onHandQty: 0 });
  await refreshSkuStock(backend.db);
  const listed = await as().send("GET", `${K}/page`, undefined, { keyword: never?.code.slice(0, 7) ?? "" });
  expect(o.good(listed).records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: never?.id, ...unknown }),
      expect.objectContaining({ id: gone?.id, ...known }),
    ]),
  );
});

it("a special edit is found by the code and the name of its SKU", async () => {
  const { skus } = await family(1);
  const [sku] = skus;
  const row = { skuId: sku?.id, reason: "供方改了包装", purchasePrice: "3" };
  const { id } = await as().add("/product/skuspecial", row);
  const found = async (keyword: string) => {
    const params = { keyword };
    const page = o.good(await as().send("GET", "/product/skuspecial/page", undefined, params));
    return (page.records as { id: string }[]).map((r) => r.id);
  };
  expect(await found(String(sku?.code).slice(0, 7))).toEqual([id]);
  expect(await found("杯1")).toContain(id);
  expect(await found("没有这个")).toEqual([]);
});
