import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TRANSFER } from "../transfer/transfer.testing";
import { type Inbound, openInbound } from "./inbound.testing";

let yard: Inbound;
beforeAll(async () => {
  yard = await openInbound();
  await yard.fill(0, 3000, "10.00");
  await yard.fill(1, 3000, "20.00");
});
beforeEach(() => yard.standIns.control("marketplace", { behave: {}, inbound: { looks: 2, problems: [] } }));
afterAll(() => yard.close());

test("a plan goes the whole way: boxes, two warehouses, a transfer for each, shipped, received, closed", async () => {
  const id = await yard.plan(
    yard.planForm([
      [0, 60],
      [1, 40],
    ]),
  );
  await yard.step(id, "submit");
  expect(await yard.readPlan(id)).toMatchObject({ status: "creating", task: "create", totalQty: 100 });
  expect(await yard.planRefused(id, "pack")).toBeTruthy();
  await yard.turns();
  const made = await yard.readPlan(id);
  expect(made).toMatchObject({ status: "packing", task: null, problem: null });
  expect(await yard.planRefused(id, "pack", { boxes: [{ skuId: yard.skus[0], boxes: 1, qty: 60 }] })).toContain(
    "装箱数量与调拨数量不一致",
  );
  await yard.step(id, "pack");
  await yard.turns();
  const placed = await yard.readPlan(id);
  expect(placed).toMatchObject({ status: "placement", feeCurrency: "USD" });
  expect(placed.boxes).toHaveLength(4);
  expect(
    placed.options.map(({ optionNo, fee, shipmentCount, centres }) => [optionNo, fee, shipmentCount, centres]),
  ).toEqual([
    [1, "27.00", 1, "ONT8"],
    [2, "0.00", 2, "ONT8、FTW1"],
  ]);
  await yard.step(id, "choose", { optionNo: 2 });
  await yard.turns();
  const split = await yard.readPlan(id);
  expect(split).toMatchObject({ status: "transport", shipmentCount: 2, placementFee: "0.00" });
  expect(split.shipments.map(({ fcCode, qty, cartons }) => [fcCode, qty, cartons])).toEqual([
    ["ONT8", 60, 2],
    ["FTW1", 40, 2],
  ]);
  expect(await yard.onTransfers(id)).toEqual([
    { msku: "MSKU-1", qty: 60 },
    { msku: "MSKU-2", qty: 40 },
  ]);
  const [box] = split.shipments[1]?.labels ?? [];
  expect(split.shipments[1]?.labels).toHaveLength(2);
  expect(box).toMatchObject({ boxNo: 1, code: `${split.shipments[1]?.shipmentId}U000001`, goods: "TRF0001-02×20" });
  await yard.carried(id);
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", task: null, problem: null, transportFee: null });
  const [plan] = await yard.named(made.no);
  expect(plan?.shipments.every(({ transport, window }) => transport && window)).toBe(true);
  const transfers = await yard.transfersOf(id);
  for (const [i, transferId] of transfers.entries()) {
    const row = await yard.read(transferId);
    expect(row).toMatchObject({
      sourceType: "plan",
      sourceNo: made.no,
      shipmentId: plan?.shipments[i]?.confirmationId,
    });
    expect(row.attachments).toHaveLength(1);
    await yard.clerk.edit(TRANSFER, transferId, yard.channel);
    await yard.o.submit("logistics", "transfer", TRANSFER, transferId);
    await yard.done(transferId, "pack");
    expect((await yard.read(transferId)).cartons).toBe(2);
    await yard.done(transferId, "ship", { trackingNo: `PRO-${i}` });
    expect((await yard.readPlan(id)).status).toBe(i ? "shipped" : "ready");
  }
  await yard.turns();
  const [told] = await yard.named(made.no);
  expect(told?.shipments.map(({ tracking }) => tracking)).toEqual([["PRO-0"], ["PRO-1"]]);
  await yard.done(transfers[0] ?? "", "receive");
  expect(await yard.readPlan(id)).toMatchObject({ status: "receiving", receivedQty: 60, shippedQty: 100 });
  await yard.done(transfers[1] ?? "", "close", { reason: "丢失" });
  expect((await yard.readPlan(id)).status).toBe("closed");
});

