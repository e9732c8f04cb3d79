import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";

/** The sealed sample in force of each SKU with this supplier. */
export async function sealsOf(
  { sql, tenantId }: RuleContext,
  skuIds: readonly unknown[],
  supplierId: unknown,
): Promise<Map<string, string>> {
  const rows = await sql.query<{ skuId: string; id: string }>(
    `select sku_id as "skuId", id from seal_sample
     where sku_id = any($1::bigint[]) and supplier_id = $2 and tenant_id = $3
       and status = 'effective' and del_flag = 0`,
    [skuIds, supplierId, tenantId],
  );
  return new Map(rows.map((r) => [r.skuId, r.id]));
}

/** Why SKUs cannot be bought of a supplier: one lacks the sealed sample that it requires. */
export async function lackingSeal(
  c: RuleContext,
  skuIds: readonly unknown[],
  supplierId: unknown,
  seals?: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const sealed = seals ?? (await sealsOf(c, skuIds, supplierId));
  const [lacking] = await c.sql.query<{ code: string; supplier: string }>(
    `select k.sku_code as code, (select name from supplier where id = $2) as supplier
     from sku k where k.id = any($1::bigint[]) and k.seal_required and not k.id = any($3::bigint[])
     order by k.id limit 1`,
    [skuIds, supplierId, [...sealed.keys()]],
  );
  return lacking && `SKU ${lacking.code} 在供应商${lacking.supplier}下没有有效封样`;
}

/** @throws Refusal 409 SKU {code} 在供应商{s}下没有有效封样 */
export async function requireSeals(
  c: RuleContext,
  skuIds: readonly unknown[],
  supplierId: unknown,
): Promise<Map<string, string>> {
  const seals = await sealsOf(c, skuIds, supplierId);
  const lacking = await lackingSeal(c, skuIds, supplierId, seals);
  if (lacking) throw conflict(lacking);
  return seals;
}
