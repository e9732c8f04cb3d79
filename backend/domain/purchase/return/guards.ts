import type { RuleContext } from "#backend/engine/documents";
import { bookOrder } from "#backend/ledgers/payables/book-order";
import type { Source } from "#backend/ledgers/stock";
import { conflict } from "#backend/platform/http";
import { refreshOrder } from "../order-lines/chain";
import { lockGoods } from "../order-lines/locks";
import { lockOrderLines, type OrderLine } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";

/** A document by which goods of an order return to their supplier. */
export type ReturnDocument = "purchase_return" | "purchase_exchange";

/** A line of one, or what is written of it so far. */
export interface ReturnPieces {
  poLineId?: string | null;
  badQty?: number | null;
  goodQty?: number | null;
}

/** A saved line of one. */
export interface ReturnLine {
  id: string;
  skuId: string;
  poLineId: string | null;
  badQty: number;
  goodQty: number;
}

/** What both documents have. */
export interface Returning {
  id: string;
  no: string;
  version: number;
  poId: string;
  inspectionId: string | null;
  warehouseId: string;
  carrier: string | null;
  trackingNo: string | null;
  items: ReturnLine[];
}

/** Pieces that a line returns. */
export const returnedQty = ({ badQty, goodQty }: ReturnPieces): number => (badQty ?? 0) + (goodQty ?? 0);

export type Locked = ReadonlyMap<string, OrderLine>;

/** Locks the order lines of a document, their orders and their goods. */
export async function lockReturning(c: RuleContext, { poId, items }: Returning) {
  const orderLines: Locked = await lockOrderLines(c, orderLineIds(items.map((l) => ({ ...l }))));
  await lockGoods(c, [poId]);
  return { orderLines };
}

/** Pieces of order lines on other submitted returns and exchanges that have not left yet, by line. */
export async function pendingOf(
  { sql }: RuleContext,
  document: ReturnDocument,
  except: string,
  lines: Locked,
): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; n: number }>(
    `select x.id, sum(x.n)::int as n from (
       select l.po_line_id as id, l.bad_qty + l.good_qty as n
       from purchase_return_line l join purchase_return h on h.id = l.purchase_return_id
       where h.status in ('auditing', 'approved') and h.del_flag = 0 and l.del_flag = 0
         and not ($1 = 'purchase_return' and h.id = $2)
       union all
       select l.po_line_id, l.bad_qty + l.good_qty
       from purchase_exchange_line l join purchase_exchange h on h.id = l.purchase_exchange_id
       where h.status in ('auditing', 'approved') and h.del_flag = 0 and l.del_flag = 0
         and not ($1 = 'purchase_exchange' and h.id = $2)) x
     where x.id = any($3::bigint[]) group by x.id`,
    [document, except, [...lines.keys()]],
  );
  return new Map(rows.map((r) => [r.id, r.n]));
}

/**
 * What lines return was received, and is not about to return otherwise (`pending`).
 * @throws Refusal 409 退货数量超过可退数量{n}
 */
export function requireReceived(
  items: readonly ReturnLine[],
  lines: Locked,
  pending?: ReadonlyMap<string, number>,
): void {
  for (const line of items) {
    const id = line.poLineId ?? "";
    const left = (lines.get(id)?.netReceived ?? 0) - (pending?.get(id) ?? 0);
    if (returnedQty(line) > left) throw conflict(`退货数量超过可退数量${Math.max(0, left)}`);
  }
}

/** What of an order line went back, by how it ends (supply.md 3, quantity spine). */
export type Counter = "return_qty" | "replenish_qty" | "exchange_qty";

/** Pieces to add to counters of order lines, by line id. */
export type Deltas = Partial<Record<Counter, ReadonlyMap<string, number>>>;

/** Pieces of lines by order line; `sign` -1 takes them off again. */
export const piecesByLine = <L extends ReturnPieces>(
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
export async function settleOrder(c: RuleContext, poId: string, source: Source, deduct?: "closeDeduct"): Promise<void> {
  // The order of locks: SKUs before the supplier whose balance changes.
  await lockGoods(c, [poId]);
  await bookOrder(c, poId, source, { deduct });
  await refreshOrder(c, poId);
}
