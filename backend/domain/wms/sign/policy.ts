import type { RuleContext } from "#backend/engine/documents";

/**
 * 质检策略 unless somebody says otherwise (supply.md 4, wms_sign): exempt where the warehouse inspects
 * nothing or where every SKU is exempt.
 */
export async function policyFor(
  { sql }: RuleContext,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<"inspect" | "exempt"> {
  const row = await sql.one<{ exempt: boolean }>(
    `select not w.need_inspect or not exists (
       select 1 from sku where id = any($2::bigint[]) and not inspect_exempt) as exempt
     from warehouse w where w.id = $1`,
    [warehouseId, skuIds],
  );
  return row?.exempt ? "exempt" : "inspect";
}