test("boxes of several goods go where the platform says, with all that is in them", async () => {
  const id = await yard.plan(
    yard.planForm([
      [0, 40],
      [1, 50],
    ]),
  );
  await yard.step(id, "submit");
  await yard.turns();
  const [a, b] = yard.skus;
  const size = { lengthCm: "50", widthCm: "40", heightCm: "40", weightKg: "11.50" };
  const boxes = [
    { boxNo: 1, boxes: 2, skuId: a, qty: 20, ...size },
    { boxNo: 1, boxes: 1, skuId: b, qty: 10 },
    { boxNo: 3, boxes: 2, skuId: b, qty: 20, ...size },
  ];
  await yard.step(id, "pack", { boxes });
  await yard.turns();
  await yard.step(id, "choose", { optionNo: 2 });
  await yard.turns();
  const row = await yard.readPlan(id);
  expect(row.shipments.map(({ fcCode, qty, cartons }) => [fcCode, qty, cartons])).toEqual([
    ["ONT8", 50, 2],
    ["FTW1", 40, 2],
  ]);
  expect(await yard.onTransfers(id)).toEqual([
    { msku: "MSKU-1", qty: 40 },
    { msku: "MSKU-2", qty: 50 },
  ]);
  for (const transferId of await yard.transfersOf(id)) {
    await yard.clerk.edit(TRANSFER, transferId, yard.channel);
    await yard.o.submit("logistics", "transfer", TRANSFER, transferId);
    await yard.done(transferId, "pack");
  }
  const [first = ""] = await yard.transfersOf(id);
  expect((await yard.read(first)).boxes.map(({ contentsText, weightKg }) => [contentsText, weightKg])).toEqual([
    ["TRF0001-01×20、TRF0001-02×10", "11.50"],
    ["TRF0001-01×20", "11.50"],
  ]);
});

test("what the platform finds wrong stands at its MSKU; set right, a plan of the next name is made", async () => {
  const id = await yard.plan(
    yard.planForm([
      [0, 30],
      [1, 20],
    ]),
  );
  const { no } = await yard.readPlan(id);
  await yard.standIns.control("marketplace", { inbound: { problems: [{ msku: "MSKU-2", message: "Prep missing" }] } });
  await yard.step(id, "submit");
  await yard.turns();
  const failed = await yard.readPlan(id);
  expect(failed).toMatchObject({ status: "draft", task: null, inboundPlanId: null, planName: `${no}-2` });
  expect(failed.items.map(({ problem }) => problem)).toEqual([null, "FBA_INB_0182 Prep missing"]);
  expect(failed.problem).toContain("MSKU-2");
  await yard.standIns.control("marketplace", { inbound: { problems: [] } });
  await yard.step(id, "submit");
  await yard.turns();
  const made = await yard.readPlan(id);
  expect(made).toMatchObject({ status: "packing", problem: null });
  expect(made.items.map(({ problem }) => problem)).toEqual([null, null]);
  expect((await yard.named(no)).map(({ status }) => status)).toEqual(["ERRORED"]);
  expect((await yard.named(`${no}-2`)).map(({ status }) => status)).toEqual(["ACTIVE"]);
});

test("boxes that the platform refuses are packed anew", async () => {
  const id = await yard.plan(yard.planForm([[0, 30]]));
  await yard.step(id, "submit");
  await yard.turns();
  await yard.standIns.control("marketplace", {
    inbound: { problems: [{ msku: "MSKU-1", operation: "setPackingInformation", message: "Too heavy" }] },
  });
  await yard.step(id, "pack");
  expect(await yard.planRefused(id, "pack")).toBe("平台计算分仓中，请等待平台答复");
  await yard.turns();
  const failed = await yard.readPlan(id);
  expect(failed).toMatchObject({ status: "packing", task: null });
  expect(failed.items[0]?.problem).toContain("Too heavy");
  await yard.standIns.control("marketplace", { inbound: { problems: [] } });
  await yard.step(id, "pack", { boxes: [{ skuId: yard.skus[0], boxes: 2, qty: 15, weightKg: "6.00" }] });
  await yard.turns();
  const placed = await yard.readPlan(id);
  expect(placed).toMatchObject({ status: "placement", problem: null });
  expect(placed.options).toHaveLength(1);
  expect((await yard.named(placed.no))[0]?.boxes).toMatchObject([{ quantity: 2, weight: { value: 6 } }]);
});

test("a lost answer makes no second plan, option, transport or cancellation", async () => {
  const lose = [
    "createInboundPlan",
    "generatePackingOptions",
    "confirmPackingOption",
    "setPackingInformation",
    "generatePlacementOptions",
    "confirmPlacementOption",
    "generateTransportationOptions",
    "confirmDeliveryWindowOptions",
    "confirmTransportationOptions",
    "cancelInboundPlan",
  ];
  await yard.standIns.control("marketplace", { inbound: { lose } });
  const id = await yard.ready([[0, 30]], 1);
  const row = await yard.readPlan(id);
  expect(row).toMatchObject({ status: "ready", task: null, problem: null });
  const plans = await yard.named(row.no);
  expect(plans).toHaveLength(1);
  expect(plans[0]?.id).toBe(row.inboundPlanId);
  expect(row.shipments.map(({ shipmentId }) => shipmentId)).toEqual(plans[0]?.shipments.map((s) => s.confirmationId));
  expect(await yard.onTransfers(id)).toEqual([{ msku: "MSKU-1", qty: 30 }]);
  await yard.step(id, "cancel", { reason: "不发了" });
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "cancelled", task: null });
  expect((await yard.named(row.no))[0]?.status).toBe("VOIDED");
});

