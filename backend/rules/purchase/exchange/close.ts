import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { lockOrderLines } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";
import { backOf } from "../return/guards";
import { requireNoneTooMany } from "../return/on-way";
import { addToOrderLines, piecesByLine, settleOrder } from "../return/order";
import { sourceOf } from "../return/stock";

/** Pieces of a line that nothing replaced. */
const unreplaced = (line: Row) => backOf(line) - Number(line.replacedQty);

/**
 * 转退货扣款 (supply.md 3): what was not replaced is deducted from what is owed.
 * @throws Refusal 409 已全部补发; 存在未签收的送货单{no}，请先签收或作废
 */
export async function closeExchange(c: RuleContext, row: Row): Promise<void> {
  const document = documentNamed("purchase_exchange");
  const named = (await readLines(c, document, row.id)).items ?? [];
  const locked = await lockOrderLines(c, orderLineIds(named));
  // What was replaced is counted under the locks of the order lines: read it again.
  const { items = [] } = await readLines(c, document, row.id);
  if (!items.some((line) => unreplaced(line) > 0)) throw conflict("已全部补发");
  const rest = piecesByLine(items, 1, unreplaced);
  await requireNoneTooMany(c, "exchange", locked, rest);
  await addToOrderLines(c, {
    exchange_qty: piecesByLine(items, -1, unreplaced),
    return_qty: rest,
  });
  await c.sql.query(
    `update purchase_exchange_line set deducted_qty = bad_qty + good_qty - replaced_qty
     where purchase_exchange_id = $1 and del_flag = 0`,
    [row.id],
  );
  await c.sql.query("update purchase_exchange set status = 'closed' where id = $1", [row.id]);
  const source = sourceOf("purchase_exchange", row);
  await settleOrder(c, String(row.poId), source, "closeDeduct");
}
