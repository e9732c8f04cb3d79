import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Inbound, openInbound } from "./inbound.testing";

// When the platform takes shipments in is chosen by people, of what it offers at that moment.

let yard: Inbound;
beforeAll(async () => {
  yard = await openInbound();
  await yard.fill(0, 3000, "10.00");
  await yard.fill(1, 3000, "20.00");
});
beforeEach(() => yard.standIns.control("marketplace", { inbound: { looks: 2, problems: [] } }));
afterAll(() => yard.close());

/** A plan of two shipments that waits for its windows. */
async function waiting() {
  const id = await yard.plan(
    yard.planForm([
      [0, 60],
      [1, 40],
    ]),
  );
  await yard.step(id, "submit");
  await yard.turns();
  await yard.step(id, "pack");
  await yard.turns();
  await yard.step(id, "choose", { optionNo: 2 });
  await yard.turns();
  await yard.step(id, "setTransport", yard.byOwn);
  await yard.turns();
  return id;
}

const windowsOf = async (id: string) => {
  const { shipments, windows } = await yard.readPlan(id);
  return shipments.map((s) => windows.filter((w) => w.platformId === s.platformId));
};
/** Which windows the platform has confirmed. */
const confirmed = async (id: string) => {
  const [plan] = await yard.named((await yard.readPlan(id)).no);
  return plan?.shipments.map(({ window }) => window);
};

test("each shipment has its windows, the chosen ones are confirmed and stay", async () => {
  const id = await waiting();
  expect(await yard.readPlan(id)).toMatchObject({ status: "window", task: null, problem: null });
  const [first = [], second = []] = await windowsOf(id);
  for (const own of [first, second]) {
    expect(own).toHaveLength(2);
    expect(own.map(({ startDay }) => startDay)).toEqual(own.map(({ startDay }) => startDay).sort());
  }
  const [early, late] = [first[0]?.windowId, second[1]?.windowId];
  expect(await yard.planRefused(id, "chooseWindow", { windowIds: [early] })).toBe("请为每个货件选择一个到货时间");
  expect(await yard.planRefused(id, "chooseWindow", { windowIds: [early, first[1]?.windowId] })).toContain("每个货件");
  expect(await yard.planRefused(id, "chooseWindow", { windowIds: [early, "dw-unknown"] })).toContain("已变化");
  await yard.step(id, "chooseWindow", { windowIds: [early, late] });
  expect(await yard.planRefused(id, "chooseWindow", { windowIds: [early, late] })).toContain("请等待平台答复");
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", task: null, problem: null });
  expect(await confirmed(id)).toEqual([early, late]);
  expect((await windowsOf(id)).flat().map(({ windowId, chosen }) => [windowId, chosen])).toEqual([
    [early, true],
    [late, true],
  ]);
});

test("windows that are gone meanwhile are told of, and offered anew", async () => {
  const id = await waiting();
  const [first = [], second = []] = await windowsOf(id);
  const { shipments } = await yard.readPlan(id);
  await yard.step(id, "chooseWindow", { windowIds: [first[0]?.windowId, second[0]?.windowId] });
  await yard.standIns.control("marketplace", { inbound: { fullWindows: true } });
  await yard.turns();
  const again = await yard.readPlan(id);
  expect(again).toMatchObject({ status: "window", task: null });
  const { startDay, endDay } = first[0] ?? {};
  expect(again.problem).toContain(
    `货件${shipments[0]?.shipmentId}所选的到货时间${startDay}至${endDay}平台已不再提供，请重新选择`,
  );
  expect(again.windows.some(({ chosen }) => chosen)).toBe(false);
  const stale = { windowIds: [first[0]?.windowId, second[0]?.windowId] };
  expect(await yard.planRefused(id, "chooseWindow", stale)).toContain("已变化");
  await yard.step(id, "chooseWindow", { windowIds: await yard.earliest(id) });
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", problem: null });
});

test("a window that the platform refuses is offered anew, the other shipment keeps its own", async () => {
  const id = await waiting();
  const windowIds = await yard.earliest(id);
  await yard.standIns.control("marketplace", {
    inbound: { problems: [{ msku: "MSKU-2", operation: "confirmDeliveryWindowOptions", message: "Full" }] },
  });
  await yard.step(id, "chooseWindow", { windowIds });
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "window", task: null });
  await yard.standIns.control("marketplace", { inbound: { problems: [] } });
  await yard.step(id, "chooseWindow", { windowIds: await yard.earliest(id) });
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", problem: null });
  expect((await confirmed(id))?.every(Boolean)).toBe(true);
});

test("a lost answer confirms no second window, and another way needs none", async () => {
  const id = await waiting();
  const windowIds = await yard.earliest(id);
  await yard.standIns.control("marketplace", {
    inbound: { lose: ["confirmDeliveryWindowOptions", "confirmTransportationOptions"] },
  });
  await yard.step(id, "chooseWindow", { windowIds });
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", problem: null });
  expect(await confirmed(id)).toEqual(windowIds);
  const other = await waiting();
  const partnered = { carrierKind: "AMAZON_PARTNERED_CARRIER", shipWay: "GROUND_SMALL_PARCEL" };
  await yard.step(other, "setTransport", { ...yard.byOwn, ...partnered });
  await yard.turns();
  const row = await yard.readPlan(other);
  expect(row).toMatchObject({ status: "ready", problem: null });
  expect(row.windows).toEqual([]);
});
