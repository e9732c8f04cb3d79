import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { writeOperLog } from "../../../logs/oper-log";
import { lockOrderLines } from "../order-lines/order-lines";
import { countResults, resultsOf } from "./counts";

/** Order lines of a receipt, also those of which nothing was counted. */
const orderLinesOf = async ({ sql }: RuleContext, signId: string) =>
  (
    await sql.query<{ id: string }>(
      `select po_line_id as id from wms_sign_line where wms_sign_id = $1 and del_flag = 0`,
      [signId],
    )
  ).map((l) => l.id);

/**
 * Ends the inspection of a receipt that is taken back; what an exempt one passed is given back. The
 * receipt is locked.
 * @throws Refusal 409 签收单{no}已质检，不能撤销，请先撤销质检单
 */
export async function dropInspection(
  c: RuleContext,
  sign: { id: string; no: string },
): Promise<void> {
  const found = await c.sql.one<{ id: string; status: string }>(
    `select id, status from inspection
     where sign_id = $1 and status <> 'reversed' and del_flag = 0 for no key update`,
    [sign.id],
  );
  if (!found) return;
  if (found.status === "done" || found.status === "auditing")
    throw conflict(`签收单${sign.no}已质检，不能撤销，请先撤销质检单`);
  if (found.status === "exempt") {
    await lockOrderLines(c, await orderLinesOf(c, sign.id));
    await countResults(c, await resultsOf(c, found.id), -1);
  }
  await c.sql.query(
    `update inspection set status = 'reversed', version = version + 1, update_by = $2,
       update_time = now() where id = $1`,
    [found.id, c.caller.userId],
  );
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "inspection",
    bizId: found.id,
    action: "撤销签收",
    fromState: found.status,
    toState: "reversed",
    operator: c.caller,
  });
}
