import type { Connector } from "#backend/engine/connect/connector";
import { Refused, Underway } from "#backend/engine/connect/words";
import { pick } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { transfer } from "#documents/logistics/transfer";
import type { InboundRow } from "./ask";
import { feeOf, type InboundCalls, type TransportOption } from "./platform";
import { groupings, type PackingGroup, planBody, wayOf } from "./told";
import type { Walk } from "./walk";

/** What a step works with; nothing is locked while it speaks with the platform. */
export interface InboundScene {
  sql: Sql;
  connector: Connector;
  row: InboundRow;
  calls: InboundCalls;
  walk: Walk;
}

/** @throws Refused where nobody told the platform of the plan */
function planIdOf({ inboundPlanId }: InboundRow): string {
  if (!inboundPlanId) throw new Refused("平台还没有这个计划");
  return inboundPlanId;
}

/** Pieces of each listing. */
const counted = (rows: readonly { msku: string; quantity: number }[]) => {
  const found = new Map<string, number>();
  for (const { msku, quantity } of rows) found.set(msku, (found.get(msku) ?? 0) + quantity);
  return found;
};

/** Are there as many pieces of each listing in the plan as the platform says? */
function isWhole({ items }: InboundRow, told: ReadonlyMap<string, number>): boolean {
  return told.size === items.length && items.every(({ msku, qty }) => told.get(msku ?? "") === qty);
}

/** The plan at the platform: the one of our name where the answer to an earlier try was lost, else a new one. */
async function planMade(scene: InboundScene): Promise<string> {
  const { row, calls, walk } = scene;
  if (row.inboundPlanId) return row.inboundPlanId;
  const found = await calls.planNamed(row.planName ?? "");
  if (found) {
    if (!isWhole(row, counted(await calls.items(found))))
      throw new Refused(`平台已有同名计划${found}，内容不同，请在卖家后台取消后重新提交`);
    await walk.note("create.plan", "", { inboundPlanId: found, done: true });
    return found;
  }
  const { inboundPlanId, operationId } = await calls.create(await planBody(scene.sql, row));
  await walk.note("create.plan", operationId, { inboundPlanId });
  return inboundPlanId;
}

/** 建立中: the plan, and what of it may be packed together. */
async function create(scene: InboundScene) {
  const { calls, walk } = scene;
  const plan = await planMade(scene);
  await walk.did("create.plan", async () => "");
  await walk.did("create.packings", () => calls.generatePackings(plan));
  const options = await calls.packings(plan);
  const option = options.find((o) => o.status === "ACCEPTED") ?? options.find((o) => o.status === "OFFERED");
  if (!option) throw new Refused("平台没有给出装箱方案");
  if (option.status === "OFFERED")
    await walk.did("create.packing", () => calls.confirmPacking(plan, option.packingOptionId));
  const packingGroups: PackingGroup[] = [];
  for (const id of option.packingGroups)
    packingGroups.push({ id, mskus: (await calls.groupItems(plan, id)).map(({ msku }) => msku) });
  return { packingGroups };
}

/** 装箱完成: the boxes are told, and where the platform would have them. */
async function pack({ row, calls, walk }: InboundScene) {
  const plan = planIdOf(row);
  await walk.did("pack.boxes", () => calls.setPacking(plan, groupings(row)));
  await walk.did("pack.placements", () => calls.generatePlacements(plan));
  const options = [];
  for (const placement of await calls.placements(plan)) {
    if (placement.status !== "OFFERED") continue;
    const parts: string[] = [];
    const centres: string[] = [];
    for (const id of placement.shipmentIds) {
      const fc = (await calls.shipment(plan, id)).destination.warehouseId ?? "未定";
      const goods = await calls.shipmentItems(plan, id);
      centres.push(fc);
      parts.push(`${fc}：${goods.map(({ msku, quantity }) => `${msku}×${quantity}`).join("、")}`);
    }
    options.push({
      ...feeOf(placement),
      optionId: placement.placementOptionId,
      shipmentCount: placement.shipmentIds.length,
      centres: centres.join("、"),
      split: parts.join("；").slice(0, 2000),
    });
  }
  if (!options.length) throw new Refused("平台没有给出分仓方案");
  return { options };
}

