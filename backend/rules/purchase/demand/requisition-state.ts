import type { RuleContext, Values } from "../../../documents/rules";

/**
 * State of an approved requisition as a pure function of its lines, first match wins (supply.md 3
 * "derived"): receipts of normal deliveries complete it, and what will finally not come.
 */
export function derivedState(lines: readonly Values[]): string {
  const turned = lines.map((l) => Number(l.turnedQty));
  const cancelled = lines.map((l) => Number(l.cancelQty));
  const remain = lines.map((l, i) => Number(l.qty) - (turned[i] ?? 0) - (cancelled[i] ?? 0));
  const none = remain.every((r) => r === 0);
  if (none && turned.every((t) => t === 0)) return "cancelled";
  const received = lines.every(
    (l, i) => Number(l.receivedQty) + Number(l.lostQty) >= Number(l.qty) - (cancelled[i] ?? 0),
  );
  if (none && received) return "completed";
  if (none) return "turned";
  return turned.some((t) => t > 0) || cancelled.some((q) => q > 0) ? "partTurned" : "approved";
}

/** Recomputes totals, progress and state after another document changed the lines. Header locked. */
export async function refreshRequisition(c: RuleContext, id: string): Promise<void> {
  const lines = await c.sql.query<Values>(
    `select qty, turned_qty as "turnedQty", cancel_qty as "cancelQty", received_qty as "receivedQty",
       lost_qty as "lostQty"
     from purchase_requisition_line where purchase_requisition_id = $1 and del_flag = 0`,
    [id],
  );
  const state = derivedState(lines);
  const total = (name: string) => lines.reduce((n, l) => n + Number(l[name]), 0);
  const turned = total("turnedQty");
  const progress =
    state === "completed" ? "received" : state === "turned" ? "all" : turned > 0 ? "part" : "none";
  await c.sql.query(
    `update purchase_requisition set status = $2, progress = $3, turned_qty = $4, received_qty = $5,
       version = version + 1
     where id = $1 and status in ('approved', 'partTurned', 'turned', 'completed', 'cancelled')`,
    [id, state, progress, turned, total("receivedQty")],
  );
}
