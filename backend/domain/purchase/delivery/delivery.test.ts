import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { remindPlans } from "../delivery-plan/notice";
import { DELIVERY, type Dock, day, dock, PLAN } from "./delivery.testing";

let backend: TestBackend;
let d: Dock;

beforeAll(async () => {
  backend = await testBackend();
  d = await dock(backend);
});
afterAll(() => backend?.close());

type Answer = Awaited<ReturnType<Dock["buyer"]["act"]>>;
const msg = (answer: Answer) => answer.body.msg;
const ship = (id: string) => d.buyer.act(DELIVERY, id, "ship");
const stateOf = async (api: string, id: string) => (await d.buyer.read(api, id)).status;

it("an order that does not run is refused", async () => {
  const po = await d.order([10], { status: "approved" });
  const sentence = `采购单${po.no}不是执行中`;
  const planned = await d.buyer.send("POST", PLAN, d.planForm(po, [[0, 5]]));
  expect(msg(planned)).toBe(sentence);
  const form = d.deliveryForm([{ poLineId: po.lines[0], qty: 5 }]);
  expect(msg(await d.buyer.send("POST", DELIVERY, form))).toBe(sentence);
  const started = await d.buyer.send("GET", `${DELIVERY}/prefill`, undefined, { poId: po.id });
  expect(msg(started)).toBe(sentence);
});

it("plans stay within what is to come, all plans of a line together", async () => {
  const po = await d.order([100]);
  await d.confirmed(po, [[0, 60]]);
  const more = await d.plan(po, [
    [0, 30],
    [0, 11, 8],
  ]);
  expect(msg(await d.buyer.act(PLAN, more, "confirm"))).toBe("计划数量101超过待到货数量100");
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 60, delivered: 0 });
  const empty = (await d.buyer.add(PLAN, { poId: po.id, items: [] })).id;
  expect(msg(await d.buyer.act(PLAN, empty, "confirm"))).toBe("请至少添加一条明细");
});

it("a date past the order's needs a reason, a date past today is refused at confirm", async () => {
  const po = await d.order([100]);
  const late = await d.buyer.send("POST", PLAN, d.planForm(po, [[0, 5, 20]]));
  expect(msg(late)).toContain("请填写延期原因");
  const id = await d.plan(po, [[0, 5, -1]]);
  expect(msg(await d.buyer.act(PLAN, id, "confirm"))).toBe("计划交期不能早于今天");
});

it("normal deliveries stay within the order and its allowance", async () => {
  const po = await d.order([100]);
  const first = await d.send([{ poLineId: po.lines[0], qty: 60 }]);
  d.good(await ship(first));
  const second = await d.send([{ poLineId: po.lines[0], qty: 44 }]);
  expect(msg(await ship(second))).toBe("SKU DLV0001-01 送货数量超过可送数量43");
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 0, delivered: 60 });
  d.good(
    await d.buyer.edit(DELIVERY, second, { items: [{ poLineId: po.lines[0], qty: 43, cartons: 5, pcsPerCarton: 10 }] }),
  );
  d.good(await ship(second));
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 0, delivered: 103 });
});

it("the supplier's own allowance counts before the general one", async () => {
  const exact = await d.supplier(2, "0");
  const po = await d.order([100], { supplierId: exact });
  const id = await d.send([{ poLineId: po.lines[0], qty: 101 }]);
  expect(msg(await ship(id))).toBe("SKU DLV0001-01 送货数量超过可送数量100");
});

it("replacements are bounded by what is to be replaced", async () => {
  const po = await d.order([100]);
  for (const [kind, column] of [
    ["replenish", "replenish_qty"],
    ["exchange", "exchange_qty"],
  ]) {
    const id = await d.send([{ poLineId: po.lines[0], qty: 3 }], { deliveryType: kind });
    expect(msg(await ship(id))).toBe("SKU DLV0001-01 送货数量超过可送数量0");
    await d.db.query(`update purchase_order_line set ${column} = 3 where id = $1`, [po.lines[0]]);
    d.good(await ship(id));
  }
  expect((await d.quantities(po.lines[0]))?.delivered).toBe(6);
});