/** 选择分仓: the option is confirmed; what goes where, in which boxes. */
async function choose({ row, calls, walk }: InboundScene) {
  const plan = planIdOf(row);
  const options = await calls.placements(plan);
  const taken = options.find((o) => o.status === "ACCEPTED");
  if (taken && taken.placementOptionId !== row.optionId) throw new Refused("平台已确认了另一个分仓方案");
  const optionId = row.optionId ?? "";
  if (!taken) await walk.did("choose.placement", () => calls.confirmPlacement(plan, optionId));
  const shipments = [];
  const skus = new Map(row.items.map(({ skuId, msku }) => [msku ?? "", skuId]));
  for (const platformId of options.find((o) => o.placementOptionId === optionId)?.shipmentIds ?? []) {
    const {
      shipmentConfirmationId: shipmentId,
      destination,
      amazonReferenceId,
    } = await calls.shipment(plan, platformId);
    if (!shipmentId) throw new Underway("平台还没有给出货件号", 5);
    const boxes = (await calls.shipmentBoxes(plan, platformId)).flatMap(({ boxId, items, dimensions, weight }, i) =>
      items.map(({ msku, quantity }, n) => ({
        boxNo: i + 1,
        ...(boxId && { boxId }),
        boxes: 1,
        skuId: skus.get(msku) ?? "",
        qty: quantity,
        ...(n === 0 && {
          lengthCm: String(dimensions.length),
          widthCm: String(dimensions.width),
          heightCm: String(dimensions.height),
          weightKg: String(weight.value),
        }),
      })),
    );
    const items = await calls.shipmentItems(plan, platformId);
    const fcCode = destination.warehouseId ?? null;
    shipments.push({ platformId, shipmentId, fcCode, referenceId: amazonReferenceId ?? null, items, boxes });
  }
  if (!isWhole(row, counted(shipments.flatMap(({ items }) => items))))
    throw new Refused("平台分仓的数量与计划不一致，请在卖家后台核对");
  return { shipments };
}

const NEEDS_WINDOW = "CONFIRMED_DELIVERY_WINDOW";

type ShipmentOf = Pick<InboundRow["shipments"][number], "platformId" | "shipmentId">;
interface WindowTold {
  platformId: string;
  shipmentId: string;
  windowId: string;
  startDay: string;
  endDay: string;
  chosen: boolean;
}

/** Windows in which the platform would take a shipment now, the earliest first; with the one that it has. */
async function windowsOf({ calls }: InboundScene, plan: string, { platformId, shipmentId }: ShipmentOf, has?: string) {
  const windows = await calls.windows(plan, platformId ?? "");
  return windows
    .filter((w) => w.availabilityType === "AVAILABLE" || w.deliveryWindowOptionId === has)
    .sort((a, b) => a.startDate.localeCompare(b.startDate))
    .map(
      ({ deliveryWindowOptionId: windowId, startDate, endDate }): WindowTold => ({
        platformId: platformId ?? "",
        shipmentId: shipmentId ?? "",
        windowId,
        startDay: startDate.slice(0, 10),
        endDay: endDate.slice(0, 10),
        chosen: false,
      }),
    );
}

/**
 * The window in which a shipment is to arrive is confirmed: the chosen one, or the only one that there is.
 * @returns that one, or those that somebody must choose of; `gone`: the choice that is offered no longer
 */
async function arrival(
  scene: InboundScene,
  step: CarryingTask,
  plan: string,
  shipment: ShipmentOf,
): Promise<{ windows: WindowTold[]; gone?: InboundRow["windows"][number] }> {
  const { row, calls, walk } = scene;
  const id = shipment.platformId ?? "";
  const confirmed = async (one: WindowTold) => {
    await walk.did(`${step}.window ${id}`, () => calls.confirmWindow(plan, id, one.windowId));
    return { windows: [{ ...one, chosen: true }] };
  };
  const lost = `${step}.gone ${id}`;
  const chosen = step === "window" ? row.windows.find((w) => w.chosen && w.platformId === id) : undefined;
  if (chosen && !walk.has(lost)) {
    try {
      const still = (await windowsOf(scene, plan, shipment)).find((w) => w.windowId === chosen.windowId);
      if (still) return await confirmed(still);
    } catch (error) {
      // Somebody was quicker: whatever the platform says of it, it is offered no longer.
      if (!(error instanceof Refused)) throw error;
    }
    await walk.note(lost, "", { done: true });
  }
  await walk.did(`${step}.windows ${id}`, () => calls.generateWindows(plan, id));
  const windows = await windowsOf(scene, plan, shipment);
  const [only] = windows;
  if (!only) throw new Refused(`货件${shipment.shipmentId}没有可选的到货时间`);
  return chosen || windows.length > 1 ? { windows, gone: chosen } : confirmed(only);
}

/** What becomes of shipments whose way is chosen: both tasks say it again, since the platform's offers go out. */
type CarryingTask = "transport" | "window";

