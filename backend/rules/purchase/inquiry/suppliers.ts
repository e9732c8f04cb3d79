import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";
import { requireSeller } from "../../supplier/usable";

/** Suppliers that are named, each with the path of its field. */
type Named = readonly { id: string | null | undefined; path: string }[];

/** Suppliers are approved and sell goods; they stay so until the transaction ends. Answers their names. */
export async function requireApproved(c: RuleContext, named: Named): Promise<string[]> {
  await lockIds(
    c.sql,
    "supplier",
    named.map((s) => s.id),
    "share",
  );
  const names: string[] = [];
  for (const { id, path } of named) names.push((await requireSeller(c, id, path)).name);
  return names;
}

/** Suppliers of an inquiry are approved and come once. */
export async function requireSuppliers(
  c: RuleContext,
  rows: readonly { supplierId?: string | null }[],
): Promise<void> {
  const named = rows.map((r, i) => ({ id: r.supplierId, path: `suppliers.${i}.supplierId` }));
  const names = await requireApproved(c, named);
  for (const [i, { id, path }] of named.entries())
    if (named.findIndex((s) => s.id === id) < i) throw invalidAt(path, `供应商 ${names[i]} 重复`);
}
