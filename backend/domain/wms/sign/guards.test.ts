import { afterAll, beforeAll, expect, it } from "vitest";
import { evidence } from "../../../../tests/evidence";
import { given } from "../../../../tests/given";
import { type Gate, openGate, SIGN } from "./sign.testing";

let g: Gate;
beforeAll(async () => {
  g = await openGate();
});
afterAll(() => g?.close());

const photos = [evidence("warehouse", "picture")];
const said = async (answer: Promise<{ status: number; body: { msg: string | null } }>) => {
  const { status, body } = await answer;
  return [status, body.msg];
};
const delivery = async (qty: number) => {
  const po = await g.priced([[100, "10.00"]]);
  return g.shipped([[po.lines[0], qty]]);
};

it.each<[string, number[], Record<string, unknown>, number, string]>([
  ["nothing counted", [0], {}, 409, "签收数量不能全为0"],
  ["too much", [104], {}, 409, "SKU DLV0001-01 累计签收104超过允许上限103"],
  ["later than now", [], { signTime: "2099-01-01 00:00:00" }, 400, "签收时间不能晚于现在"],
  ["damaged", [], { cartonsSigned: 1, cartonsDamaged: 2 }, 400, "破损箱数不能大于实收箱数"],
  ["damaged unseen", [], { cartonsDamaged: 1 }, 400, "有破损或差异时请上传签收照片"],
  ["short unseen", [50], { photos: [] }, 400, "有破损或差异时请上传签收照片"],
])("refuses what cannot be: %s", async (_, counts, more, status, message) => {
  const id = await delivery(60);
  expect(await said(g.sign(id, counts, more))).toEqual([status, message]);
  expect(await g.state("delivery", id)).toBe("shipped");
});

it("asks for the reason of a difference, and for every line of a final receipt", async () => {
  const po = await g.priced([
    [20, "1"],
    [20, "1"],
  ]);
  const id = await g.shipped([
    [po.lines[0], 10],
    [po.lines[1], 10],
  ]);
  const { items, ...form } = await g.form(id);
  const send = (rows: Record<string, unknown>[], more = {}) =>
    g.keeper.send("POST", SIGN, { ...form, photos, items: rows, ...more });
  const refusal = [400, "请选择差异原因"];
  const short = { ...items[0], signQty: 9, diffReason: null };
  expect(await said(send([short, given(items[1])]))).toEqual(refusal);
  expect(await said(send([given(items[0])]))).toEqual(refusal);
  const twice = [given(items[0]), given(items[0])];
  expect(await said(send(twice))).toEqual([409, "SKU DLV0001-01 重复"]);
  const other = await g.form(await delivery(5));
  const foreign = await send([given(other.items[0])]);
  expect(foreign.body.msg).toMatch(/^第1行不属于送货单SH/);
  // What a part leaves open may still come.
  expect((await send([short], { isFinal: false })).status).toBe(200);
});

it("bounds what is counted of an order line over its deliveries, whatever comes at once", async () => {
  const po = await g.priced([[100, "10.00"]]);
  const line = po.lines[0];
  await g.signed(await g.shipped([[line, 60]]));
  const one = await g.shipped([[line, 30]]);
  const two = await g.shipped([[line, 13]]);
  const [a, b] = await Promise.all([g.sign(one, [43]), g.sign(two, [13])]);
  expect([a.status, b.status].sort()).toEqual([200, 409]);
  expect([a, b].find((r) => r.status === 409)?.body.msg).toMatch(/累计签收116超过允许上限103/);
  const row = await g.db.one("select signed_qty as n, delivered_qty as d from purchase_order_line where id = $1", [
    line,
  ]);
  expect(row?.n).toBe(a.status === 200 ? 103 : 73);
  expect(row?.d).toBe(a.status === 200 ? 116 : 103);
});

