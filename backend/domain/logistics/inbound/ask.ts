import { connectorFor } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { patch, type RuleContext } from "#backend/engine/documents";
import type { RowOf } from "#documents/kit";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import { type InboundTask, inboundTasks } from "#documents/logistics/fba-inbound-words";
import { BOX_LABELS, INBOUND } from "../planned";
import { withoutStep } from "./walk";

export type InboundRow = RowOf<typeof fbaInbound>;

/** What may be asked of the platform: tasks that a plan waits for, and what it is told besides. */
export type InboundStep = InboundTask | "drop" | "track";

/** The connection that speaks for the store of a plan. */
export const connectorOfStore = async (c: RuleContext, storeId: string): Promise<string | null> =>
  (await connectorFor(c, { provider: "amazon", storeId }))?.id ?? null;

/** Has the platform told something about a locked plan, which does not wait for it. */
export async function tell(
  c: RuleContext,
  { id, no, version, storeId }: Pick<InboundRow, "id" | "no" | "version" | "storeId">,
  step: InboundStep | "labels",
  more: Record<string, string> = {},
): Promise<void> {
  await enqueue(c, {
    kind: step === "labels" ? BOX_LABELS : INBOUND,
    key: `${no}:${step}:${version}`,
    payload: { step, ...more },
    connectorId: await connectorOfStore(c, storeId),
    document: fbaInbound.name,
    id,
    no,
  });
}

/** Asks the platform for something about a locked plan, which waits for it: nothing else is done with it until then. */
export async function ask(c: RuleContext, row: InboundRow, task: InboundTask): Promise<void> {
  await patch(c, fbaInbound, row.id, { task, problem: null, operations: withoutStep(row.operations, task) });
  await c.sql.query("update fba_inbound_line set problem = null where fba_inbound_id = $1 and problem is not null", [
    row.id,
  ]);
  await tell(c, row, task);
}

/** Why nothing can be done with a plan now: the platform still has to answer. */
export const waiting = ({ task }: Pick<InboundRow, "task">): string | undefined =>
  task ? `${inboundTasks[task].label}，请等待平台答复` : undefined;
