import { mergedPayment } from "#documents/finance/merged-payment";
import { moveTo } from "../../../documents/lifecycle/move";
import type { MadeEnd, RuleContext } from "../../../documents/rules";
import { tieFiles } from "../../../files/tie";
import { writeBounce } from "../pay/pay";

/** What the OA payment knows of its transfer: the merge shows the same. */
async function copyTransfer(c: RuleContext, oaId: string, id: string) {
  const row = await c.sql.one<{ files: string[] }>(
    `update merged_payment m set bank_fee = o.bank_fee, fee_bearer = o.fee_bearer,
       serial_no = o.serial_no, paid_time = o.paid_time, receipt_files = o.receipt_files,
       base_rate = o.base_rate, base_amount = o.base_amount
     from oa_payment o where m.id = $1 and o.id = $2 returning o.receipt_files as files`,
    [id, oaId],
  );
  await tieFiles(c, { type: "merged_payment", id }, row?.files ?? []);
}

/** A merge follows the OA payment that it made: approved, paid, sent back by the bank, or a draft again. */
export async function takeOverEnd(c: RuleContext, made: MadeEnd): Promise<void> {
  const { makerId: id, event } = made;
  const to = (state: Parameters<typeof moveTo<typeof mergedPayment>>[3], why: string) =>
    moveTo(c, mergedPayment, id, state, why);
  if (event === "approved") return to("approved", "OA付款通过");
  if (event === "paid") {
    await copyTransfer(c, made.id, id);
    return to("paid", "OA付款");
  }
  if (event === "failed") {
    const row = await c.sql.one<{ reason: string; date: string; files: string[] }>(
      `select fail_reason as reason, fail_date as date, fail_files as files
       from oa_payment where id = $1`,
      [made.id],
    );
    if (row)
      await writeBounce(c, "merged_payment", id, {
        ...{ reason: row.reason, failDate: row.date, failFiles: row.files },
      });
    return to("failed", "OA付款退票");
  }
  await c.sql.query("update merged_payment set oa_payment_id = null where id = $1", [id]);
  await c.sql.query("update payment set oa_payment_id = null where merged_id = $1", [id]);
  return to("draft", "OA付款退回");
}
