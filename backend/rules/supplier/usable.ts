import { documentNamed } from "#documents";
import { visible } from "../../documents/reading/where";
import type { RuleContext } from "../../documents/rules";

/** Those of these suppliers that the caller may see and name in a new document. */
export async function usableSuppliers(
  c: RuleContext,
  ids: readonly string[],
): Promise<Set<string>> {
  const where = visible(documentNamed("supplier"), c.caller)
    .and("t.id = any(?::bigint[])", [...new Set(ids)])
    .and("t.status = 'approved'");
  const rows = await c.sql.query<{ id: string }>(
    `select t.id from supplier t where ${where}`,
    where.values,
  );
  return new Set(rows.map((r) => r.id));
}
