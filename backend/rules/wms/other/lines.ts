import type { RuleContext } from "../../../documents/rules";
import type { Source } from "../../../stock/types";
import { requireSkus, skusOf } from "../../sku-lines";

/** What a line moves; one that is being written may not have all of it yet. */
export interface Pieces {
  skuId?: string | null;
  goodQty?: number | null;
  badQty?: number | null;
}

/** Pieces of a line, good and bad. */
export const piecesOf = (line: Pieces): number => (line.goodQty ?? 0) + (line.badQty ?? 0);

/** The document as the ledger names it. */
export const sourceOf = (document: string, { id, no }: { id: string; no: string }): Source => ({
  document,
  id,
  no,
});

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
