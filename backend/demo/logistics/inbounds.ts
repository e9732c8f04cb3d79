import type { RuleContext, RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import { act, asSystem, draft, personAt, whole } from "../acting";
import { workAgo } from "../clock";
import { placesConfirmed, placesOffered, planMade, windowsOffered } from "./inbound-answers";
import { channelTo, lead, placeOf, skusOf, type TransferPlan } from "./transfers";

/** How far a plan comes; of one by hand, how far its transfer does. */
type InboundDemo = { qty: number; days: TransferPlan["days"] } & (
  | { mode: "manual"; end: TransferPlan["end"] }
  | { mode: "api"; end: "draft" | "creating" | "packing" | "placement" | "transport" | "window" | "cancelled" }
);

/** Plans by hand as far as their transfers come; of the others, as far as the platform answered. */
const DEMOS: readonly InboundDemo[] = [
  { mode: "manual", end: "done", qty: 10, days: [-38, -6] },
  { mode: "manual", end: "partReceived", qty: 12, days: [-33, -2] },
  { mode: "manual", end: "shipped", qty: 8, days: [-9, 20] },
  { mode: "manual", end: "approved", qty: 6, days: [1, 30] },
  { mode: "api", end: "cancelled", qty: 10, days: [2, 34] },
  { mode: "api", end: "draft", qty: 8, days: [3, 36] },
  { mode: "api", end: "window", qty: 8, days: [3, 36] },
  { mode: "api", end: "transport", qty: 8, days: [3, 36] },
  { mode: "api", end: "placement", qty: 8, days: [3, 36] },
  { mode: "api", end: "packing", qty: 6, days: [3, 36] },
  { mode: "api", end: "creating", qty: 6, days: [3, 36] },
];

/** A plan that the platform has heard of, as far as it is to come. */
async function leadPlan(clerk: RuleContext, id: string, end: InboundDemo["end"]): Promise<void> {
  const step = (action: string, input: RuleValues = {}) => act(clerk, fbaInbound.name, id, action, input);
  await step("submit");
  if (end === "creating") return;
  await planMade(clerk, await whole(clerk, fbaInbound, id));
  if (end === "packing") return;
  await step("pack");
  await placesOffered(clerk, id);
  if (end === "placement") return;
  await step("choose", { optionNo: 2 });
  await placesConfirmed(clerk, id);
  if (end === "transport") return;
  await step("setTransport", { carrierKind: "USE_YOUR_OWN_CARRIER", shipWay: "FREIGHT_LTL", readyDay: today(3) });
  await windowsOffered(clerk, id);
}

/** Plans of goods for the platform's warehouse in the United States. */
export async function insertInbounds(sql: Sql): Promise<number> {
  const system = asSystem(sql);
  const clerk = await personAt(system, "logistics");
  const [from, to] = [await placeOf(sql, "WH-SZ"), await placeOf(sql, "FBA-US")];
  if (!from || !to) return 0;
  let count = 0;
  for (const [i, demo] of DEMOS.entries()) {
    const { mode, end, qty, days } = demo;
    const plan: TransferPlan = {
      type: "3",
      from: "WH-SZ",
      to: "FBA-US",
      skus: 2,
      qty,
      end: "draft",
      mode: "sea",
      days,
    };
    const skus = await skusOf(sql, from, to, plan, i);
    const channel = await channelTo(sql, plan, to);
    if (!skus.length || !channel) continue;
    await workAgo(sql, mode === "api" ? 1 : 3 - Math.min(days[0], 0));
    const { id } = await draft(clerk, fbaInbound, {
      storeId: to.storeId ?? undefined,
      fromWarehouseId: from.id,
      mode,
      ...channel,
      transportMode: "sea",
      ...(mode === "manual" && { shipmentId: `FBA17PLAN${String(i + 10).padStart(3, "0")}`, fcCode: "ONT8" }),
      items: skus.map(({ id: skuId }) => ({ skuId, qty })),
    });
    count++;
    if (end === "draft") continue;
    if (demo.end === "cancelled") await act(clerk, fbaInbound.name, id, "cancel", { reason: "改为下月补货" });
    else if (demo.mode === "api") await leadPlan(clerk, id, demo.end);
    else {
      await act(clerk, fbaInbound.name, id, "start");
      const { shipments } = await whole(system, fbaInbound, id);
      for (const { transferId } of shipments)
        if (transferId) await lead(system, transferId, { ...plan, end: demo.end }, from, to, true);
    }
  }
  return count;
}
