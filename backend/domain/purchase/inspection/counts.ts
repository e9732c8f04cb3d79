import type { RuleContext } from "#backend/engine/documents";

/** What an inspection found of an order line. Quantities in pieces. */
export interface Result {
  poLineId: string;
  passQty: number;
  rejectQty: number;
}

/** Adds results to the locked order lines (supply.md 3, quantity spine), or takes them back. */
export async function countResults({ sql }: RuleContext, results: readonly Result[], sign: 1 | -1): Promise<void> {
  // Two lines of a delivery may belong to one order line.
  await sql.query(
    `update purchase_order_line l
     set pass_qty = l.pass_qty + x.pass, reject_qty = l.reject_qty + x.reject
     from (select "poLineId" as id, sum("passQty") * $2 as pass, sum("rejectQty") * $2 as reject
           from jsonb_to_recordset($1::jsonb)
             as r("poLineId" bigint, "passQty" int, "rejectQty" int) group by 1) x
     where l.id = x.id`,
    [JSON.stringify(results.map(({ poLineId, passQty, rejectQty }) => ({ poLineId, passQty, rejectQty }))), sign],
  );
}

/** What the lines of an inspection found. */
export const resultsOf = ({ sql }: RuleContext, id: string) =>
  sql.query<Result>(
    `select po_line_id as "poLineId", pass_qty as "passQty", reject_qty as "rejectQty"
     from inspection_line where inspection_id = $1 and del_flag = 0`,
    [id],
  );
