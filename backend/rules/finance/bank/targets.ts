import type { bankAnswer } from "#documents/finance/bank-answer";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import type { DocumentType, LineDraft } from "#documents/kit";
import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { lockDebts, membersOf } from "../pay/members";

export type AnswerRow = LineDraft<typeof bankAnswer, "rows">;

/** A document that a row of an answer is about. */
export interface Target {
  document: DocumentType;
  id: string;
  /** Its payments. */
  payments: string[];
}

async function ofKind(c: RuleContext, document: DocumentType, nos: string[], payments: string) {
  const rows = await c.sql.query<{ id: string; no: string; payments: string[]; merged: string }>(
    `select t.id, t.no, ${payments} as payments,
       ${document.name === "payment" ? "null" : "case when t.source_type = 'merged' then t.source_id end"} as merged
     from ${document.table} t where t.no = any($1) and t.tenant_id = $2 and t.del_flag = 0
     order by t.id`,
    [nos, c.tenantId],
  );
  return rows.map((row) => [row.no, { ...row, document }] as const);
}

/**
 * The documents that rows name, locked with all that paying or returning any of them touches: rows of
 * one answer follow each other in one transaction.
 */
export async function lockTargets(
  c: RuleContext,
  rows: readonly AnswerRow[],
): Promise<Map<string, Target>> {
  const nos = rows.flatMap((r) => r.payNo ?? []);
  const single = await ofKind(c, payment, nos, "array[t.id::text]");
  const released = await ofKind(
    c,
    oaPayment,
    nos,
    `(select coalesce(array_agg(l.member_id::text), '{}') from oa_payment_line l
       where l.oa_payment_id = t.id and l.member_id is not null and l.del_flag = 0)`,
  );
  const targets = new Map<string, Target>([...single, ...released]);
  const payments = [...targets.values()].flatMap((t) => t.payments);
  await lockIds(
    c.sql,
    "merged_payment",
    released.map(([, t]) => t.merged),
  );
  await lockIds(c.sql, "payment", payments);
  await lockIds(
    c.sql,
    "oa_payment",
    released.map(([, t]) => t.id),
  );
  await lockDebts(c, await membersOf(c, payments));
  return targets;
}
