import type { RuleContext } from "../../../documents/rules";
import type { Pieces } from "./line-counters";
import { addToReqLines, lockReqLines, sumById } from "./requisition-lines";

/** Requisition line behind each order line that has one, by order line. */
export type Demand = ReadonlyMap<string, string>;

/**
 * Requisition lines that order lines come from, through their award or turn line; they and their
 * headers are locked. The orders are locked before.
 */
export async function lockDemand(c: RuleContext, poLineIds: readonly string[]): Promise<Demand> {
  const rows = await c.sql.query<{ id: string; reqLineId: string }>(
    `select p.id, t.req_line_id as "reqLineId" from purchase_order_line p
       left join inquiry_quote q on q.id = p.award_id
       left join inquiry_order_line i on i.id = q.line_id
       join turn_requisition_line t on t.id = coalesce(i.turn_line_id, p.turn_line_id)
     where p.id = any($1::bigint[]) and t.req_line_id is not null`,
    [poLineIds],
  );
  await lockReqLines(
    c,
    rows.map((r) => r.reqLineId),
  );
  return new Map(rows.map((r) => [r.id, r.reqLineId]));
}

const byDemand = (demand: Demand, pieces: Pieces) =>
  sumById([...pieces].map(([id, n]) => [demand.get(id), n]));

/** Counts pieces that arrived for the demand behind order lines; negative ones are taken back. */
export const countReceived = (c: RuleContext, demand: Demand, signed: Pieces) =>
  addToReqLines(c, "received_qty", byDemand(demand, signed));

/** An order is closed and its demand does not go back: these pieces of its lines finally do not come. */
export async function countLost(c: RuleContext, lost: Pieces): Promise<void> {
  const demand = await lockDemand(c, [...lost.keys()]);
  await addToReqLines(c, "lost_qty", byDemand(demand, lost));
}
