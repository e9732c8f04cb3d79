import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { openYard, TRANSFER, type Yard } from "./transfer.testing";

let s: Yard;
let sample: string;
beforeAll(async () => {
  s = await openYard();
  sample = await s.place("WH-SAMPLE");
  await s.fill(0, 200, "10");
  await s.fill(1, 60, "25.45");
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.backend.close();
});

const home = (items: [number, number, number?][], more = {}) =>
  s.form(items, {
    transferType: "1",
    toWarehouseId: sample,
    shipmentId: null,
    logisticsProviderId: null,
    freightTemplateId: null,
    ...more,
  });
const save = (body: object) => s.refused(s.clerk.send("POST", TRANSFER, { ...body }));
const submit = async (body: Record<string, unknown>) => s.refused(s.act(await s.add(body), "submit"));

test("what a type asks for is refused in words", async () => {
  const abroad = await s.place("OS-LA");
  expect(await save(home([[0, 1]], { transferType: "2" }))).toBe("仓库类型与调拨类型不匹配");
  expect(await save(home([[0, 1]], { toWarehouseId: s.from }))).toBe("调入仓不能与调出仓相同");
  expect(await save(home([[0, 0]]))).toBe("良品和次品数量合计至少为1");
  expect(await save(s.form([[0, 1, 1]]))).toBe("发往FBA不能含次品");
  expect(await save(s.form([[0, 1]], { shipmentId: "FBA1" }))).toMatch(/^货件号为FBA/);
  const other = await s.db.one<{ id: string }>("select id from store where id <> $1 limit 1", [s.storeId]);
  expect(await save(s.form([[0, 1]], { storeId: other?.id }))).toBe("FBA美国不属于该店铺");
  expect(await submit(s.form([[0, 1]], { shipmentId: null }))).toBe("请输入货件号");
  const bare = { transferType: "2", toWarehouseId: abroad, shipmentId: null };
  expect(await submit(s.form([[0, 1]], { ...bare, logisticsProviderId: null }))).toBe("请选择物流商");
  expect(await submit(s.form([[0, 1]], { ...bare, freightTemplateId: null }))).toBe("请选择运费模板");
  expect(await submit(home([[0, 201]]))).toBe("SKU TRF0001-01 在深圳仓的良品可用不足，需201，可用200");
  await s.db.query("update sku set carton_length_cm = null where id = $1", [s.skus[1]]);
  expect(await submit(s.form([[1, 1]]))).toBe("SKU TRF0001-02 缺少外箱尺寸或毛重");
  await s.db.query("update sku set sku_type = 'easy' where id = $1", [s.skus[1]]);
  expect(await submit(s.form([[1, 1]]))).toBe("简易SKU不能发往FBA");
  await s.db.query("update sku set sku_type = 'normal', carton_length_cm = 60 where id = $1", [s.skus[1]]);
  const shipmentId = "FBA176TWICE1";
  const first = await s.add(s.form([[0, 1]], { shipmentId }));
  s.o.good(await s.act(first, "submit"));
  const { no } = await s.read(first);
  expect(await submit(s.form([[0, 1]], { shipmentId }))).toBe(`货件号已存在：${no}`);
  s.o.good(await s.act(first, "withdraw"));
  expect(await s.pool(0)).toMatchObject({ good: 200, free: 200 });
  const ops = s.o.as("ops");
  expect(await s.refused(ops.send("POST", TRANSFER, home([[0, 1]])))).toBe("运营只能创建发往FBA的调拨单");
});

test("in one city goods are there as soon as they leave, in another they travel", async () => {
  const id = await s.approved(home([[0, 5]]));
  expect(await s.refused(s.act(id, "pack"))).toBe("国内仓调拨无需装箱");
  await s.done(id, "direct");
  expect(await s.read(id)).toMatchObject({ status: "done", shippedQty: 5, receivedQty: 5 });
  expect(await s.pool(0, sample)).toMatchObject({ good: 5, way: 0, value: "50.00" });
  const yiwu = await s.approved(home([[0, 5]], { toWarehouseId: await s.place("WH-YW") }));
  expect(await s.refused(s.act(yiwu, "direct"))).toBe("两仓不在同一城市，请先发货再收货");
  await s.done(yiwu, "void", { reason: "不调了" });
  expect(await s.pool(0)).toMatchObject({ good: 195, free: 195 });
});

test("boxes hold all pieces of the lines, mixed ones too", async () => {
  const id = await s.approved(
    s.form([
      [0, 31],
      [1, 4],
    ]),
  );
  const [a, b] = s.skus;
  const pack = (boxes: object[]) => s.refused(s.act(id, "pack", { boxes }));
  expect(await pack([{ skuId: a, qty: 31 }])).toBe("装箱数量与调拨数量不一致：SKU TRF0001-02");
  expect(await pack([{ boxNo: 2, skuId: a, qty: 31 }])).toBe("箱号须从1开始连续编号");
  const boxes = [
    { skuId: a, qty: 30 },
    { skuId: a, qty: 1, lengthCm: "30", widthCm: "30", heightCm: "30", weightKg: "23" },
    { boxNo: 2, skuId: b, qty: 4 },
  ];
  await s.done(id, "pack", { boxes });
  expect((await s.read(id)).boxes).toMatchObject([
    { contentsText: "TRF0001-01×30", mark: null },
    { contentsText: "TRF0001-01×1、TRF0001-02×4", qty: 5, mark: "超重标" },
  ]);
  await s.done(id, "void", { reason: "不调了" });
});

