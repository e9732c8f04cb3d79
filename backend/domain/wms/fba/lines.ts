import { requireSkus, type SkuFacts, skusOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import type { Hold } from "#backend/ledgers/stock";
import { invalidAt } from "#backend/platform/http";

/** A line about stock at the platform; one that is being written may not have all of it yet. */
export interface FbaLine {
  skuId?: string | null;
  msku?: string | null;
  fnsku?: string | null;
  disposition?: "sellable" | "unsellable" | null;
  requestedQty?: number | null;
}

/** What the platform calls a SKU in one store. */
export interface FbaListing {
  skuId: string;
  msku: string;
  fnsku: string | null;
}

/** Listings of these SKUs in the store. */
export const listingsOf = (
  { sql, tenantId }: RuleContext,
  storeId: string | null | undefined,
  lines: readonly FbaLine[],
) =>
  sql.query<FbaListing>(
    `select sku_id as "skuId", msku, fnsku from sku_listing
     where tenant_id = $1 and store_id = $2 and sku_id = any($3::bigint[]) and del_flag = 0
     order by id`,
    [tenantId, storeId ?? null, lines.map((l) => l.skuId)],
  );

const same = (a: string | null | undefined, b: string | null) => !a || a.toLowerCase() === (b ?? "").toLowerCase();

/**
 * The listing that a line means: the one that it names, or the only one that its SKU has there.
 * @throws Refusal 400 at the line
 */
function listingOf(line: FbaLine, i: number, code: string, listings: readonly FbaListing[]): FbaListing {
  const own = listings.filter((l) => l.skuId === line.skuId && l.fnsku);
  const meant = own.filter((l) => same(line.fnsku, l.fnsku) && same(line.msku, l.msku));
  const [first] = meant;
  const field = line.msku && !line.fnsku ? "msku" : "fnsku";
  if (!own.length) throw invalidAt(`items.${i}.skuId`, `SKU ${code} 在该店铺没有FNSKU映射`);
  if (!first) throw invalidAt(`items.${i}.${field}`, `${line.fnsku ?? line.msku}不是SKU ${code} 在该店铺的映射`);
  if (meant.length > 1) throw invalidAt(`items.${i}.fnsku`, `SKU ${code} 在该店铺有多个FNSKU，请填写`);
  return first;
}

/** Names the listing of every line. @throws Refusal 400 where the store has none for it */
export function nameListings(
  lines: readonly FbaLine[],
  skus: ReadonlyMap<string, SkuFacts>,
  listings: readonly FbaListing[],
) {
  for (const [i, line] of lines.entries()) {
    const code = skus.get(String(line.skuId))?.skuCode ?? "";
    const { msku, fnsku } = listingOf(line, i, code, listings);
    Object.assign(line, { msku, fnsku });
  }
}

/** The same SKU may stand there once for each of the platform's stocks. */
export const requireLines = (lines: readonly FbaLine[], skus: ReadonlyMap<string, SkuFacts>) =>
  requireSkus(lines, skus, (l) => `${l.fnsku}/${l.disposition}`);

/** Names the listings of lines that are saved, and answers what the header says of them. */
export async function summedLines(c: RuleContext, storeId: string | null | undefined, lines: readonly FbaLine[]) {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus, (l) => `${l.fnsku}/${l.msku}/${l.disposition}`);
  nameListings(lines, skus, await listingsOf(c, storeId, lines));
  requireLines(lines, skus);
  return {
    requestedQty: lines.reduce((n, l) => n + (l.requestedQty ?? 0), 0),
    skuCodes: [...skus.values()].map((s) => s.skuCode).join(" "),
  };
}

/** Where the platform's sellable and unsellable stock lies in a pool. */
export const bucketOf = ({ disposition }: FbaLine): "good" | "bad" => (disposition === "sellable" ? "good" : "bad");

/** Pieces of every line that are asked for. */
export const holdsOf = (
  warehouseId: string,
  lines: readonly (FbaLine & { id: string; skuId: string; requestedQty: number })[],
): Hold[] =>
  lines.map((l) => ({ warehouseId, skuId: l.skuId, lineId: l.id, bucket: bucketOf(l), qty: l.requestedQty }));
