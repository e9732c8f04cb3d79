import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { engine } from "#backend/domain";
import { sendOutbox } from "#backend/engine/connect/drain";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { labelOf } from "../labels";
import { cancelSent } from "../recall";
import { packageHandlers } from "./handlers";
import { openYard, type Yard } from "./outside.testing";
import { trackPackages } from "./track";

let yard: Yard;
beforeAll(async () => {
  yard = await openYard();
});
beforeEach(() => yard.standIns.control("warehouse", { behave: {} }));
afterAll(() => yard.close());

/** A package that its warehouse knows. */
async function sent() {
  const order = await yard.order();
  const [id = ""] = order.packages;
  await yard.step(id, "send");
  await yard.turn();
  return { ...order, packageId: id };
}

test("a parcel is told, labelled, shipped by the warehouse of another; its freight is a fact", async () => {
  const { id, packages } = await yard.order();
  const [a = "", b = ""] = packages;
  await yard.standIns.control("warehouse", {
    parcels: {
      "GC-USPS-T": [
        { trackingNo: "9400111899223100001234", carrierCode: "USPS", freight: "5.20" },
        { trackingNo: "771234567890", carrierCode: "FEDEX", freight: "9.85" },
      ],
    },
  });
  const before = await yard.stockOf("A100");
  for (const p of [a, b]) {
    await yard.step(p, "send");
    expect(await yard.packageOf(p)).toMatchObject({ status: "sent", task: "send" });
    await expect(yard.step(p, "getLabel")).rejects.toThrow("下发中，请等待对方答复");
    await yard.turn();
    await yard.step(p, "getLabel");
    await yard.turn();
  }
  expect(await yard.packageOf(a)).toMatchObject({
    status: "labelled",
    task: null,
    trackingNo: "9400111899223100001234",
    carrier: "USPS",
    freight: "5.20",
    kg: "0.900",
  });
  expect((await labelOf(yard.db, a))?.subarray(0, 5).toString()).toBe("%PDF-");
  await yard.step(a, "ship");
  expect(await yard.orderState(id)).toBe("partShipped");
  await yard.step(b, "ship");
  expect(await yard.orderState(id)).toBe("shipped");
  await yard.turn();
  const free = Number(before?.free);
  expect(await yard.stockOf("A100")).toEqual({ good: Number(before?.good) - 2, free });
  const facts = await yard.db.query(
    `select seller_sku as sku, amount::text from fact_source where source_type = 'package'
     and source_no in (select no from package_order where id = any($1::bigint[])) order by 1`,
    [packages],
  );
  expect(facts).toEqual([
    { sku: "S-A100", amount: "5.2000" },
    { sku: "S-B200", amount: "9.8500" },
  ]);
  expect(await ledgerFaults(yard.db)).toEqual([]);
});

test("what the warehouse refuses has failed with its reason, and can be sent again", async () => {
  const { packages } = await yard.order();
  const [id = ""] = packages;
  await yard.step(id, "send");
  await yard.standIns.control("warehouse", { behave: { fail: 1, status: 400 } });
  await yard.turn();
  const failed = await yard.packageOf(id);
  expect(failed).toMatchObject({ status: "failed", task: null });
  expect(failed?.reason).toBeTruthy();
  await yard.step(id, "send");
  await yard.turn();
  expect(await yard.packageOf(id)).toMatchObject({ status: "sent", task: null, reason: null });
});

test("a sender that is killed at any point tells the warehouse one order, once", async () => {
  const { packages } = await yard.order();
  const [id = ""] = packages;
  const no = await yard.db.one<{ no: string }>("select no from package_order where id = $1", [id]);
  await yard.step(id, "send");
  const handlers = packageHandlers(engine);
  // The answer is lost between the other side and the database.
  const cut = handlers.map((h) => ({
    ...h,
    done: async () => {
      throw new Error("cut off");
    },
  }));
  await sendOutbox(yard.db, cut);
  expect(await yard.packageOf(id)).toMatchObject({ status: "sent", task: "send", orderNo: null });
  // Garbage and a cut line say nothing either.
  await yard.standIns.control("warehouse", { behave: { garbage: 1 } });
  await yard.turn();
  // What was being sent when the process ended is sent again.
  await yard.db.query("update outbox set status = 'sending' where status = 'pending'");
  await yard.turn();
  expect(await yard.packageOf(id)).toMatchObject({ status: "sent", task: null });
  const heard = await yard.standIns.heard("warehouse");
  const orders = z
    .array(z.object({ referenceNo: z.string() }))
    .parse(heard.orders)
    .filter((o) => o.referenceNo === no?.no);
  expect(orders).toHaveLength(1);
});

test("called back in time its stock is free and its pieces wait in a new draft", async () => {
  const before = await yard.stockOf("A100");
  const { id, packageId } = await sent();
  await yard.step(packageId, "intercept");
  await expect(yard.step(packageId, "intercept")).rejects.toThrow("拦截中，请等待对方答复");
  await yard.turn();
  expect(await yard.packageOf(packageId)).toMatchObject({ status: "cancelled", task: null });
  expect(await yard.orderState(id)).toBe("pendingAudit");
  expect((await yard.live(id)).map((p) => p.status).sort()).toEqual(["draft", "reserved"]);
  expect(await yard.stockOf("A100")).toEqual(before);
  expect(await ledgerFaults(yard.db)).toEqual([]);
});

