import { ELIGIBLE } from "#backend/domain/promotion/order/settle";
import { pick, type RuleContext } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import type { DocumentType } from "#documents/kit";
import { evaRefund } from "#documents/promotion/refund";
import { evaRequest } from "#documents/promotion/request";
import { act, approveAll, asSystem, draft, personAt, startFrom } from "../acting";
import { turn } from "../random";

/** How far the refunds of tasks come, one after the other. */
const ENDS = ["approved", "pendingVerify", "auditing", "verified", "draft", "rejected"] as const;

/** Tasks of which orders may be refunded. */
export const tasksOf = (sql: Sql) =>
  sql.query<{ id: string }>(
    `select distinct t.evaluation_id as id from evaluation_order t
     where t.tenant_id = 1 and t.del_flag = 0 and ${ELIGIBLE} order by 1`,
  );

/** Whether the platform deducts what its resource gets: nobody requests it. */
const deducted = async (sql: Sql, id: string) =>
  (await pick({ sql }, evaRefund, id, ["payMethod"]))?.payMethod === "platform";

/** Refunds what of a task may be refunded, and asks for the money, as far as `end` says. */
export async function refundTask(system: RuleContext, evaluationId: string, end: (typeof ENDS)[number]): Promise<void> {
  const c = await personAt(system, "promo");
  const lead = await personAt(system, "promo_lead");
  const { id } = await draft<DocumentType>(c, evaRefund, await startFrom(c, evaRefund, { evaluationId }));
  if (end === "draft") return;
  await act(c, "eva_refund", id, "submit");
  if (end === "pendingVerify") return;
  if (end === "rejected") return act(lead, "eva_refund", id, "reject", { reason: "截图与平台金额不一致，请补充说明" });
  await act(lead, "eva_refund", id, "verify", { note: "逐单核对无误" });
  if (end === "verified" || (await deducted(system.sql, id))) return;
  const request = await draft<DocumentType>(c, evaRequest, await startFrom(c, evaRequest, { refundIds: id }));
  await act(c, "eva_request", request.id, "submit");
  if (end === "approved") await approveAll(system, "eva_request", request.id);
}

/** 返款 and 测评请款 of the demonstration: at each step one or two. */
export async function insertEvaRefunds(sql: Sql): Promise<number> {
  const tasks = await tasksOf(sql);
  for (const [i, { id }] of tasks.entries()) await refundTask(asSystem(sql), id, turn(ENDS, i));
  return tasks.length;
}