it("cartons must hold the pieces; express needs its number", async () => {
  const po = await d.order([100]);
  const id = await d.send([{ poLineId: po.lines[0], qty: 41, cartons: 4 }]);
  expect(msg(await ship(id))).toBe("箱数与数量不符");
  const form = d.deliveryForm([{ poLineId: po.lines[0], qty: 5 }], { transportMode: "express" });
  expect(msg(await d.buyer.send("POST", DELIVERY, form))).toBe("请输入物流单号");
  const back = d.deliveryForm([{ poLineId: po.lines[0], qty: 5 }], { expectArriveDate: day(-1) });
  expect(msg(await d.buyer.send("POST", DELIVERY, back))).toBe("预计到达不能早于发货日");
});

it("one delivery brings several orders of one supplier to one warehouse", async () => {
  const [a, b] = [await d.order([10]), await d.order([20])];
  const id = await d.send([
    { poLineId: a.lines[0], qty: 4 },
    { poLineCode: `${b.no}-1`, qty: 6 },
  ]);
  const row = await d.buyer.read(DELIVERY, id);
  expect(row).toMatchObject({ poNos: `${a.no}、${b.no}`, totalQty: 10, cartonQty: 2 });
  expect(row).toMatchObject({ totalWeightKg: "5.000", totalVolumeM3: "0.0200" });
  const elsewhere = await d.order([5], { warehouse: 1 });
  const form = d.deliveryForm([
    { poLineId: a.lines[0], qty: 1 },
    { poLineId: elsewhere.lines[0], qty: 1 },
  ]);
  expect(msg(await d.buyer.send("POST", DELIVERY, form))).toBe("供应商或收货仓不一致");
  const twice = d.deliveryForm([
    { poLineId: a.lines[0], qty: 1 },
    { poLineId: a.lines[0], qty: 2 },
  ]);
  expect(msg(await d.buyer.send("POST", DELIVERY, twice))).toBe("SKU DLV0001-01 重复");
});

it("a plan follows its deliveries: some, all, none again", async () => {
  const po = await d.order([50]);
  const planId = await d.confirmed(po, [[0, 50]]);
  const form = async () => d.good(await d.buyer.send("GET", `${DELIVERY}/prefill`, undefined, { planId }));
  const line = (await form()).items[0];
  expect(line).toMatchObject({ qty: 50, cartons: 5, pcsPerCarton: 10 });
  const first = await d.send([{ ...line, qty: 20, cartons: 2 }]);
  d.good(await ship(first));
  expect(await stateOf(PLAN, planId)).toBe("partDelivered");
  expect(msg(await d.buyer.act(PLAN, planId, "void", { reason: "误建" }))).toContain("不能");
  const second = await d.send([{ ...(await form()).items[0], cartons: 3 }]);
  d.good(await ship(second));
  expect(await stateOf(PLAN, planId)).toBe("delivered");
  for (const id of [first, second]) d.good(await d.buyer.act(DELIVERY, id, "void", { reason: "退回" }));
  expect(await stateOf(PLAN, planId)).toBe("confirmed");
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 50, delivered: 0 });
});

