import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { page } from "#backend/engine/documents/reading/list";
import { querySchema } from "#documents/kit";
import { packageOrder } from "#documents/order/package-order";
import { salesOrder } from "#documents/order/sales-order";
import { onPlatformCancel } from "../feed/advance";
import { packagesOf } from "../package/packages";
import { type Orders, openOrders } from "./sales.testing";
import { salesOrderRules } from "./sales-order";

let o: Orders;
beforeAll(async () => {
  o = await openOrders();
});
afterAll(() => o.db.close());

const lines = (id: string) =>
  o.db.query<{ id: string; qty: number }>(
    "select id, qty from sales_order_line where sales_order_id = $1 order by line_no",
    [id],
  );
const firstPackage = async (id: string) =>
  (await o.act((c) => packagesOf(c, id))).find((p) => p.status !== "cancelled")?.id ?? "";
const send = async (id: string) =>
  o.act(async (c) => perform(c, packageOrder, await firstPackage(id), "send", {}, { trusted: true }));

test("audited it holds stock for everything, or nothing; taken back it holds none", async () => {
  const id = await o.order([4]);
  await expect(o.step(id, "audit")).rejects.toThrow("存在未分配数量");
  await o.step(id, "setWarehouse", { warehouseId: o.place });
  await expect(o.step(id, "audit")).rejects.toThrow("未分配物流");
  await expect(o.step(id, "setLogistics", { logisticsChannelId: o.german })).rejects.toThrow(
    "该物流不支持此仓库或国家",
  );
  await o.step(id, "setLogistics", { logisticsChannelId: o.channel });
  await o.step(id, "audit");
  expect(await o.look(id)).toMatchObject({ status: "audited", packages: ["reserved 4"] });
  expect(await o.free()).toBe(6);
  await expect(o.step(id, "setWarehouse", { warehouseId: o.place })).rejects.toThrow("已审核");
  await o.step(id, "unaudit");
  expect(await o.look(id)).toMatchObject({ status: "pendingAudit", packages: ["draft 4"] });
  const much = await o.ready([3, 11]);
  await expect(o.step(much, "audit")).rejects.toThrow("SKU SO-2 在深圳仓的良品可用不足，需11，可用10");
  expect([await o.look(much), await o.free()]).toEqual([
    { status: "pendingAudit", exception: null, packages: ["draft 3+11"] },
    10,
  ]);
});

test("what was audited is held or cancelled with its stock, until a warehouse knows of it", async () => {
  const id = await o.ready([2]);
  await o.step(id, "audit");
  await o.step(id, "hold", { reason: "买家要改地址" });
  expect(await o.look(id)).toMatchObject({ status: "held", packages: ["draft 2"] });
  expect(await o.free()).toBe(10);
  await o.step(id, "release");
  await o.db.query("update sales_order set status = 'pendingAudit' where id = $1", [id]);
  await o.step(id, "audit");
  await send(id);
  for (const [action, sentence] of [
    ["hold", "包裹已下发仓库，不能挂起"],
    ["unaudit", "包裹已下发仓库，不能反审核"],
    ["cancel", "包裹已下发仓库，请先拦截"],
  ] as const)
    await expect(o.step(id, action, { reason: "买家不要了" })).rejects.toThrow(sentence);
  const other = await o.ready([3]);
  await o.step(other, "audit");
  await o.step(other, "cancel", { reason: "买家不要了" });
  expect(await o.look(other)).toMatchObject({ status: "cancelled", packages: [] });
  expect(await o.free()).toBe(8);
});

test("the newest orders come first, of those that wait the one that is due first", async () => {
  const waits = [await o.order([1]), await o.order([1])];
  const done = await o.order([1], { status: "completed" });
  const due = (id: string | undefined, time: string) =>
    o.db.query("update sales_order set latest_ship_time = $2 where id = $1", [id, time]);
  await due(done, "2026-06-01");
  await due(waits[0], "2026-07-09");
  await due(waits[1], "2026-07-08");
  const listed = async (status?: string) => {
    const query = querySchema(salesOrder).parse({ current: 1, size: 50, status });
    const { records } = await o.act((c) => page(c, salesOrder, query, salesOrderRules));
    return records.map((r) => r.id).filter((id) => [...waits, done].includes(id));
  };
  expect(await listed()).toEqual([waits[0], waits[1], done]);
  expect(await listed("pendingAudit")).toEqual([waits[1], waits[0]]);
  expect(await listed("completed")).toEqual([done]);
});

