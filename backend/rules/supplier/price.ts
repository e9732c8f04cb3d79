import type { RuleContext } from "../../documents/rules";
import { today } from "../../values/calendar";
import { dec, r4 } from "../../values/money";

/** A price of a SKU at a supplier that is valid today; decimals are strings, tax-exclusive. */
export interface SupplierPrice {
  skuId: string;
  supplierId: string;
  supplierName: string;
  currency: string;
  taxRate: string;
  price: string;
  minQty: number;
  leadDays: number | null;
}

interface Wanted {
  skuId: string;
  /** None: the preferred supplier's. */
  supplierId?: string | null;
  currency?: string;
  /** Pieces: decides the tier. */
  qty: number;
}

const ROWS = `select p.sku_id as "skuId", p.supplier_id as "supplierId", s.name as "supplierName",
    p.currency, p.tax_rate::text as "taxRate", p.price::text as price, p.tax_included as included,
    p.min_qty as "minQty", p.lead_days as "leadDays", p.is_default as preferred
  from sku_supplier_price p join supplier s on s.id = p.supplier_id
  where p.sku_id = any($1) and p.del_flag = 0 and s.tenant_id = $2
    and coalesce(p.valid_from, '0001-01-01') <= $3::date
    and coalesce(p.valid_to, '9999-12-31') >= $3::date
  order by p.valid_from desc nulls last, p.min_qty desc, p.id desc`;

/**
 * Valid prices, one per wanted line in the same order: the highest tier that the quantity reaches, of
 * the newest start; undefined where there is none.
 */
export async function pricesFor(
  { sql, tenantId }: RuleContext,
  wanted: readonly Wanted[],
): Promise<(SupplierPrice | undefined)[]> {
  const rows = await sql.query<SupplierPrice & { included: boolean; preferred: boolean }>(ROWS, [
    wanted.map((w) => w.skuId),
    tenantId,
    today(),
  ]);
  return wanted.map((w) => {
    const own = rows.filter((r) => r.skuId === w.skuId);
    const supplierId = w.supplierId || own.find((r) => r.preferred)?.supplierId;
    const hit = own.find(
      (r) =>
        r.supplierId === supplierId &&
        r.minQty <= w.qty &&
        (!w.currency || r.currency === w.currency),
    );
    if (!hit) return undefined;
    const { included: _i, preferred: _p, ...row } = hit;
    return row;
  });
}

/** Tax-exclusive price of a quote (supply.md 3): R4(quoted / (1 + t)) when it includes tax. */
export const netPrice = (quoted: string, included: boolean, taxRate: string | null): string =>
  r4(included ? dec(quoted).div(dec(taxRate).div(100).plus(1)) : quoted);
