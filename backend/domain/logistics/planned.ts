import { z } from "zod";
import { connectorFor } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { moveTo, pick, type RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import type { StateOf } from "#documents/kit";
import { fbaInbound } from "#documents/logistics/fba-inbound";

/*
 * What a transfer and the FBA inbound plan that it was made by say to each other. A plan stands above its
 * transfers: whoever changes the state of one locks the plan first.
 */

/** Kind of messages about inbound plans. */
export const INBOUND = "fbaInbound";
/** Kind of those that fetch box labels. */
export const BOX_LABELS = "fbaInboundLabels";

/** A transfer as far as its plan goes. */
interface PlannedTransfer {
  id: string;
  inboundId: string | null;
}

/** Locks the plan that made a transfer, before the transfer itself. */
export async function lockPlan(c: RuleContext, transferId: string): Promise<void> {
  // A transfer belongs to one plan for ever, or to none.
  const found = await c.sql.one<{ id: string | null }>(
    "select inbound_id::text as id from transfer where id = $1 and tenant_id = $2",
    [transferId, c.tenantId],
  );
  await lockIds(c.sql, "fba_inbound", [found?.id]);
}

type InboundState = StateOf<typeof fbaInbound>;
const AWAY: readonly InboundState[] = ["ready", "shipped", "receiving", "closed"];

/** The plan that made a transfer. */
export const planOf = async (c: RuleContext, { inboundId }: PlannedTransfer) =>
  inboundId ? pick(c, fbaInbound, inboundId, ["no", "status", "task", "mode", "storeId"]) : undefined;

type PlannedBy = Awaited<ReturnType<typeof planOf>>;

/** Why goods of a plan do not leave yet. */
export function notAway(plan: PlannedBy): string | undefined {
  if (!plan) return undefined;
  if (plan.task === "cancel") return `FBA入库计划${plan.no}正在取消，不能发货`;
  return AWAY.some((state) => state === plan.status) ? undefined : `FBA入库计划${plan.no}还没有确认运输方式，不能发货`;
}

/** Why a transfer of a plan is not ended by itself. */
export const endsWithPlan = (plan: PlannedBy): string | undefined =>
  plan && plan.status !== "cancelled" ? `由FBA入库计划${plan.no}生成，请在入库计划中取消` : undefined;

/** How far a plan is whose transfers are in these states. */
export function stateBy(states: readonly string[]): "ready" | "shipped" | "receiving" | "closed" {
  const live = states.filter((state) => state !== "void");
  const all = (...of: string[]) => live.length > 0 && live.every((state) => of.includes(state));
  if (all("done", "closed")) return "closed";
  if (live.some((state) => ["partReceived", "done", "closed"].includes(state))) return "receiving";
  return all("shipped") ? "shipped" : "ready";
}

/** A transfer left, came in or came back: its plan, which is locked, is as far as all of them. */
export async function followTransfer(c: RuleContext, { inboundId }: PlannedTransfer): Promise<void> {
  if (!inboundId) return;
  const plan = await pick(c, fbaInbound, inboundId, ["status"]);
  if (!plan || !AWAY.some((state) => state === plan.status)) return;
  const transfers = await c.sql.query<{ status: string }>(
    "select status from transfer where inbound_id = $1 and tenant_id = $2 and del_flag = 0",
    [inboundId, c.tenantId],
  );
  await moveTo(c, fbaInbound, inboundId, stateBy(transfers.map(({ status }) => status)));
}

/** The platform is told how the goods of a transfer travel. */
export async function tellTracking(
  c: RuleContext,
  { id, inboundId, version }: PlannedTransfer & { version: number },
): Promise<void> {
  const plan = await planOf(c, { id, inboundId });
  if (plan?.mode !== "api" || !inboundId) return;
  const connector = await connectorFor(c, { provider: "amazon", storeId: plan.storeId });
  await enqueue(c, {
    kind: INBOUND,
    key: `${plan.no}:track:${id}:${version}`,
    payload: { step: "track", transferId: id },
    connectorId: connector?.id ?? null,
    document: fbaInbound.name,
    id: inboundId,
    no: plan.no,
  });
}

const measure = z.coerce.string();
/** A row of 装箱, as the platform was told it. */
export const plannedBox = z.object({
  boxNo: z.number(),
  /** What the platform calls it. */
  boxId: z.string().optional(),
  boxes: z.number(),
  skuId: z.string(),
  qty: z.number(),
  lengthCm: measure.optional(),
  widthCm: measure.optional(),
  heightCm: measure.optional(),
  weightKg: measure.optional(),
});
export type PlannedBox = z.infer<typeof plannedBox>;

/** The boxes in which the platform expects a transfer; nothing where it was told none. */
export async function plannedBoxes(c: RuleContext, { id, inboundId }: PlannedTransfer) {
  if (!inboundId) return undefined;
  const found = await c.sql.one<{ boxes: unknown }>(
    "select boxes from fba_inbound_shipment where fba_inbound_id = $1 and transfer_id = $2 and del_flag = 0",
    [inboundId, id],
  );
  const boxes = z.array(plannedBox).safeParse(found?.boxes);
  return boxes.success && boxes.data.length ? boxes.data.map(({ boxId: _, ...row }) => row) : undefined;
}