test("a short shipment frees the rest; taken back, all of it is held again", async () => {
  const before = await s.pool(0);
  const id = await s.approved(home([[0, 20]], { toWarehouseId: await s.place("WH-YW") }));
  const [line] = (await s.read(id)).items;
  const items = (goodQty: number) => ({ items: [{ lineId: line?.id, goodQty }] });
  expect(await s.refused(s.act(id, "ship", items(21)))).toBe("发货数量超过调拨数量20");
  expect(await s.refused(s.act(id, "ship", items(0)))).toBe("发货数量不能全为0");
  await s.done(id, "ship", items(15));
  expect(await s.pool(0)).toMatchObject({ good: 180, free: 180 });
  await s.done(id, "reverse", { reason: "车坏了" });
  expect(await s.read(id)).toMatchObject({ status: "approved", shippedQty: 0, outAmount: "0.00" });
  expect(await s.pool(0)).toMatchObject({ good: 195, free: 175, value: before?.value });
  await s.done(id, "ship");
  await s.done(id, "receive", items(8));
  expect(await s.refused(s.act(id, "reverse", { reason: "晚了" }))).toMatch(/不能撤销/);
  await s.done(id, "receive");
  expect(await s.read(id)).toMatchObject({ status: "done", receivedQty: 20, lostQty: 0 });
});

test("a keeper sees a transfer at either end, and moves what is at his own", async () => {
  const id = await s.approved(home([[0, 2]], { toWarehouseId: await s.place("WH-YW") }));
  const here = s.o.as("warehouse");
  const there = s.o.as("warehouse_yw");
  expect(await s.refused(there.act(TRANSFER, id, "ship"))).toBe("深圳仓不由您负责");
  s.o.good(await here.act(TRANSFER, id, "ship"));
  expect(await s.refused(here.act(TRANSFER, id, "receive"))).toBe("义乌仓不由您负责");
  s.o.good(await there.act(TRANSFER, id, "receive"));
  expect(await s.read(id)).toMatchObject({ status: "done" });
});

test("freight counts at the rate of its day also when goods leave again later", async () => {
  const rate = (value: string) =>
    s.db.query("update exchange_rate set official_rate = $1, my_rate = null where currency = 'USD'", [value]);
  const id = await s.approved(home([[0, 4]], { toWarehouseId: await s.place("WH-YW") }));
  await rate("7");
  await s.done(id, "ship");
  await s.done(id, "setFee", { feeCurrency: "USD", actualFreight: "10" });
  await s.done(id, "reverse", { reason: "车坏了" });
  await rate("8");
  await s.done(id, "ship");
  expect(await s.read(id)).toMatchObject({ freightCny: "70.00", feeAmount: "70.00" });
  await s.done(id, "receive");
});

test("the nightly check names a transfer of which a piece or a cent is gone", async () => {
  const id = await s.approved(home([[0, 3]], { toWarehouseId: await s.place("WH-YW") }));
  await s.done(id, "ship");
  const { no } = await s.read(id);
  const spoilt = async (change: string, faults: string[]) => {
    const set = (sign: string) =>
      s.db.query(`update transfer_line set ${change} ${sign} 1 where transfer_id = $1`, [id]);
    await set("+");
    expect(await ledgerFaults(s.db)).toMatchObject(faults.map((fault) => ({ fault, place: no, tenantId: "1" })));
    await set("-");
  };
  await spoilt("lost_qty = lost_qty", ["调拨单收发与在途数量不符"]);
  await spoilt("in_amount = in_amount", ["调拨单收发与在途金额不符"]);
  await s.done(id, "receive");
});

test("freight that comes late lies on what is in stock, what left bears the rest", async () => {
  const yiwu = await s.place("WH-YW");
  const id = await s.approved(
    home(
      [
        [0, 10],
        [1, 30],
      ],
      { toWarehouseId: yiwu, feeShareType: "qty" },
    ),
  );
  await s.done(id, "ship");
  await s.done(id, "receive");
  const before = await s.pool(1, yiwu);
  await s.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "80", otherFee: "20" });
  expect(await s.read(id)).toMatchObject({
    freightCny: "100.00",
    items: [{ feeAmount: "25.00" }, { feeAmount: "75.00", inUnitCost: "27.950000" }],
  });
  const after = await s.pool(1, yiwu);
  expect(Number(after?.value) - Number(before?.value)).toBe(75);
  // The bill says less: the difference comes off again.
  await s.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "60" });
  expect(Number((await s.pool(1, yiwu))?.value) - Number(before?.value)).toBe(45);
});
