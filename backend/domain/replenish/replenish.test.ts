import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { today } from "#backend/platform/values/calendar";
import { given } from "../../../tests/given";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { office } from "../product/product.testing";
import { reckonNightly } from "./replenish";

const API = "/wms/replenish";
type Body = Record<string, unknown>;
type Step = { label: string; value: string; document?: string };

let backend: TestBackend;
let admin: ReturnType<ReturnType<typeof office>["as"]>;
let skus: string[];
let stores: { id: string; warehouse: string }[];
let home: string;

beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  admin = office(backend).as("admin");
  skus = (
    await db.query<{ id: string }>(
      `insert into sku (sku_code, name, status, sale_status, sku_type, unit, lead_days, moq, pcs_per_carton)
       select 'RPL0001-0' || n, '补货品' || n, 'approved', 'onSale', 'normal', 'pcs', 20, 100, 24
       from generate_series(1, 3) n returning id`,
    )
  ).map((row) => row.id);
  stores = await db.query(
    `select s.id, w.id as warehouse from store s
       left join warehouse w on w.store_id = s.id and w.kind = 'fba' and w.del_flag = 0
     order by w.id nulls last, s.id`,
  );
  home = (await db.one<{ id: string }>("select id from warehouse where code = 'WH-SZ'"))?.id ?? "";
  // The first sells by FBA, the second in two stores out of one warehouse, the third not at all.
  await list(0, at(0), "AFN");
  await list(1, at(-1), "MFN");
  await list(1, at(-2), "MFN");
  await list(2, at(0), "AFN");
  await db.query("select ensure_fact_partitions(current_date - 95, current_date)");
  await sell(0, at(0), 10);
  await sell(1, at(-1), 6);
  await sell(1, at(-2), 3);
  await put(at(0).warehouse, 0, 300);
  await put(home, 1, 900);
  await reckonNightly(db);
});
afterAll(() => backend.close());

