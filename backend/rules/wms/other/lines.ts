import { documentNamed } from "#documents";
import { readLines } from "../../../documents/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import type { Source } from "../../../stock/types";
import { requireSkus, skusOf } from "../../sku-lines";

/** Pieces of a line, good and bad. */
export const piecesOf = (line: Values): number => Number(line.goodQty) + Number(line.badQty);

/** The document as the ledger names it. */
export const sourceOf = (document: string, row: Row): Source => ({
  ...{ document, id: row.id, no: String(row.no) },
});

/** Lines of a locked document. */
export const itemsOf = async (c: RuleContext, document: string, id: string): Promise<Row[]> =>
  (await readLines(c, documentNamed(document), id)).items ?? [];

/** What a header says of its lines, whose SKUs may be moved. */
export async function summed(c: RuleContext, lines: readonly Values[]): Promise<Values> {
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
  warehouseId: unknown,
  lines: readonly Values[],
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
