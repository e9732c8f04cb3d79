import type { RuleContext } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { barcodeProblem } from "#documents/product/barcode";

/**
 * A barcode is right by its check digit, and no scan of it may mean another SKU.
 * @throws Refusal 400 at the field
 */
export async function requireBarcode(
  { sql, tenantId }: RuleContext,
  barcode: string | null | undefined,
  ownId: string | undefined,
): Promise<void> {
  if (!barcode) return;
  const problem = barcodeProblem(barcode);
  if (problem) throw invalidAt("barcode", problem);
  const other = await sql.one<{ code: string }>(
    `select sku_code as code from sku
     where tenant_id = $1 and sku_code = $2 and del_flag = 0 and id is distinct from $3
     union all
     select k.sku_code from sku_listing l join sku k on k.id = l.sku_id
     where k.tenant_id = $1 and l.fnsku = $2 and l.del_flag = 0 and k.del_flag = 0
       and k.id is distinct from $3
     limit 1`,
    [tenantId, barcode, ownId ?? null],
  );
  if (other) throw invalidAt("barcode", `条码与SKU ${other.code} 的编码或FNSKU相同`);
}
