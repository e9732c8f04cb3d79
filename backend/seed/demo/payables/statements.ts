import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import type { Sql } from "../../../db/sql";
import { uploadSample } from "../../sample-files";
import { act, asSystem, draft, personAt } from "../acting";

/** How far a statement comes; each is one of them in turn. */
const ENDS = ["confirmed", "sent", "draft", "confirmed"] as const;

/** Statements of this month with suppliers to whom something is owed, in all their states. */
export async function insertStatements(sql: Sql, today: string): Promise<number> {
  const c = await personAt(asSystem(sql), "finance");
  const found = await sql.query<{ supplierId: string; currency: string }>(
    `select supplier_id as "supplierId", currency from ap_account
     where balance > 0 order by supplier_id, currency limit $1`,
    [ENDS.length],
  );
  for (const [i, account] of found.entries()) {
    const fromDate = `${today.slice(0, 8)}01`;
    const { id } = await draft(c, supplierStatement, { ...account, fromDate, toDate: today });
    const end = ENDS[i] ?? "draft";
    if (end === "draft") continue;
    await act(c, supplierStatement.name, id, "send");
    if (end === "sent") continue;
    const signedFiles = [await uploadSample(c, "document", "盖章对账单.pdf")];
    await act(c, supplierStatement.name, id, "confirm", { confirmDate: today, signedFiles });
  }
  return found.length;
}
