import { type RuleContext, visible } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { invalid } from "#backend/platform/http";
import { sellers } from "#documents/supplier/sellers";
import { supplier } from "#documents/supplier/supplier";

/** Approved, or approved and waiting for the approval of a change: the old values are in force. */
const isUsable = (row: { status: string; pending: unknown }): boolean =>
  row.status === "approved" || (row.status === "auditing" && !!row.pending);

interface UsableRow {
  id: string;
  status: string;
  pending: unknown;
  name: string;
  level: string;
  type: string | null;
}

/**
 * Suppliers that new documents may name, share-locked.
 * @param asked each at the field that names it
 * @throws Refusal 400 at the first field whose supplier is not approved
 */
export async function requireApprovedSuppliers(
  c: RuleContext,
  asked: readonly { id: unknown; field: string }[],
): Promise<Map<string, UsableRow>> {
  if (!asked.length) return new Map();
  const rows = await c.sql.query<UsableRow>(
    `select id, status, pending, name, level, supplier_type as type from supplier
     where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0
     order by id ${keep(c.sql, "supplier", "share")}`,
    [[...new Set(asked.map(({ id }) => id))], c.tenantId],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { id, field } of asked) {
    const row = found.get(String(id));
    if (row && isUsable(row)) continue;
    const message = row ? `供应商 ${row.name} 未通过审批或已冻结` : "供应商不存在";
    throw invalid(message, { [field]: message });
  }
  return found;
}

/** The same of one. @throws Refusal 400 at `field` when it is not approved */
export async function requireApprovedSupplier(c: RuleContext, id: unknown, field = "supplierId"): Promise<UsableRow> {
  const found = await requireApprovedSuppliers(c, [{ id, field }]);
  const [row] = found.values();
  if (!row) throw invalid("供应商不存在", { [field]: "供应商不存在" });
  return row;
}

/**
 * A supplier that goods are asked of or bought from, share-locked.
 * @throws Refusal 400 at `field`
 */
export async function requireSeller(c: RuleContext, id: unknown, field = "supplierId") {
  const row = await requireApprovedSupplier(c, id, field);
  const sells: readonly string[] = sellers.supplierType;
  if (row.type && !sells.includes(row.type)) {
    const message = `供应商 ${row.name} 是物流商或报关行，不能采购`;
    throw invalid(message, { [field]: message });
  }
  return row;
}

/** Those of these suppliers that the caller may see and name in a new document. */
export async function usableSuppliers(c: RuleContext, ids: readonly string[]): Promise<Set<string>> {
  const where = visible(supplier, c.caller)
    .and("t.id = any(?::bigint[])", [...new Set(ids)])
    .and("t.status = 'approved'");
  const rows = await c.sql.query<{ id: string }>(`select t.id from supplier t where ${where}`, where.values);
  return new Set(rows.map((r) => r.id));
}
