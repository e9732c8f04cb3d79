import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { lockOrderLines } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";

/** A document by which goods of an order go back. */
export type BackDocument = "purchase_return" | "purchase_exchange";

/** Pieces that a line sends back. */
export const backOf = (line: Values): number => Number(line.badQty) + Number(line.goodQty);

/** Pieces of order lines on submitted returns and exchanges that have not left yet. */
const pending = ({ sql }: RuleContext, document: BackDocument, except: string, ids: string[]) =>
  sql.query<{ id: string; n: number }>(
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
    [document, except, ids],
  );

const requireLeft = (line: Row, left: number) => {
  if (backOf(line) > left) throw conflict(`退货数量超过可退数量${Math.max(0, left)}`);
};

/**
 * Locks the order lines of a document that is submitted and compares it with what was received and
 * is not about to go back otherwise.
 * @throws Refusal 409 退货数量超过可退数量{n}
 */
export async function requireReceived(c: RuleContext, document: BackDocument, row: Row) {
  const items = row.items as Row[];
  const lines = await lockOrderLines(c, orderLineIds(items));
  const held = await pending(c, document, row.id, [...lines.keys()]);
  for (const line of items) {
    const id = String(line.poLineId);
    const others = held.find((h) => h.id === id)?.n ?? 0;
    requireLeft(line, (lines.get(id)?.netReceived ?? 0) - others);
  }
  return lines;
}

/**
 * The same when the goods leave: a receipt may have been taken back since.
 * @throws Refusal 409 退货数量超过可退数量{n}
 */
export async function requireStillReceived(c: RuleContext, items: readonly Row[]) {
  const lines = await lockOrderLines(c, orderLineIds(items));
  for (const line of items) requireLeft(line, lines.get(String(line.poLineId))?.netReceived ?? 0);
  return lines;
}