it("is for who may sign, and of a delivery on its way alone", async () => {
  const po = await g.priced([[100, "10.00"]]);
  const draft = await g.send([{ poLineId: po.lines[0], qty: 5 }]);
  const form = { deliveryId: draft, items: [{ deliveryLineId: "1", signQty: 5 }], isFinal: true };
  expect((await g.keeper.send("POST", SIGN, form)).body.msg).toMatch(/不是待签收状态，不能签收$/);
  expect((await g.buyer.send("POST", SIGN, form)).status).toBe(403);
});

it("is not taken back when it was inspected, or its goods are gone", async () => {
  const id = await g.signed(await delivery(10));
  const no = (await g.keeper.read(SIGN, id)).no;
  await g.db.query("update inspection set status = 'done' where sign_id = $1", [id]);
  expect(await said(g.reverse(id))).toEqual([409, `签收单${no}已质检，不能撤销，请先撤销质检单`]);
  await g.db.query("update inspection set status = 'pending' where sign_id = $1", [id]);
  await g.db.query("update stock set qc_qty = 5, good_qty = good_qty + qc_qty - 5");
  expect((await said(g.reverse(id)))[1]).toMatch(/在.+的待检可用不足，需10，可用5$/);
  expect(await g.state("wms_sign", id)).toBe("signed");
});

it("is not taken back while customs were told of its goods", async () => {
  const id = await g.signed(await delivery(10));
  await g.db.query(
    `with told as (
       insert into customs_declaration (no, status, customs_type)
       values ('CD-TOLD', 'auditing', '1') returning id)
     insert into customs_lot (tenant_id, declaration_id, transfer_id, warehouse_id, sku_id,
       sign_line_id, qty, unit_cost, amount)
     select 1, told.id, 0, h.warehouse_id, l.sku_id, l.id, 1, 10, 10
     from told, wms_sign h join wms_sign_line l on l.wms_sign_id = h.id where h.id = $1`,
    [id],
  );
  const taken = "报关单CD-TOLD已取用该批货物，请先作废报关单";
  expect(await said(g.reverse(id))).toEqual([409, taken]);
  await g.db.query("update customs_lot set given_back_at = now()");
  g.good(await g.reverse(id));
});

it("tells the buyer of its deliveries alone, and shows those to come to who signs", async () => {
  const id = await delivery(7);
  const rows = async (who: Gate["buyer"], path: string) =>
    (g.good(await who.send("GET", path)) as { records: { id: string }[] }).records.map((r) => r.id);
  expect(await rows(g.keeper, "/wms/signpool/page")).toContain(id);
  const sign = await g.signed(id);
  expect(await rows(g.keeper, "/wms/signpool/page")).not.toContain(id);
  expect(await rows(g.buyer, `${SIGN}/page`)).toContain(sign);
  await g.db.query("update wms_sign set owner_id = 1, dept_id = null where id = $1", [sign]);
  expect(await rows(g.buyer, `${SIGN}/page`)).not.toContain(sign);
});

it("counts cartons by their labels: of this delivery, each once", async () => {
  const id = await delivery(25);
  const { no } = await g.buyer.read("/purchase/delivery", id);
  const label = (i: number, n = 3) => `${no}-${i}/${n}`;
  const scan = (codes: string[], counts: number[], more = {}) =>
    g.sign(id, counts, { cartonCodes: codes, isFinal: false, ...more });
  const foreign = [400, `箱唛${label(4)}不属于送货单${no}`];
  expect(await said(scan([label(1), label(4)], [20]))).toEqual(foreign);
  expect((await said(scan([label(1, 2)], [10])))[0]).toBe(400);
  const first = g.good(await scan([label(1), label(3), label(1)], [15])) as { id: string };
  expect(await g.keeper.read(SIGN, first.id)).toMatchObject({
    cartonsNotified: 3,
    cartonsSigned: 2,
    cartonCodes: [label(1), label(3)],
  });
  expect(await said(scan([label(3)], [10]))).toEqual([400, `箱唛${label(3)}已签收`]);
  g.good(await g.reverse(first.id));
  g.good(await scan([label(3)], [5]));
});
