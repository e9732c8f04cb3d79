import type { Row, RuleContext, Values } from "../../documents/rules";
import { conflict, invalid, missing } from "../../http/refusal";
import {
  demandOnce,
  linesOfOrders,
  lockOrderLines,
  type OrderLine,
  orderLineIds,
  placeOnOrder,
  readOrderLines,
  shownLine,
} from "./order-lines";

type Document = "purchase_return" | "purchase_exchange";

/** Pieces that a line sends back. */
export const backOf = (line: Values): number => Number(line.badQty) + Number(line.goodQty);

/** Rows of a new return or exchange: what was received, else all lines of the order. */
export async function linesToSendBack(c: RuleContext, poId: string | undefined): Promise<Values> {
  const lines = await linesOfOrders(c, [poId]);
  if (!lines.length) throw missing();
  const received = lines.filter((l) => l.netReceived > 0);
  return {
    poId,
    poName: lines[0]?.poNo,
    items: (received.length ? received : lines).map((l) => ({
      ...shownLine(l),
      netReceived: l.netReceived,
      badQty: 0,
      goodQty: 0,
    })),
  };
}

/** Shows what of each line may go back. */
export async function showReceived(c: RuleContext, row: Row): Promise<void> {
  const items = (row.items as Row[] | undefined) ?? [];
  const lines = await readOrderLines(c, orderLineIds(items));
  for (const line of items) line.netReceived = lines.get(String(line.poLineId))?.netReceived ?? 0;
}

/** Header values that come from the order. @throws Refusal 400 when it is none that the caller sees */
export async function fromOrder(c: RuleContext, next: Values, before?: Row): Promise<OrderLine> {
  const poId = before?.poId ?? next.poId;
  const [first] = await linesOfOrders(c, [poId]);
  if (!first) throw invalid("采购单不存在", { poId: "采购单不存在" });
  next.supplierId = first.supplierId;
  next.supplierText = first.supplierName;
  next.warehouseId = first.warehouseId;
  return first;
}

/** Lines of one order, each once, each with a piece. */
export async function placeBack(c: RuleContext, lines: Values[], poId: string) {
  const orderLines = await placeOnOrder(c, lines, poId);
  demandOnce(lines);
  lines.forEach((line, i) => {
    const message = "次品与良品之和至少为1";
    if (backOf(line) < 1) throw invalid(message, { [`items.${i}.badQty`]: message });
  });
  return orderLines;
}

/** Pieces of order lines on submitted returns and exchanges that have not left yet. */
const pending = ({ sql }: RuleContext, document: Document, except: string, ids: string[]) =>
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

/**
 * Locks the order lines of a document that is submitted and compares it with what was received.
 * @throws Refusal 409 退货数量超过可退数量{n}
 */
export async function demandReceived(c: RuleContext, document: Document, row: Row) {
  const items = row.items as Row[];
  const lines = await lockOrderLines(c, orderLineIds(items));
  const held = await pending(c, document, row.id, [...lines.keys()]);
  for (const line of items) {
    const id = String(line.poLineId);
    const left = (lines.get(id)?.netReceived ?? 0) - (held.find((h) => h.id === id)?.n ?? 0);
    if (backOf(line) > left) throw conflict(`退货数量超过可退数量${Math.max(0, left)}`);
  }
  return lines;
}

/**
 * Goods leave and return only by the stock ledger, which comes with the warehouse documents: nothing
 * is booked before.
 */
export function demandLedger(): never {
  throw conflict("仓库单据尚未启用，不能出入库");
}
