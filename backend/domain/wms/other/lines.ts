import { requireSkus, skusOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import { reverseMoves, type Source, shortageToReverse } from "#backend/ledgers/stock";
import { closedMonth, today } from "#backend/platform/values";

/** What a line moves; one that is being written may not have all of it yet. */
export interface Pieces {
  skuId?: string | null;
  goodQty?: number | null;
  badQty?: number | null;
}

/** Pieces of a line, good and bad. */
export const piecesOf = (line: Pieces): number => (line.goodQty ?? 0) + (line.badQty ?? 0);

/** The document as the ledger names it. */
export const sourceOf = (document: string, { id, no }: { id: string; no: string }): Source => ({ document, id, no });

/** What a header says of its lines, whose SKUs may be moved. */
export async function summed(
  c: RuleContext,
  lines: readonly Pieces[],
): Promise<{ totalQty: number; skuCodes: string }> {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus);
  return {
    totalQty: lines.reduce((n, l) => n + piecesOf(l), 0),
    skuCodes: [...skus.values()].map((s) => s.skuCode).join(" "),
  };
}

/** Cost of one piece in pools that have any, CNY by SKU. */
export async function poolCosts(
  { sql, tenantId }: RuleContext,
  warehouseId: string | null | undefined,
  lines: readonly Pieces[],
): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; cost: string }>(
    `select sku_id as id, avg_cost::text as cost from stock
     where tenant_id = $1 and warehouse_id = $2 and sku_id = any($3::bigint[]) and on_hand_qty > 0`,
    [tenantId, warehouseId, lines.map((l) => l.skuId)],
  );
  return new Map(rows.map((r) => [r.id, r.cost]));
}

/** Writes cost and amount of lines. */
export const writeCosts = (
  { sql }: RuleContext,
  table: string,
  lines: readonly { id: string; unitCost: string; amount: string }[],
) =>
  sql.query(
    `update ${table} l set unit_cost = x."unitCost", amount = x.amount
     from jsonb_to_recordset($1::jsonb) as x(id bigint, "unitCost" numeric, amount numeric)
     where l.id = x.id`,
    [JSON.stringify(lines)],
  );

/** As much of a document as taking its moves back reads. */
interface OtherPosted {
  id: string;
  no: string;
  version: number;
  bizDate?: string | null;
}

/** Why the moves of a document cannot be taken back now: a closed month, or stock that left since. */
export const holdsBack = async (c: RuleContext, document: string, row: OtherPosted) => ({
  closed: await closedMonth(c, row.bizDate ?? today()),
  short: await shortageToReverse(c, sourceOf(document, row)),
});

/** Posts the opposite of what a document moved, on its own day. */
export const takeBack = (c: RuleContext, document: string, row: OtherPosted) =>
  reverseMoves(c, sourceOf(document, row), `reverse:${row.version}`, { bizDate: row.bizDate ?? today() });
