import type { LineDraft } from "#documents/kit";
import type { fbaInventory } from "#documents/wms/fba/fba-inventory";
import type { RuleContext } from "../../../../documents/rules";
import { at } from "../../other/guards";

type ReportRow = LineDraft<typeof fbaInventory, "rows">;

/** A SKU as the books have it. */
export interface Book {
  skuId: string;
  code: string;
  good: number;
  bad: number;
  /** Came back from buyers; nobody has said yet whether they are good. */
  waiting: number;
}

interface Listing {
  storeId: string;
  msku: string;
  skuId: string;
}

/** What a row turns out to be. */
export interface Compared {
  skuId: string | null;
  bookGood: number;
  bookBad: number;
  diffGood: number;
  diffBad: number;
  outcome: "same" | "diff" | "bad";
  message: string | null;
}

const small = (text: string | null | undefined) => (text ?? "").toLowerCase();

/** Platform SKUs of these rows, of one store or of all. */
export const listingsOf = ({ sql, tenantId }: RuleContext, rows: readonly ReportRow[]) =>
  sql.query<Listing>(
    `select store_id as "storeId", lower(msku) as msku, sku_id as "skuId" from sku_listing
     where tenant_id = $1 and del_flag = 0 and lower(msku) = any($2) order by id`,
    [tenantId, rows.map((r) => small(r.msku))],
  );

/** The store that has all of these platform SKUs. @throws Refusal 400 when there is not just one */
export function storeOf(rows: readonly ReportRow[], listings: readonly Listing[]): string {
  const mskus = [...new Set(rows.map((r) => small(r.msku)))];
  const has = (storeId: string, msku: string) =>
    listings.some((l) => l.storeId === storeId && l.msku === msku);
  const stores = [...new Set(listings.map((l) => l.storeId))].filter((id) =>
    mskus.every((msku) => has(id, msku)),
  );
  const [only] = stores;
  if (!only || stores.length > 1) throw at("storeId", "请选择店铺");
  return only;
}

/** What lies in the warehouse by the books. */
export const bookOf = ({ sql, tenantId }: RuleContext, warehouseId: string) =>
  sql.query<Book>(
    `select s.sku_id as "skuId", k.sku_code as code, s.good_qty as good, s.bad_qty as bad,
       s.qc_qty as waiting
     from stock s join sku k on k.id = s.sku_id
     where s.tenant_id = $1 and s.warehouse_id = $2 and s.on_hand_qty > 0 order by k.sku_code`,
    [tenantId, warehouseId],
  );

const none = { skuId: null, bookGood: 0, bookBad: 0, diffGood: 0, diffBad: 0 };

/** What the report has more than the books, as far as it is what waits to be judged. */
function judgedBy(moreGood: number, moreBad: number, waiting: number) {
  const good = Math.min(waiting, Math.max(moreGood, 0));
  const bad = Math.min(waiting - good, Math.max(moreBad, 0));
  const message = waiting ? `另有${waiting}件退回待判定，按报告良品${good}、次品${bad}` : null;
  return { good, bad, message };
}

/**
 * Each row beside the books. A SKU that stands in several rows is compared once, with the first of them:
 * the books know it, and not its platform SKUs.
 */
export function compared(
  rows: readonly ReportRow[],
  storeId: string,
  listings: readonly Listing[],
  book: readonly Book[],
): Compared[] {
  const skuOf = (row: ReportRow) =>
    listings.find((l) => l.storeId === storeId && l.msku === small(row.msku))?.skuId;
  const skus = rows.map(skuOf);
  return rows.map((row, i): Compared => {
    const skuId = skus[i];
    if (!skuId) return { ...none, outcome: "bad", message: `该店铺没有平台SKU ${row.msku}` };
    const first = skus.indexOf(skuId);
    if (first !== i) return { ...none, skuId, outcome: "same", message: `与第${first + 1}行合计` };
    const own = rows.filter((_, n) => skus[n] === skuId);
    const said = (of: (r: ReportRow) => number | null | undefined) =>
      own.reduce((n, r) => n + (of(r) ?? 0), 0);
    const { good = 0, bad = 0, waiting = 0 } = book.find((b) => b.skuId === skuId) ?? {};
    const moreGood = said((r) => r.sellableQty) - good;
    const moreBad = said((r) => r.unsellableQty) - bad;
    const judged = judgedBy(moreGood, moreBad, waiting);
    const [diffGood, diffBad] = [moreGood - judged.good, moreBad - judged.bad];
    const outcome = diffGood || diffBad ? "diff" : "same";
    const { message } = judged;
    return { skuId, bookGood: good, bookBad: bad, diffGood, diffBad, outcome, message };
  });
}