it("only what is not delivered moves to another date; the change is kept", async () => {
  const po = await d.order([50]);
  const planId = await d.confirmed(po, [[0, 50]]);
  const item = (await d.buyer.read(PLAN, planId)).items[0];
  const id = await d.send([{ poLineId: po.lines[0], planLineId: item.id, qty: 20 }]);
  d.good(await ship(id));
  const act = (body: Record<string, unknown>) =>
    d.buyer.act(PLAN, planId, "reschedule", { lineNo: 1, reason: "供方停电", ...body });
  expect(msg(await act({ reason: "" }))).toBe("请填写改期原因");
  expect(msg(await act({ planQty: 19 }))).toBe("已送货数量不能修改");
  expect(msg(await act({ planQty: 51 }))).toBe("计划数量51超过待到货数量50");
  expect(msg(await act({ planDate: day(-1) }))).toBe("计划交期不能早于今天");
  d.good(await act({ planDate: day(7), planQty: 45 }));
  const row = await d.buyer.read(PLAN, planId);
  const shape = (r: Record<string, unknown>) => [r.planQty, r.planDate, r.deliveredQty];
  expect(row.items.map(shape)).toEqual([
    [20, day(5), 20],
    [25, day(7), 0],
  ]);
  expect(row.changes).toMatchObject([
    { planLineNo: 1, oldDate: day(5), newDate: day(7), oldQty: 50, newQty: 45, reason: "供方停电" },
  ]);
  expect(row).toMatchObject({ status: "partDelivered", planDate: day(7), totalQty: 45 });
  expect((await d.quantities(po.lines[0]))?.plan).toBe(45);
  expect(msg(await act({ planQty: 30 }))).toBe("已送货数量不能修改");
});

it("a closed plan counts with what it delivered; its drafts stand alone", async () => {
  const po = await d.order([50]);
  const planId = await d.confirmed(po, [[0, 50]]);
  const item = (await d.buyer.read(PLAN, planId)).items[0];
  const planned = { poLineId: po.lines[0], planLineId: item.id };
  const first = await d.send([{ ...planned, qty: 20 }]);
  d.good(await ship(first));
  const draft = await d.send([{ ...planned, qty: 10 }]);
  expect(msg(await d.buyer.act(PLAN, planId, "close", { reason: "" }))).toBe("请填写关闭原因");
  d.good(await d.buyer.act(PLAN, planId, "close", { reason: "不再需要" }));
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 20, delivered: 20 });
  d.good(await ship(draft));
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 20, delivered: 30 });
  d.good(await d.buyer.act(DELIVERY, first, "void", { reason: "退回" }));
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 0, delivered: 10 });
});

it("what was signed cannot be voided; closing gives the rest back", async () => {
  const po = await d.order([50]);
  const id = await d.send([{ poLineId: po.lines[0], qty: 30 }]);
  d.good(await ship(id));
  await d.db.query("update delivery_line set signed_qty = 12 where delivery_id = $1", [id]);
  expect(msg(await d.buyer.act(DELIVERY, id, "void", { reason: "x" }))).toBe("已签收，不能作废");
  await d.db.query("update delivery set status = 'partSigned' where id = $1", [id]);
  d.good(await d.buyer.act(DELIVERY, id, "close", { reason: "少货" }));
  expect((await d.quantities(po.lines[0]))?.delivered).toBe(12);
});

it("plans end with their order", async () => {
  const po = await d.order([50]);
  const [live, draft] = [await d.confirmed(po, [[0, 20]]), await d.plan(po, [[0, 5]])];
  d.good(await d.as("admin").act("/purchase/order", po.id, "void", { reason: "错单" }));
  expect([await stateOf(PLAN, live), await stateOf(PLAN, draft)]).toEqual(["void", "void"]);
  expect((await d.quantities(po.lines[0]))?.plan).toBe(0);
});

it("an order closes after its deliveries; what was planned and not sent leaves planQty", async () => {
  const po = await d.order([50]);
  const planId = await d.confirmed(po, [[0, 50]]);
  const item = (await d.buyer.read(PLAN, planId)).items[0];
  const id = await d.send([{ poLineId: po.lines[0], planLineId: item.id, qty: 20 }]);
  d.good(await ship(id));
  const { no } = await d.buyer.read(DELIVERY, id);
  const close = () => d.as("admin").act("/purchase/order", po.id, "close", { reason: "改供应商" });
  expect(msg(await close())).toBe(`存在未签收的送货单${no}，请先签收或作废`);
  await d.db.query("update delivery set status = 'signed' where id = $1", [id]);
  await d.db.query("update delivery_line set signed_qty = 20 where delivery_id = $1", [id]);
  d.good(await close());
  expect(await stateOf(PLAN, planId)).toBe("closed");
  expect(await d.quantities(po.lines[0])).toEqual({ plan: 20, delivered: 20 });
});