const at = (index: number) => given(stores.at(index));
const list = (sku: number, store: { id: string }, channel: string) =>
  backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, fulfillment_channel, listing_status, group_id)
     values ($1, $2, $3, $4, 'active', 1)`,
    [skus[sku], store.id, `RPL-${sku}-${store.id}`, channel],
  );
/** The same number of pieces on each of the 90 days before today. */
const sell = (sku: number, store: { id: string }, units: number) =>
  backend.db.query(
    `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id,
       dept_id, division_id, sku_code, model_code, currency, units)
     select $1::date - d, $2, $3, 'US', 'NA', 1, 1, 1, k.sku_code, 'M', 'USD', $4
     from generate_series(1, 90) d, sku k where k.id = $5`,
    [today(), store.id, `RPL-${sku}-${store.id}`, units, skus[sku]],
  );
const put = (warehouse: string, sku: number, qty: number) =>
  backend.db.query(
    "insert into stock (warehouse_id, sku_id, good_qty, stock_value) values ($1, $2, $3::int, $3::int)",
    [warehouse, skus[sku], qty],
  );

async function rows(params: Record<string, string> = {}): Promise<(Body & { id: string })[]> {
  const { body } = await admin.send("GET", `${API}/page`, undefined, {
    keyword: "RPL0001",
    size: "50",
    current: "1",
    ...params,
  });
  return body.data.records;
}
const row = async (sku: number, store = at(0)) =>
  given((await rows()).find((r) => r.skuId === skus[sku] && r.storeId === store.id));

describe("补货", () => {
  it("says per SKU and store what to order until when, from sales, stock and days", async () => {
    // 30 days of stock; 20 days of lead, 35 by sea and 14 of safety: 39 days too late.
    expect(await row(0)).toMatchObject({
      level: "late",
      base: "10.0000",
      sales7: 70,
      sales30: 300,
      sales90: 900,
      warehouseId: at(0).warehouse,
      availableQty: 300,
      transitQty: 0,
      onOrderQty: 0,
      runOutDay: today(30),
      orderDay: today(-39),
      until: today(99),
      purchaseDays: 20,
      transportMode: "sea",
      transportDays: 35,
      safetyDays: 14,
      // What is lost before the goods come is not made up: 44 days of sales, in cartons of 24.
      needQty: 440,
      suggestedQty: 456,
      orderQty: 456,
    });
    expect(await row(2)).toMatchObject({ level: "idle", orderQty: 0, orderDay: null });
  });

  it("shares what lies in one warehouse by what the stores sell", async () => {
    expect(await row(1, at(-1))).toMatchObject({ availableQty: 600, level: "enough", orderQty: 0 });
    expect(await row(1, at(-2))).toMatchObject({ availableQty: 300, transportMode: null });
  });

  it("is found by how soon it must be ordered, and tells how it was reckoned", async () => {
    expect((await rows({ level: "late,due" })).map((r) => r.skuId)).toEqual([skus[0]]);
    const { id } = await row(0);
    const { steps } = await admin.read<{ steps: Step[] }>(API, id);
    const said = steps.map((step) => `${step.label} ${step.value}`);
    expect(said).toContain("预测日销 10件/天");
    expect(said).toContain(`最晚下单日 ${today(-39)}`);
    expect(said.at(-1)).toBe("建议数量 456件");
  });

  it("takes another quantity with a reason until everything is reckoned again", async () => {
    const { id } = await row(0);
    const bare = await admin.act(API, id, "adjust", { adjustQty: 480 });
    expect(bare.body).toMatchObject({ msg: "请输入调整原因" });
    await admin.act(API, id, "adjust", { adjustQty: 480, adjustReason: "凑整柜" });
    expect(await row(0)).toMatchObject({ orderQty: 480, suggestedQty: 456, adjustReason: "凑整柜" });
    await admin.act(API, id, "recalculate");
    expect(await row(0)).toMatchObject({ orderQty: 480, id });
    await admin.add("/wms/replenishrun", { reason: "试算" });
    expect(await row(0)).toMatchObject({ orderQty: 456, adjustQty: null, id });
  });

  it("follows the days of a row and the season of its SKU", async () => {
    const { id } = await row(0);
    await admin.act(API, id, "setDays", { ownMode: "express", ownSafety: 0 });
    expect(await row(0)).toMatchObject({ transportDays: 6, level: "due", orderDay: today(4) });
    const months = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`m${String(i + 1).padStart(2, "0")}`, "2"]),
    );
    const season = { name: "全年两倍", skuId: skus[0], ...months };
    await admin.add("/wms/replenishseason", season);
    await admin.act(API, id, "recalculate");
    // Twice an average month in every month: the same forecast.
    expect(await row(0)).toMatchObject({ base: "5.0000", orderDay: today(4) });
    await backend.db.query("delete from replenish_season");
    await admin.act(API, id, "setDays", {});
  });

  it("starts a requisition of one store's rows, shows it and counts it as on order", async () => {
    const first = await row(0);
    const other = await row(1, at(-1));
    const prefill = (ids: string) =>
      admin.send("GET", "/purchase/requisition/prefill", undefined, { replenishId: ids });
    const said = [first, other].map((r) => `${r.storeName}/${r.warehouseName} 1行（${r.skuCode}）`).join("、");
    expect((await prefill(`${first.id},${other.id}`)).body.msg).toBe(`所选的行不是同一店铺和仓库，请分别生成：${said}`);
    expect((await prefill("999")).status).toBe(404);
    const { data } = (await prefill(first.id)).body;
    expect(data).toMatchObject({
      storeId: at(0).id,
      expectDate: today(20),
      items: [{ replenishId: first.id, skuId: skus[0], qty: 456 }],
    });
    expect((await prefill(`${first.id},${(await row(2)).id}`)).body.data.items).toEqual(data.items);
    const { id } = await admin.add("/purchase/requisition", data);
    const made = await admin.read("/purchase/requisition", id);
    expect(await row(0)).toMatchObject({ madeText: made.no, onOrderQty: 456 });
    await admin.del("/purchase/requisition", id);
    expect(await row(0)).toMatchObject({ madeText: null, onOrderQty: 0, orderQty: 456 });
  });

  it("starts a transfer into the FBA warehouse", async () => {
    const { id } = await row(0);
    const prefill = (ids: string) => admin.send("GET", "/logistics/transfer/prefill", undefined, { replenishId: ids });
    const { data } = (await prefill(id)).body;
    expect(data).toMatchObject({
      transferType: "3",
      toWarehouseId: at(0).warehouse,
      expectArriveDate: today(35),
      items: [{ replenishId: id, goodQty: 456 }],
    });
    const made = await admin.add("/logistics/transfer", data);
    expect(await row(0)).toMatchObject({ madeText: expect.any(String), onOrderQty: 456 });
    await admin.del("/logistics/transfer", made.id);
    expect(await row(0)).toMatchObject({ madeText: null, onOrderQty: 0, orderQty: 456 });
    const own = await row(1, at(-1));
    expect((await prefill(own.id)).body.msg).toContain("只有FBA仓的补货");
  });

  it("forgets what is sold no more", async () => {
    await backend.db.query("update sku_listing set listing_status = 'inactive' where sku_id = $1", [skus[2]]);
    await reckonNightly(backend.db);
    expect((await rows()).filter((r) => r.skuId === skus[2])).toEqual([]);
  });
});

describe("补货 by network", () => {
  /** A warehouse abroad for the site of the first store. */
  const abroad = async () =>
    given(
      await backend.db.one<{ id: string }>(
        `insert into warehouse (code, name, kind, site_codes, enabled)
         select 'WH-RPL', '补货海外仓', 'overseas', array[i.site_code], true
         from store t join site i on i.id = t.site_id where t.id = $1 returning id`,
        [at(0).id],
      ),
    ).id;
  const clear = () => backend.db.query("delete from stock where sku_id = $1", [skus[0]]);
  const renew = async () => admin.act(API, (await row(0)).id, "recalculate");

  it("moves what lies at home first, and orders only what is missing then", async () => {
    await put(home, 0, 600);
    await renew();
    // 10 a day: 300 here last 30 days, the sea takes 35: 44 days from then on are missing, in cartons.
    expect(await row(0)).toMatchObject({
      availableQty: 300,
      homeQty: 600,
      transferQty: 456,
      fromWarehouseId: home,
      level: "late",
      orderQty: 0,
      orderDay: today(30 - 14 - 35),
    });
    const { id } = await row(0);
    const { steps } = await admin.read<{ steps: Step[] }>(API, id);
    const said = steps.map((step) => `${step.label} ${step.value}`);
    expect(said).toEqual(expect.arrayContaining(["国内可调 600件", "建议调拨 456件"]));
    // With 100 at home the rest must be ordered as well.
    await backend.db.query("update stock set good_qty = 100 where sku_id = $1 and warehouse_id = $2", [skus[0], home]);
    await renew();
    const both = await row(0);
    expect(both).toMatchObject({ homeQty: 100, transferQty: 100, suggestedQty: 456 });
  });

  it("takes from a warehouse abroad before home, and the transfer starts there", async () => {
    const near = await abroad();
    await put(near, 0, 200);
    await backend.db.query("update stock set good_qty = 600 where sku_id = $1 and warehouse_id = $2", [skus[0], home]);
    await renew();
    // What comes by sea must leave now; what lies near in nine days.
    expect(await row(0)).toMatchObject({
      nearQty: 200,
      homeQty: 600,
      transferQty: 312,
      fromWarehouseId: home,
      orderQty: 0,
    });
    await backend.db.query("update stock set good_qty = 150 where sku_id = $1 and warehouse_id = $2", [
      skus[0],
      at(0).warehouse,
    ]);
    await renew();
    const found = await row(0);
    expect(found).toMatchObject({ fromWarehouseId: near, transferQty: 200 + 456 });
    const { data } = (await admin.send("GET", "/logistics/transfer/prefill", undefined, { replenishId: found.id }))
      .body;
    // Most of it lies at home: that is the transfer of now, the nearer one is the next.
    expect(data).toMatchObject({ transferType: "3", fromWarehouseId: home });
    expect(data.items[0].goodQty).toBe(Number(found.transferQty) - 200);
    await clear();
    await put(at(0).warehouse, 0, 300);
  });

  it("sells a combination as its parts, and counts an order of nobody's requisition", async () => {
    const combo = given(
      await backend.db.one<{ id: string }>(
        `insert into sku (sku_code, name, status, sale_status, sku_type, unit)
         values ('RPL0001-SET', '补货套装', 'approved', 'onSale', 'combo', 'set') returning id`,
      ),
    );
    await backend.db.query("insert into sku_combo_item (sku_id, line_no, child_sku_id, qty) values ($1, 1, $2, 2)", [
      combo.id,
      skus[0],
    ]);
    skus.push(combo.id);
    await list(3, at(0), "AFN");
    await sell(3, at(0), 5);
    await reckonNightly(backend.db);
    // 10 by itself and twice 5 in the set; the set has no row of its own.
    expect(await row(0)).toMatchObject({ base: "20.0000", sales30: 600 });
    expect((await rows()).filter((r) => r.skuId === combo.id)).toEqual([]);
    await backend.db.query(
      `insert into purchase_order (no, status, warehouse_id, order_type, currency, expect_date)
       values ('CGRPL1', 'executing', $1, 'replenish', 'CNY', $2)`,
      [home, today(5)],
    );
    await backend.db.query(
      `insert into purchase_order_line (purchase_order_id, line_no, sku_id, qty, open_qty)
       select id, 1, $1, 70, 70 from purchase_order where no = 'CGRPL1'`,
      [skus[0]],
    );
    await renew();
    expect(await row(0)).toMatchObject({ onOrderQty: 70 });
  });
});