test("called back too late nothing changes but the reason", async () => {
  const { id, packageId } = await sent();
  await yard.step(packageId, "getLabel");
  await yard.turn();
  const { orderNo } = (await yard.packageOf(packageId)) ?? {};
  await yard.standIns.control("warehouse", { ship: { orderNo } });
  await yard.step(packageId, "intercept");
  await yard.turn();
  expect(await yard.packageOf(packageId)).toMatchObject({
    status: "labelled",
    task: null,
    reason: "仓库已出库，拦截失败",
  });
  expect(await yard.orderState(id)).toBe("audited");
  await yard.step(packageId, "ship");
  expect(await yard.orderState(id)).toBe("partShipped");
});

/** What sales does when the platform cancels. */
async function platformCancels({ id, platformId }: { id: string; platformId: string }) {
  await yard.db.query("update platform_order set status = 'Canceled' where id = $1", [platformId]);
  return yard.act((c) => cancelSent(c, id, "平台取消"));
}

test("the platform cancels: what the warehouse keeps is cancelled with the order, once", async () => {
  const before = await yard.stockOf("B200");
  const order = await sent();
  expect(await platformCancels(order)).toBe("asked");
  expect(await yard.orderState(order.id)).toBe("audited");
  await yard.turn();
  expect([await yard.orderState(order.id), await yard.live(order.id)]).toEqual(["cancelled", []]);
  expect(await platformCancels(order)).toBe("cancelled");
  await yard.turn();
  expect(await yard.stockOf("B200")).toEqual(before);
  expect(await ledgerFaults(yard.db)).toEqual([]);
});

test("the platform cancels what has left: the order is an exception, the package stays", async () => {
  const order = await sent();
  const { packageId, id } = order;
  await yard.step(packageId, "getLabel");
  await yard.turn();
  const { orderNo } = (await yard.packageOf(packageId)) ?? {};
  await yard.standIns.control("warehouse", { ship: { orderNo } });
  expect(await platformCancels(order)).toBe("asked");
  await yard.turn();
  expect(await yard.orderState(id)).toBe("exception");
  expect(await yard.packageOf(packageId)).toMatchObject({ status: "labelled" });
});

test("the platform cancels while the warehouse is being told: it is called back at once", async () => {
  const order = await yard.order();
  const [id = ""] = order.packages;
  await yard.step(id, "send");
  expect(await platformCancels(order)).toBe("asked");
  await yard.turn();
  await yard.turn();
  expect([await yard.orderState(order.id), await yard.live(order.id)]).toEqual(["cancelled", []]);
});

test("a warehouse of our own gets number and label from the carrier, and gives them back", async () => {
  const { id, packages } = await yard.order("own");
  const [a = "", b = ""] = packages;
  for (const p of [a, b]) {
    await yard.step(p, "send");
    await yard.step(p, "getLabel");
  }
  await yard.turn();
  const { trackingNo, status, freight } = (await yard.packageOf(a)) ?? {};
  expect([status, !!trackingNo, !!freight]).toEqual(["labelled", true, true]);
  await yard.step(b, "intercept");
  await yard.turn();
  const heard = await yard.standIns.heard("carrier");
  const shipments = z.array(z.object({ trackingNo: z.string() })).parse(heard.shipments);
  const numbers = shipments.map((s) => s.trackingNo);
  expect(numbers).toContain(trackingNo);
  expect(numbers).not.toContain((await yard.packageOf(b))?.trackingNo);
  expect(await yard.orderState(id)).toBe("pendingAudit");
  await yard.step(a, "ship");
  expect((await yard.packageOf(a))?.status).toBe("shipped");
});

test("goods without a mapping, held orders and a warehouse without a connection are not told", async () => {
  const { db } = yard;
  const { id, packages } = await yard.order();
  const [a = ""] = packages;
  await db.query("update sales_order set status = 'held' where id = $1", [id]);
  await expect(yard.step(a, "send")).rejects.toThrow("已挂起，不能下发");
  await db.query("update sales_order set status = 'audited' where id = $1", [id]);
  await db.query("update goods_mapping set status = 'disabled' where external_code = 'GC-A100'");
  await expect(yard.step(a, "send")).rejects.toThrow("SKU A100 未维护谷仓商品映射");
  await db.query("update goods_mapping set status = 'active' where external_code = 'GC-A100'");
  await db.query("update connector set enabled = false where kind = 'warehouse'");
  await expect(yard.step(a, "send")).rejects.toThrow("未配置谷仓连接，不能下发");
  await db.query("update connector set enabled = true where kind = 'warehouse'");
});

test("what the warehouse shipped and the carrier delivered is so here, told twice and in any order", async () => {
  const { id, packageId } = await sent();
  await yard.step(packageId, "getLabel");
  await yard.turn();
  const { orderNo, trackingNo } = (await yard.packageOf(packageId)) ?? {};
  const track = async () => {
    await yard.db.query("update package_order set track_time = null");
    await trackPackages(yard.db, engine);
  };
  await track();
  expect((await yard.packageOf(packageId))?.status).toBe("labelled");
  await yard.standIns.control("warehouse", { ship: { orderNo } });
  await track();
  expect((await yard.packageOf(packageId))?.status).toBe("shipped");
  expect(await yard.orderState(id)).toBe("partShipped");
  await yard.standIns.control("carrier", { behave: { repeat: true, reorder: true } });
  const time = new Date(Date.now() + 60_000).toISOString();
  await yard.standIns.control("carrier", { deliver: trackingNo, time });
  await track();
  await track();
  await yard.standIns.control("carrier", { behave: {} });
  const row = await yard.db.one<{ status: string; events: { status: string }[]; then: boolean }>(
    `select status, track_events as events, delivered_time = $2::timestamptz as then from package_order
     where id = $1`,
    [packageId, time],
  );
  expect([row?.status, row?.then]).toEqual(["delivered", true]);
  expect(row?.events.map((e) => e.status)).toEqual(["delivered", "shipped", "created"]);
});
