import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { lockGoods } from "../order-lines/locks";
import { lockOrderLines, type OrderLine } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";

/** A document by which goods of an order return to their supplier. */
export type ReturnDocument = "purchase_return" | "purchase_exchange";

/** A line of one, or what is written of it so far. */
export interface Pieces {
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
export const returnedQty = ({ badQty, goodQty }: Pieces): number => (badQty ?? 0) + (goodQty ?? 0);

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
