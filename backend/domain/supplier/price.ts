import type { RuleContext } from "#backend/engine/documents";
import { dec, r4, today } from "#backend/platform/values";

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

interface PriceWanted {
  skuId: string;
  /** None: the preferred supplier's. */
  supplierId?: string | null;
  currency?: string;
  /** Pieces: decides the tier. */
  qty: number;
}

interface PriceOffer extends SupplierPrice {
  preferred: boolean;
  /** Day from which it holds; empty: always. */
  start: string;
  /** Inquiry that brought it; empty: by hand. */
  source: string;
}

const ROWS = `select p.sku_id as "skuId", p.supplier_id as "supplierId", s.name as "supplierName",
    p.currency, p.tax_rate::text as "taxRate", p.price::text as price,
    p.min_qty as "minQty", p.lead_days as "leadDays", p.is_default as preferred,
    coalesce(p.valid_from::text, '') as start, coalesce(p.source_inquiry_no, '') as source
  from sku_supplier_price p join supplier s on s.id = p.supplier_id
  where p.sku_id = any($1) and p.del_flag = 0 and s.tenant_id = $2
    and coalesce(p.valid_from, '0001-01-01') <= $3::date
    and coalesce(p.valid_to, '9999-12-31') >= $3::date
  order by p.valid_from desc nulls last, p.min_qty desc, p.id desc`;

/** The tiers that hold: of each source those of its newest start; an older ladder is none any more. */
const current = (offers: readonly PriceOffer[]): PriceOffer[] =>
  offers.filter((o) =>
    offers.every((other) => other.source !== o.source || other.currency !== o.currency || other.start <= o.start),
  );

/**
 * Valid prices, one per wanted line in the same order: the highest tier that all pieces of the SKU at
 * its supplier reach together, of the newest start (supply.md F.4); undefined where there is none.
 */
export async function pricesFor(
  { sql, tenantId }: RuleContext,
  wanted: readonly PriceWanted[],
): Promise<(SupplierPrice | undefined)[]> {
  const rows = await sql.query<PriceOffer>(ROWS, [wanted.map((w) => w.skuId), tenantId, today()]);
  const of = wanted.map((w) => {
    const own = rows.filter((r) => r.skuId === w.skuId);
    const supplierId = w.supplierId || own.find((r) => r.preferred)?.supplierId;
    return { ...w, supplierId, offers: current(own.filter((r) => r.supplierId === supplierId)) };
  });
  return of.map(({ skuId, supplierId, currency, offers }) => {
    const sum = of.reduce((n, o) => n + (o.skuId === skuId && o.supplierId === supplierId ? o.qty : 0), 0);
    const hit = offers.find((o) => o.minQty <= sum && (!currency || o.currency === currency));
    if (!hit) return undefined;
    const { preferred: _p, start: _s, source: _i, ...row } = hit;
    return row;
  });
}

/** Tax-exclusive price of a quote (supply.md 3): R4(quoted / (1 + t)) when it includes tax. */
export const netPrice = (quoted: string, included: boolean, taxRate: string | null): string =>
  r4(included ? dec(quoted).div(dec(taxRate).div(100).plus(1)) : quoted);
