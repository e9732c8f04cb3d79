import type { RuleContext } from "../../../documents/rules";

/** Number of another change of the order in approval: two of them never wait at once. */
export async function otherChange({ sql }: RuleContext, poId: string, id?: string) {
  const other = await sql.one<{ no: string }>(
    `select no from purchase_change where po_id = $1 and status = 'auditing' and del_flag = 0
       and id is distinct from $2 limit 1`,
    [poId, id ?? null],
  );
  return other?.no ?? null;
}