test("a plan of our name with other goods is not taken for ours", async () => {
  const id = await yard.plan(yard.planForm([[0, 30]]));
  await yard.standIns.control("marketplace", { inbound: { lose: ["createInboundPlan"] } });
  await yard.step(id, "submit");
  await yard.turns(1);
  expect((await yard.readPlan(id)).inboundPlanId).toBeNull();
  await yard.db.query("update fba_inbound_line set qty = 31 where fba_inbound_id = $1", [id]);
  await yard.turns();
  const row = await yard.readPlan(id);
  expect(row).toMatchObject({ status: "draft", task: null, planName: row.no });
  expect(row.problem).toContain("内容不同");
  expect(await yard.named(row.no)).toHaveLength(1);
});

test("a platform that is asked too often, and one that breaks off, only make it later", async () => {
  await yard.standIns.control("marketplace", { behave: { throttle: 6, garbage: 1 } });
  const id = await yard.ready([[0, 30]], 1);
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", problem: null });
  expect(await yard.named((await yard.readPlan(id)).no)).toHaveLength(1);
});

test("a sender that is killed at any point goes on where it was", async () => {
  const id = await yard.plan(yard.planForm([[1, 20]]));
  const dying = {
    ...yard.handler,
    done: async () => {
      throw new Error("cut off");
    },
  };
  const killed = async () => {
    await yard.turns(3, dying);
    await yard.db.query("update outbox set status = 'sending' where status = 'pending'");
    await yard.turns();
  };
  await yard.step(id, "submit");
  await killed();
  await yard.step(id, "pack");
  await killed();
  await yard.step(id, "choose", { optionNo: 1 });
  await killed();
  await yard.step(id, "setTransport", yard.byOwn);
  await killed();
  await yard.step(id, "chooseWindow", { windowIds: await yard.earliest(id) });
  await killed();
  const row = await yard.readPlan(id);
  expect(row).toMatchObject({ status: "ready", problem: null });
  expect(await yard.named(row.no)).toHaveLength(1);
  expect(await yard.transfersOf(id)).toHaveLength(1);
  expect(await yard.onTransfers(id)).toEqual([{ msku: "MSKU-2", qty: 20 }]);
});

test("what is cancelled before it leaves is cancelled there, with its transfers", async () => {
  // Before the platform has heard of it, and while it is at it.
  const draft = await yard.plan(yard.planForm([[0, 30]]));
  await yard.step(draft, "cancel", { reason: "不发了" });
  expect(await yard.readPlan(draft)).toMatchObject({ status: "cancelled", cancelReason: "不发了" });
  const early = await yard.plan(yard.planForm([[0, 30]]));
  await yard.step(early, "submit");
  await yard.turns(1);
  await yard.step(early, "cancel", { reason: "不发了" });
  await yard.turns();
  const gone = await yard.readPlan(early);
  expect(gone).toMatchObject({ status: "cancelled", task: null });
  expect((await yard.named(gone.no)).map(({ status }) => status)).toEqual(["VOIDED"]);
  // With transfers that are approved, and that wait for it; the one above was a draft.
  const id = await yard.ready([
    [0, 30],
    [1, 20],
  ]);
  const [first = "", second = ""] = await yard.transfersOf(id);
  for (const transferId of [first, second]) await yard.clerk.edit(TRANSFER, transferId, yard.channel);
  await yard.o.submit("logistics", "transfer", TRANSFER, first);
  await yard.done(second, "submit");
  const held = Number((await yard.pool(0))?.free);
  await yard.step(id, "cancel", { reason: "不发了" });
  expect(await yard.refused(yard.act(first, "ship"))).toBeTruthy();
  await yard.turns();
  expect((await yard.readPlan(id)).status).toBe("cancelled");
  expect((await yard.read(first)).status).toBe("void");
  expect(await yard.onTransfers(id)).toEqual([]);
  const left = await yard.db.query("select id from transfer where inbound_id = $1 and del_flag = 0", [id]);
  expect(left).toHaveLength(1);
  expect(Number((await yard.pool(0))?.free)).toBe(held + 30);
});
