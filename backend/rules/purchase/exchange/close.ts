import type { LineOf } from "#documents/kit";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { readLines } from "../../../documents/reading/lines";
import { transition } from "../../../documents/written";
import { lockReturning, returnedQty } from "../return/guards";
import { tooManyOnWay } from "../return/on-way";
import { addToOrderLines, piecesByLine, settleOrder } from "../return/order";
import { sourceOf } from "../return/stock";

/** Pieces of a line that nothing replaced. */
const unreplaced = (line: LineOf<typeof purchaseExchange, "items">) =>
  returnedQty(line) - line.replacedQty;

/** 转退货扣款 (supply.md 3): what was not replaced is deducted from what is owed. */
export const close = transition(purchaseExchange, "close", {
  async lock(c, row) {
    const { orderLines } = await lockReturning(c, row);
    // What was replaced is counted under the locks of the order lines: read it again.
    const { items } = await readLines(c, purchaseExchange, row.id);
    const rest = piecesByLine(items, 1, unreplaced);
    return { items, rest, onWay: await tooManyOnWay(c, "exchange", orderLines, rest) };
  },
  guard: ({ items, onWay }) => (items.some((line) => unreplaced(line) > 0) ? onWay : "已全部补发"),
  async effect(c, { row, items, rest }) {
    await addToOrderLines(c, {
      exchange_qty: piecesByLine(items, -1, unreplaced),
      return_qty: rest,
    });
    await c.sql.query(
      `update purchase_exchange_line set deducted_qty = bad_qty + good_qty - replaced_qty
       where purchase_exchange_id = $1 and del_flag = 0`,
      [row.id],
    );
    await settleOrder(c, row.poId, sourceOf("purchase_exchange", row), "closeDeduct");
  },
});
