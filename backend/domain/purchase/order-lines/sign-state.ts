import { lockRow, moveTo, type RuleContext } from "#backend/engine/documents";
import type { StateOf } from "#documents/kit";
import type { inspection } from "#documents/purchase/inspection";
import { wmsSign } from "#documents/wms/wms-sign";

type Inspected = StateOf<typeof inspection>;

/** State of a receipt as a pure function of that of its inspection (supply.md 4, "derived"). */
export const stateOf = (inspected: Inspected | undefined): StateOf<typeof wmsSign> =>
  inspected === "done" || inspected === "exempt"
    ? "done"
    : inspected === "inspecting" || inspected === "auditing"
      ? "inspecting"
      : "signed";

/**
 * Works out the state of a receipt after its inspection changed, and locks it: lock it before its
 * inspection where both change. One that was taken back stays so.
 */
export async function refreshSign(c: RuleContext, signId: string): Promise<void> {
  const sign = await lockRow(c, wmsSign, signId, { anyScope: true });
  if (sign.status === "reversed") return;
  const found = await c.sql.one<{ status: Inspected }>(
    `select status from inspection where sign_id = $1 and status <> 'reversed' and del_flag = 0
     order by id desc limit 1`,
    [signId],
  );
  await moveTo(c, wmsSign, signId, stateOf(found?.status));
}
