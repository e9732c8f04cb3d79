import type { StateOf } from "#documents/kit";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";

type State = StateOf<typeof turnRequisition>;

/** May something of a turn requisition in this state still be inquired or ordered? */
export const isOpenTurn = (status: State) => status === "approved" || status === "processing";

/** Is it approved and not closed? Its state then follows from its lines. */
export const isInForce = (status: State) => isOpenTurn(status) || status === "done";

interface Progress {
  status: State;
  /** Pieces that are ordered or on transfers. */
  done: number;
  /** Is that all that was not given back? */
  whole: boolean | null;
}

/**
 * Works out progress, totals and state of a turn requisition after another document changed its lines
 * (supply.md 3 "derived"): nothing, some or all of qty − releasedQty is ordered or on transfers.
 */
export async function refreshTurn(c: RuleContext, id: string): Promise<void> {
  const row = await c.sql.one<Progress>(
    `with s as (
       select coalesce(sum(ordered_qty), 0)::int as ordered,
         coalesce(sum(ordered_qty + transfer_qty), 0)::int as done,
         bool_and(ordered_qty + transfer_qty >= qty - released_qty) as whole
       from turn_requisition_line where turn_requisition_id = $1 and del_flag = 0)
     update turn_requisition t set ordered_qty = s.ordered,
       progress = case when s.done = 0 then 'none' when s.whole then 'all' else 'part' end,
       version = version + 1
     from s where t.id = $1 returning t.status, s.done, s.whole`,
    [id],
  );
  if (!row || !isInForce(row.status)) return;
  const state = row.whole ? "done" : row.done ? "processing" : "approved";
  await moveTo(c, turnRequisition, id, state);
}