it("a supplier is found by a part of its name, or by its id", async () => {
  const po = await d.order([5], { supplierId: await d.supplier(7) });
  const id = await d.send([{ poLineId: po.lines[0], qty: 5 }]);
  const { supplierId } = await d.buyer.read(DELIVERY, id);
  const found = async (value: string) =>
    d
      .good(await d.buyer.send("GET", `${DELIVERY}/page`, undefined, { supplierId: value }))
      .records.map((r: { id: string }) => r.id);
  expect(await found("供应商7")).toEqual([id]);
  expect(await found(String(supplierId))).toEqual([id]);
  expect(await found("供应商7 不存在")).toEqual([id]);
  expect(await found("不存在")).toEqual([]);
  expect(await found("%")).toEqual([]);
});

it("planner and buyer are told once of each date, three days ahead", async () => {
  const po = await d.order([50]);
  const planId = await d.confirmed(po, [
    [0, 20, 3],
    [0, 10, 4],
  ]);
  const { no } = await d.buyer.read(PLAN, planId);
  const told = () =>
    d.db.query<{ title: string; path: string }>(
      `select title, biz_path as path from sys_notification where title like $1 order by id`,
      [`交货计划${no}%`],
    );
  await remindPlans(d.db);
  await remindPlans(d.db);
  const path = `/createDeliveryPlan/index?id=${planId}`;
  expect(await told()).toEqual([{ title: `交货计划${no}将于${day(3)}到期`, path }]);
  const later = { lineNo: 1, planDate: day(2), reason: "提前" };
  d.good(await d.buyer.act(PLAN, planId, "reschedule", later));
  await remindPlans(d.db);
  expect((await told()).map((n) => n.title)).toEqual([
    `交货计划${no}将于${day(3)}到期`,
    `交货计划${no}将于${day(2)}到期`,
  ]);
});

it.each([
  ["/purchase/return", { returnMode: "deduct", returnReason: "quality" }],
  ["/purchase/exchange", { reason: "quality", expectDate: day(3) }],
])("%s: of what never arrived nothing goes back", async (api, more) => {
  const po = await d.order([50]);
  const form = (badQty: number) => ({ poId: po.id, items: [{ poLineId: po.lines[0], badQty, goodQty: 0 }], ...more });
  expect(msg(await d.buyer.send("POST", api, form(0)))).toBe("次品与良品之和至少为1");
  const { id } = await d.buyer.add(api, form(1));
  expect(msg(await d.buyer.act(api, id, "submit"))).toBe("退货数量超过可退数量0");
  expect(await stateOf(api, id)).toBe("draft");
});

it("a return is worth its share of the line; parts add up to the whole", async () => {
  const po = await d.order([50], { status: "closed" });
  const form = (returnMode: string, goodQty: number) => ({
    poId: po.id,
    returnMode,
    returnReason: "quality",
    items: [{ poLineId: po.lines[0], badQty: 0, goodQty }],
  });
  const refused = await d.buyer.send("POST", "/purchase/return", {
    ...form("replenish", 1),
    expectReplenishDate: day(3),
  });
  expect(msg(refused)).toBe(`采购单${po.no}已完结，只能退货扣款`);
  const amounts: number[] = [];
  for (const qty of [7, 43]) {
    const { id } = await d.buyer.add("/purchase/return", form("deduct", qty));
    amounts.push(Number((await d.buyer.read("/purchase/return", id)).returnAmount));
    await d.db.query("update purchase_order_line set return_qty = return_qty + $2 where id = $1", [po.lines[0], qty]);
  }
  expect(amounts.reduce((a, b) => a + b, 0).toFixed(2)).toBe("1437.93");
});
