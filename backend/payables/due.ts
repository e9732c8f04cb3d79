import type { RuleContext } from "../documents/rules";
import { today } from "../values/calendar";

/**
 * What of a locked order waits for the end of its inspections (market.md 17.15) is due from today on,
 * once there is none left to do.
 */
export async function fallDue({ sql }: RuleContext, poId: string): Promise<void> {
  await sql.query(
    `select ap_fall_due($1, $2) where exists (
       select 1 from ap_entry where po_id = $1 and due_date is null) and not ap_uninspected($1)`,
    [poId, today()],
  );
}
