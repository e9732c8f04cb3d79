import type { RuleContext } from "#backend/engine/documents";

/** Columns of who gets the money: copied as they are kept, the account sealed. */
const PAYEE = ["pay_method", "payee_name", "payee_bank", "payee_account", "payee_tail", "payee_hash"];

/** Table that has them, and the document that keeps its own copy from then on. */
type Holder = "evaluation_resource" | "eva_refund" | "eva_request";

/** A document keeps who gets its money as another row says now. */
export async function copyPayee(
  { sql }: RuleContext,
  from: { table: Holder; id: string },
  to: { table: Holder; id: string },
): Promise<void> {
  await sql.query(
    `update ${to.table} t set ${PAYEE.map((n) => `${n} = s.${n}`).join(", ")}
     from ${from.table} s where s.id = $1 and t.id = $2`,
    [from.id, to.id],
  );
}
