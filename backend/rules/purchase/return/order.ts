import type { RuleContext } from "../../../documents/rules";
import { bookOrder } from "../../../payables/book-order";
import type { Source } from "../../../stock/types";
import { refreshOrder } from "../order-lines/chain";
import { lockGoods } from "../order-lines/locks";
import { type Pieces, returnedQty } from "./guards";

/** What of an order line went back, by how it ends (supply.md 3, quantity spine). */
export type Counter = "return_qty" | "replenish_qty" | "exchange_qty";

/** Pieces to add to counters of order lines, by line id. */
export type Deltas = Partial<Record<Counter, ReadonlyMap<string, number>>>;

/** Pieces of lines by order line; `sign` -1 takes them off again. */
export const piecesByLine = <L extends Pieces>(
  items: readonly L[],
  sign: 1 | -1 = 1,
  of: (line: L) => number = returnedQty,
) => new Map(items.map((line) => [line.poLineId ?? "", sign * of(line)]));

/** Adds to counters of locked order lines. */
export async function addToOrderLines({ sql }: RuleContext, deltas: Deltas): Promise<void> {
  for (const [counter, by] of Object.entries(deltas))
    await sql.query(
      `update purchase_order_line l set ${counter} = l.${counter} + x.n
       from jsonb_to_recordset($1::jsonb) as x(id bigint, n int) where l.id = x.id and x.n <> 0`,
      [JSON.stringify([...by].map(([id, n]) => ({ id, n })))],
    );
}

/** Quantities of a locked order changed: what is owed for it and what derives from it follow. */
export async function settleOrder(
  c: RuleContext,
  poId: string,
  source: Source,
  deduct?: "closeDeduct",
): Promise<void> {
  // The order of locks: SKUs before the supplier whose balance changes.
  await lockGoods(c, [poId]);
  await bookOrder(c, poId, source, { deduct });
  await refreshOrder(c, poId);
}