/** Each shipment has a way, and a window in which it arrives where the platform asks for one. */
async function carry(scene: InboundScene, step: CarryingTask) {
  const { row, calls, walk } = scene;
  const plan = planIdOf(row);
  const start = new Date(`${row.readyDay}T00:00:00Z`).toISOString();
  await walk.did(`${step}.options`, () =>
    calls.generateTransports(plan, {
      placementOptionId: row.optionId,
      shipmentTransportationConfigurations: row.shipments.map(({ platformId }) => ({
        shipmentId: platformId,
        readyToShipWindow: { start },
      })),
    }),
  );
  const ways: { id: string; way: TransportOption; taken: boolean }[] = [];
  const windows: WindowTold[] = [];
  const gone: string[] = [];
  for (const shipment of row.shipments) {
    const id = shipment.platformId ?? "";
    const now = await calls.shipment(plan, id);
    const offered = await calls.transports(plan, id);
    const taken = offered.find((o) => o.transportationOptionId === now.selectedTransportationOptionId);
    const way = taken ?? wayOf(row, shipment.shipmentId ?? "", offered);
    ways.push({ id, way, taken: !!taken });
    if (!way.preconditions?.includes(NEEDS_WINDOW)) continue;
    const windowId = now.selectedDeliveryWindow?.deliveryWindowOptionId;
    const has = windowId && (await windowsOf(scene, plan, shipment, windowId)).find((w) => w.windowId === windowId);
    if (has) windows.push({ ...has, chosen: true });
    if (windowId) continue;
    const { windows: own, gone: lost } = await arrival(scene, step, plan, shipment);
    windows.push(...own);
    if (lost)
      gone.push(`货件${lost.shipmentId}所选的到货时间${lost.startDay}至${lost.endDay}平台已不再提供，请重新选择`);
  }
  if (windows.some(({ chosen }) => !chosen)) return { windows, gone };
  if (ways.some(({ taken }) => !taken))
    await walk.did(`${step}.confirm`, () =>
      calls.confirmTransports(plan, {
        transportationSelections: ways.map(({ id, way }) => ({
          shipmentId: id,
          transportationOptionId: way.transportationOptionId,
        })),
      }),
    );
  const fees = ways.map(({ id, way }) => ({ platformId: id, fee: way.quote?.cost.amount ?? null }));
  return { windows, fees, currency: ways.find(({ way }) => way.quote)?.way.quote?.cost.code ?? null };
}

/** 运输方式: on to the choice of windows, or at once where there is none to be made. */
const transport = (scene: InboundScene) => carry(scene, "transport");

/** 选择到货时间: the chosen windows are confirmed; one that is gone is chosen anew. */
const window = (scene: InboundScene) => carry(scene, "window");

/** 取消: also of a plan of which only the name is known. */
async function cancel({ row, calls, walk }: InboundScene) {
  const plan = row.inboundPlanId ?? (await calls.planNamed(row.planName ?? ""));
  if (plan && (await calls.planState(plan)) === "ACTIVE") await walk.did("cancel.plan", () => calls.cancel(plan));
  return {};
}

const PARCELS: readonly (string | null)[] = ["GROUND_SMALL_PARCEL", "AIR_SMALL_PARCEL", "AIR_SMALL_PARCEL_EXPRESS"];

/** How the goods of a transfer travel: parcels one by one, freight by its number. */
export async function track({ sql, row, calls, walk }: InboundScene, transferId: string): Promise<string> {
  const shipment = row.shipments.find((s) => s.transferId === transferId);
  const sent = await pick({ sql }, transfer, transferId, ["trackingNo"]);
  if (!shipment?.platformId || !sent?.trackingNo) return "没有跟踪号";
  const [plan, id, trackingId] = [planIdOf(row), shipment.platformId, sent.trackingNo];
  await walk.did(`track.${transferId} ${trackingId}`, async () => {
    const boxes = PARCELS.includes(row.shipWay) ? await calls.shipmentBoxes(plan, id) : [];
    const items = boxes.flatMap(({ boxId }) => (boxId ? [{ boxId, trackingId }] : []));
    return calls.setTracking(
      plan,
      id,
      items.length
        ? { spdTrackingDetail: { spdTrackingItems: items } }
        : { ltlTrackingDetail: { freightBillNumber: [trackingId] } },
    );
  });
  return `已告知${trackingId}`;
}

/** What each task of a plan says to the platform; it may run again at any point. */
export const inboundSteps = { create, pack, choose, transport, window, cancel };
