import { requireSkus, skusOf, wordsOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import type { Hold, Source } from "#backend/ledgers/stock";
import { invalidAt } from "#backend/platform/http";
import type { DraftOf, LineDraft, LineOf, RowOf } from "#documents/kit";
import type { transfer } from "#documents/logistics/transfer";
import { toFba } from "./places";

export type TransferRow = RowOf<typeof transfer>;
export type Line = LineOf<typeof transfer, "items">;
type TransferDraft = DraftOf<typeof transfer>;
type LineOfDraft = LineDraft<typeof transfer, "items">;

/** The document as the ledger names it. */
export const sourceOf = ({ id, no }: Pick<TransferRow, "id" | "no">): Source => ({ document: "transfer", id, no });

export const piecesOf = (line: { goodQty?: number | null; badQty?: number | null }): number =>
  (line.goodQty ?? 0) + (line.badQty ?? 0);

export const receivedOf = (line: Line): number => line.receivedGoodQty + line.receivedBadQty;

/** What it holds from submit on. */
export const holdsOf = ({ fromWarehouseId: warehouseId, items }: TransferRow): Hold[] =>
  items.flatMap(({ id: lineId, skuId, goodQty, badQty }) => [
    { warehouseId, skuId, lineId, bucket: "good", qty: goodQty },
    { warehouseId, skuId, lineId, bucket: "bad", qty: badQty },
  ]);

/** What a store calls SKUs that Amazon ships for it, by SKU. */
export async function listingsOf(
  { sql, tenantId }: RuleContext,
  storeId: string | null | undefined,
  lines: readonly { skuId?: string | null }[],
) {
  const rows = await sql.query<{ skuId: string; msku: string; fnsku: string | null }>(
    `select distinct on (sku_id) sku_id as "skuId", msku, fnsku from sku_listing
     where tenant_id = $1 and del_flag = 0 and store_id = $2 and sku_id = any($3::bigint[])
     order by sku_id, (fnsku is null), (fulfillment_channel <> 'AFN'), (listing_status <> 'active'), id`,
    [tenantId, storeId ?? null, lines.map((l) => l.skuId)],
  );
  return new Map(rows.map((row) => [row.skuId, row]));
}

/** Completes lines, and what the header says of them. @throws Refusal of a line that must not be moved */
export async function completeLines(c: RuleContext, whole: TransferDraft, lines: LineOfDraft[]) {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus, (line) => line.turnLineId);
  const fba = toFba(whole.transferType);
  for (const [i, line] of lines.entries()) {
    if (piecesOf(line) < 1) throw invalidAt(`items.${i}.goodQty`, "良品和次品数量合计至少为1");
    if (fba && (line.badQty ?? 0) > 0) throw invalidAt(`items.${i}.badQty`, "发往FBA不能含次品");
  }
  const listings = fba ? await listingsOf(c, whole.storeId, lines) : new Map();
  return {
    items: lines.map((line) => ({
      ...line,
      ...wordsOf(skus, line.skuId),
      fnsku: line.fnsku || listings.get(line.skuId ?? "")?.fnsku || null,
      msku: line.msku || listings.get(line.skuId ?? "")?.msku || null,
    })),
    totalQty: lines.reduce((n, line) => n + piecesOf(line), 0),
    skuCodes: [...skus.values()].map((s) => s.skuCode).join(" "),
  };
}

/** A line that the header's figures are made of. */
interface TransferCounted {
  id: string;
  shippedQty: number;
  receivedGoodQty: number;
  receivedBadQty: number;
  lostQty: number;
  outAmount: string;
  feeAmount: string;
  feePosted: string;
  inAmount: string;
  lostAmount: string;
}

/** Writes what became of lines, and the sums of the header. */
export async function writeLines({ sql }: RuleContext, id: string, lines: readonly TransferCounted[]) {
  await sql.query(
    `update transfer_line l set shipped_qty = x."shippedQty", lost_qty = x."lostQty",
       received_good_qty = x."receivedGoodQty", received_bad_qty = x."receivedBadQty",
       out_amount = x."outAmount", fee_amount = x."feeAmount", fee_posted = x."feePosted",
       in_amount = x."inAmount", lost_amount = x."lostAmount",
       in_unit_cost = case when x."receivedGoodQty" + x."receivedBadQty" > 0
         then round(x."inAmount" / (x."receivedGoodQty" + x."receivedBadQty"), 6) else 0 end
     from jsonb_to_recordset($1::jsonb) as x(id bigint, "shippedQty" int, "lostQty" int,
       "receivedGoodQty" int, "receivedBadQty" int, "outAmount" numeric, "feeAmount" numeric,
       "feePosted" numeric, "inAmount" numeric, "lostAmount" numeric)
     where l.id = x.id`,
    [JSON.stringify(lines)],
  );
  await sql.query(
    `update transfer t set shipped_qty = s.shipped, received_qty = s.received, lost_qty = s.lost,
       out_amount = s.out, fee_amount = s.fee, lost_amount = s.gone
     from (select sum(shipped_qty) as shipped, sum(received_good_qty + received_bad_qty) as received,
         sum(lost_qty) as lost, sum(out_amount) as out, sum(fee_amount) as fee,
         sum(lost_amount) as gone
       from transfer_line where transfer_id = $1 and del_flag = 0) s
     where t.id = $1`,
    [id],
  );
}
