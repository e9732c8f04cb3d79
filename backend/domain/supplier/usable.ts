import { type RuleContext, visible } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { invalid } from "#backend/platform/http";
import { sellers } from "#documents/supplier/sellers";
import { supplier } from "#documents/supplier/supplier";

/** Approved, or approved and waiting for the approval of a change: the old values are in force. */
const isUsable = (row: { status: string; pending: unknown }): boolean =>
  row.status === "approved" || (row.status === "auditing" && !!row.pending);

/**
 * A supplier that new documents may name, share-locked.
 * @throws Refusal 400 at `field` when it is not approved
 */
export async function requireApprovedSupplier(c: RuleContext, id: unknown, field = "supplierId") {
  const row = await c.sql.one<{ status: string; pending: unknown; name: string; level: string; type: string | null }>(
    `select status, pending, name, level, supplier_type as type from supplier
     where id = $1 and tenant_id = $2 and del_flag = 0 ${keep(c.sql, "supplier", "share")}`,
    [id, c.tenantId],
  );
  if (row && isUsable(row)) return row;
  const message = row ? `供应商 ${row.name} 未通过审批或已冻结` : "供应商不存在";
  throw invalid(message, { [field]: message });
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
