import type { RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { barcodeProblem } from "#documents/product/barcode";

/** What scans find a SKU by. */
interface BarcodeScanned {
  id?: string | undefined;
  barcode?: string | null | undefined;
  /** Its code and FNSKUs as they are saved. */
  codes: readonly (string | null | undefined)[];
}

/**
 * Barcodes are right by their check digit, and no scan of one may mean another SKU.
 * @throws Refusal 400 at the field; 409 when two of these may not stand together
 */
export async function requireBarcodes({ sql, tenantId }: RuleContext, rows: readonly BarcodeScanned[]): Promise<void> {
  const asked = rows.flatMap(({ id, barcode }) => (barcode ? [{ id: id ?? null, barcode }] : []));
  for (const { barcode } of asked) {
    const problem = barcodeProblem(barcode);
    if (problem) throw invalidAt("barcode", problem);
  }
  if (!asked.length) return;
  const own = new Set(rows.length > 1 ? rows.flatMap(({ codes }) => codes) : []);
  if (asked.some(({ barcode }) => own.has(barcode))) throw conflict("条码与SKU编码相同");
  const other = await sql.one<{ code: string }>(
    `select found.code from jsonb_to_recordset($2::jsonb) as b(id bigint, barcode text), lateral (
       select sku_code as code from sku
       where tenant_id = $1 and sku_code = b.barcode and del_flag = 0 and id is distinct from b.id
       union all
       select k.sku_code from sku_listing l join sku k on k.id = l.sku_id
       where k.tenant_id = $1 and l.fnsku = b.barcode and l.del_flag = 0 and k.del_flag = 0
         and k.id is distinct from b.id) found
     limit 1`,
    [tenantId, JSON.stringify(asked)],
  );
  if (other) throw invalidAt("barcode", `条码与SKU ${other.code} 的编码或FNSKU相同`);
}
