import type { HeadOf, StateOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { logMove, moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { recountDelivered, recountPlanned } from "../order-lines/recount";
import { refreshPlan } from "./state";

/** Quantities of orders and plans after a delivery went, was signed or ended; all of them locked. */
export async function recountDelivery(c: RuleContext, lineIds: string[], plans: string[]) {
  await recountDelivered(c, lineIds);
  for (const plan of plans) await refreshPlan(c, plan);
  // A closed plan counts by its deliveries.
  await recountPlanned(c, lineIds);
}

const stateOf = ({ sql }: RuleContext, id: string) =>
  sql.one<{ status: StateOf<typeof delivery>; signed: number }>(
    `select coalesce(sum(l.signed_qty), 0)::int as signed,
       case when h.status not in ('shipped', 'partSigned', 'signed') then h.status
         when s.n = 0 then 'shipped'
         when s.ended or bool_and(l.signed_qty >= l.qty) then 'signed'
         else 'partSigned' end as status
     from delivery h
       join delivery_line l on l.delivery_id = h.id and l.del_flag = 0,
       lateral (select count(*) as n, bool_or(ends) as ended from wms_sign
         where delivery_id = h.id and status <> 'reversed' and del_flag = 0) s
     where h.id = $1 group by h.id, s.n, s.ended`,
    [id],
  );

/**
 * 待签收 ↔ 部分签收 ↔ 已签收 of a locked delivery out of its receipts and signed quantities (supply.md 3,
 * "derived"): a final one ends it until a receipt is taken back, and so does the last piece; one that
 * was closed stays closed. `word`: what its history says.
 */
export async function refreshSigned(
  c: RuleContext,
  { id, status }: Pick<HeadOf<typeof delivery>, "id" | "status">,
  word: string,
): Promise<void> {
  const now = await stateOf(c, id);
  if (!now) return;
  await c.sql.query("update delivery set signed_qty = $2, version = version + 1 where id = $1", [
    id,
    now.signed,
  ]);
  // Each receipt stands in the history, also one that leaves the state as it is.
  if (now.status === status)
    await logMove(c, delivery, id, { action: word, from: status, to: status });
  else await moveTo(c, delivery, id, now.status, word);
}
