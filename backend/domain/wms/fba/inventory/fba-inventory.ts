import { createDraft, link, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { fbaInventory } from "#documents/wms/fba/fba-inventory";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";
import { placesOf, requireFba } from "../places";

type ReportRow = LineDraft<typeof fbaInventory, "rows">;

/** A SKU as the books have it. */
interface Book {
  skuId: string;
  code: string;
  good: number;
  bad: number;
  /** Came back from buyers; nobody has said yet whether they are good. */
  waiting: number;
}

interface FbaInventoryListing {
  storeId: string;
  msku: string;
  skuId: string;
}

/** What a row turns out to be. */
interface FbaInventoryCompared {
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
const listingsOf = ({ sql, tenantId }: RuleContext, rows: readonly ReportRow[]) =>
  sql.query<FbaInventoryListing>(
    `select store_id as "storeId", lower(msku) as msku, sku_id as "skuId" from sku_listing
     where tenant_id = $1 and del_flag = 0 and lower(msku) = any($2) order by id`,
    [tenantId, rows.map((r) => small(r.msku))],
  );

/** The store that has all of these platform SKUs. @throws Refusal 400 when there is not just one */
function storeOf(rows: readonly ReportRow[], listings: readonly FbaInventoryListing[]): string {
  const mskus = [...new Set(rows.map((r) => small(r.msku)))];
  const has = (storeId: string, msku: string) => listings.some((l) => l.storeId === storeId && l.msku === msku);
  const stores = [...new Set(listings.map((l) => l.storeId))].filter((id) => mskus.every((msku) => has(id, msku)));
  const [only] = stores;
  if (!only || stores.length > 1) throw invalidAt("storeId", "请选择店铺");
  return only;
}

/** What lies in the warehouse by the books. */
const bookOf = ({ sql, tenantId }: RuleContext, warehouseId: string) =>
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
function compared(
  rows: readonly ReportRow[],
  storeId: string,
  listings: readonly FbaInventoryListing[],
  book: readonly Book[],
): FbaInventoryCompared[] {
  const skuOf = (row: ReportRow) => listings.find((l) => l.storeId === storeId && l.msku === small(row.msku))?.skuId;
  const skus = rows.map(skuOf);
  return rows.map((row, i): FbaInventoryCompared => {
    const skuId = skus[i];
    if (!skuId) return { ...none, outcome: "bad", message: `该店铺没有平台SKU ${row.msku}` };
    const first = skus.indexOf(skuId);
    if (first !== i) return { ...none, skuId, outcome: "same", message: `与第${first + 1}行合计` };
    const own = rows.filter((_, n) => skus[n] === skuId);
    const said = (of: (r: ReportRow) => number | null | undefined) => own.reduce((n, r) => n + (of(r) ?? 0), 0);
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

type FbaInventoryRow = RowOf<typeof fbaInventory>;

/** What the platform counts beside what the books say, as they are now. */
async function comparison(c: RuleContext, whole: DraftOf<typeof fbaInventory>) {
  const rows = whole.rows ?? [];
  const listings = await listingsOf(c, rows);
  const storeId = whole.storeId ?? storeOf(rows, listings);
  const { id: fbaWarehouseId } = requireFba({ storeId }, await placesOf(c, { storeId }));
  const book = await bookOf(c, fbaWarehouseId);
  const found = compared(rows, storeId, listings, book);
  const by = (of: (n: number) => boolean) =>
    found.flatMap((r) => [r.diffGood, r.diffBad]).reduce((n, d) => (of(d) ? n + Math.abs(d) : n), 0);
  const absent = book.filter((b) => !found.some((r) => r.skuId === b.skuId));
  const head = {
    storeId,
    fbaWarehouseId,
    rowCount: rows.length,
    diffCount: found.filter((r) => r.outcome === "diff").length,
    moreQty: by((d) => d > 0),
    lessQty: by((d) => d < 0),
    missing:
      absent
        .map((b) => `${b.code}（良${b.good} 次${b.bad}）`)
        .join("、")
        .slice(0, 4000) || null,
  };
  return { head, found };
}

const compare = transition(fbaInventory, "compare", {
  async effect(c, { row }) {
    const { head, found } = await comparison(c, row);
    await write(c, row, head, found);
  },
});

async function write(
  { sql }: RuleContext,
  row: FbaInventoryRow,
  head: Awaited<ReturnType<typeof comparison>>["head"],
  found: readonly FbaInventoryCompared[],
) {
  await patch({ sql }, fbaInventory, row.id, {
    diffCount: head.diffCount,
    moreQty: head.moreQty,
    lessQty: head.lessQty,
    missing: head.missing,
  });
  await sql.query(
    `update fba_inventory_row l set book_good = x."bookGood", book_bad = x."bookBad",
       diff_good = x."diffGood", diff_bad = x."diffBad", outcome = x.outcome, message = x.message
     from jsonb_to_recordset($1::jsonb) as x(id bigint, "bookGood" int, "bookBad" int,
       "diffGood" int, "diffBad" int, outcome text, message text)
     where l.id = x.id`,
    [JSON.stringify(row.rows.map((r, i) => ({ id: r.id, ...found[i] })))],
  );
}

/** Lines of an adjustment: what there is more, or less, of each SKU. */
const linesOf = (found: readonly FbaInventoryCompared[], sign: 1 | -1) =>
  found.flatMap(({ skuId, diffGood, diffBad }) => {
    const goodQty = Math.max(diffGood * sign, 0);
    const badQty = Math.max(diffBad * sign, 0);
    return skuId && goodQty + badQty ? [{ skuId, goodQty, badQty }] : [];
  });

const run = transition(fbaInventory, "run", {
  guard: (_scene, { caller }) => (caller.permissions.has("wms_otherout_add") ? undefined : "没有新增其他出库单的权限"),
  async effect(c, { row }) {
    const { head, found } = await comparison(c, row);
    await write(c, row, head, found);
    const [more, less] = [linesOf(found, 1), linesOf(found, -1)];
    if (!more.length && !less.length) throw conflict("库存与报告一致，无需调整");
    const whole = { warehouseId: head.fbaWarehouseId, reason: `按FBA库存报告${row.no}调整` };
    const made: string[] = [];
    for (const [document, values] of [
      [otherIn, { ...whole, inType: "adjust", items: more }],
      [otherOut, { ...whole, outType: "adjust", items: less }],
    ] as const) {
      if (!values.items.length) continue;
      const { id, no } = await createDraft(c, document, values);
      await link(c, { type: "fba_inventory", id: row.id }, { type: document.name, id });
      made.push(no);
    }
    await patch(c, fbaInventory, row.id, { adjustNos: made.join("、") });
  },
});

/** FBA库存报告 (market.md 17.11): the platform's monthly count becomes adjustments. */
export const fbaInventoryRules = rules(fbaInventory, {
  async beforeSave(c, next, before) {
    next.title ||= before?.title || `FBA库存报告 ${today()}`;
    const rows = next.rows ?? before?.rows.map((r) => ({ ...r })) ?? [];
    const { head, found } = await comparison(c, { ...before, ...next, rows });
    Object.assign(next, head);
    next.rows = rows.map((row, i) => ({ ...row, ...found[i] }));
  },
  transitions: [compare, run],
});
