import type { LineOf, StateOf } from "#documents/kit";
import { requisition } from "#documents/purchase/requisition";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";

type State = StateOf<typeof requisition>;
/** What a line was asked for, and what became of it. Pieces. */
export type Fate = Pick<
  LineOf<typeof requisition, "items">,
  "qty" | "turnedQty" | "cancelQty" | "receivedQty" | "lostQty"
>;

/** States that follow from the lines. */
const DERIVED: readonly State[] = ["approved", "partTurned", "turned", "completed", "cancelled"];

/** May something of a requisition in this state still be turned or cancelled? */
export const isOpen = (status: State | undefined) =>
  status === "approved" || status === "partTurned";

/**
 * State of an approved requisition as a pure function of its lines, first match wins (supply.md 3
 * "derived"): receipts of normal deliveries complete it, and what will finally not come.
 */
export function derivedState(lines: readonly Fate[]): State {
  const turned = lines.some((l) => l.turnedQty > 0);
  if (lines.some((l) => l.qty !== l.turnedQty + l.cancelQty))
    return turned || lines.some((l) => l.cancelQty > 0) ? "partTurned" : "approved";
  if (!turned) return "cancelled";
  const settled = lines.every((l) => l.receivedQty + l.lostQty >= l.qty - l.cancelQty);
  return settled ? "completed" : "turned";
}

/** Recomputes totals, progress and state after another document changed the lines. Header locked. */
export async function refreshRequisition(c: RuleContext, id: string): Promise<void> {
  const lines = await c.sql.query<Fate>(
    `select qty, turned_qty as "turnedQty", cancel_qty as "cancelQty", received_qty as "receivedQty",
       lost_qty as "lostQty"
     from purchase_requisition_line where purchase_requisition_id = $1 and del_flag = 0`,
    [id],
  );
  const state = derivedState(lines);
  const turned = lines.reduce((n, l) => n + l.turnedQty, 0);
  const received = lines.reduce((n, l) => n + l.receivedQty, 0);
  const progress =
    state === "completed" ? "received" : state === "turned" ? "all" : turned > 0 ? "part" : "none";
  const row = await c.sql.one(
    `update purchase_requisition set progress = $2, turned_qty = $3, received_qty = $4,
       version = version + 1
     where id = $1 and status = any($5) returning id`,
    [id, progress, turned, received, DERIVED],
  );
  if (row) await moveTo(c, requisition, id, state);
}