test("two orders for the last piece: one is audited, the other is told that none is left", async () => {
  const [a, b] = [await o.ready([0, 0, 10]), await o.ready([0, 0, 10])];
  const results = await Promise.allSettled([o.step(a, "audit"), o.step(b, "audit")]);
  expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((r) => r.status === "rejected")).toMatchObject({
    reason: { message: "SKU SO-3 在深圳仓的良品可用不足，需10，可用0" },
  });
  expect(await o.free(2)).toBe(0);
  for (const id of [a, b]) await o.step(id, "cancel", { reason: "买家不要了" });
});

test("split by hand: every piece lies in one package, in the place of the first", async () => {
  const id = await o.ready([3, 1]);
  const [first, second] = await lines(id);
  const rows = (p1: number, p2: number) => ({
    rows: [
      { lineId: first?.id, first: p1, second: p2 },
      { lineId: second?.id, first: 0, second: 1 },
    ],
  });
  await expect(o.step(id, "split", rows(2, 2))).rejects.toThrow("各包裹数量之和为4，应等于明细数量3");
  await o.step(id, "split", rows(2, 1));
  expect(await o.look(id)).toMatchObject({ packages: ["draft 2", "draft 1+1"] });
  const page = await o.act(async (c) => {
    const rows = await packagesOf(c, id);
    const t = salesOrderRules.transitions?.find(({ action }) => action === "split");
    return t?.ask?.(c, { row: { id }, packages: rows });
  });
  expect(page).toMatchObject({
    rows: [
      { leftQty: 3, first: 2, second: 1 },
      { leftQty: 1, first: 0, second: 1 },
    ],
  });
  await o.step(id, "audit");
  expect(await o.look(id)).toMatchObject({ packages: ["reserved 2", "reserved 1+1"] });
  await o.step(id, "cancel", { reason: "买家不要了" });
});

test("orders to one receiver are merged and travel together; others are refused", async () => {
  const [a, b] = [await o.ready([1], { hash: "M1" }), await o.ready([2], { hash: "M1" })];
  const stranger = await o.ready([1], { hash: "M2" });
  await expect(o.step(stranger, "merge", { rows: [] })).rejects.toThrow("没有可合并的订单");
  const numberOf = async (id: string) =>
    (await o.db.one<{ no: string }>("select no from sales_order where id = $1", [id]))?.no;
  const merge = async (...ids: string[]) =>
    o.step(a, "merge", {
      rows: await Promise.all(ids.map(async (id) => ({ orderNo: await numberOf(id), take: true }))),
    });
  await expect(merge(stranger)).rejects.toThrow("收件信息不一致，不能合单");
  await merge(b);
  expect(await firstPackage(a)).toBe(await firstPackage(b));
  await o.step(a, "audit");
  await o.step(b, "audit");
  expect(await o.look(a)).toMatchObject({ status: "audited", packages: ["reserved 1"] });
  await o.step(b, "cancel", { reason: "买家不要了" });
  expect(await o.look(a)).toMatchObject({ packages: ["reserved 1"] });
  expect(await o.faults()).toEqual([]);
});

test("the platform cancels: what our own warehouse was told of is called back, once", async () => {
  const id = await o.ready([2]);
  await o.db.query("update sales_order set platform_order_id = 4711 where id = $1", [id]);
  await o.step(id, "audit");
  await send(id);
  const before = (await o.free()) ?? 0;
  for (let n = 0; n < 2; n++) await o.act((c) => onPlatformCancel(c, "4711"));
  expect(await o.look(id)).toMatchObject({ status: "cancelled", packages: [] });
  expect(await o.free()).toBe(before + 2);
  expect(await o.faults()).toEqual([]);
});
