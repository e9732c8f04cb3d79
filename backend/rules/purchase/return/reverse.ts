import type { LineOf } from "#documents/kit";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { readLines } from "../../../documents/reading/lines";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { reverseMoves } from "../../../stock/reverse";
import { creditUsed } from "../order-lines/claims";
import { filled, slotsOf } from "../order-lines/reentry-slots";
import { broughtBy } from "../order-lines/signed-pieces";
import { type Locked, lockReturning, returnedQty } from "./guards";
import { tooManyOnWay } from "./on-way";
import { addToOrderLines, piecesByLine, settleOrder } from "./order";
import { holdReturned, sourceOf } from "./stock";

type Line = LineOf<typeof purchaseReturn, "items">;

/** Pieces of a replenishing line that still wait for replacement. */
const waiting = (line: Line) => returnedQty(line) - line.deductedQty;

/** Why goods of a replenishing return stay where they are: some came anew, or are on their way. */
async function replacement(c: RuleContext, items: readonly Line[], orderLines: Locked) {
  const ids = [...orderLines.keys()];
  const slots = filled(await slotsOf(c, "replenish", ids), await broughtBy(c, "replenish", ids));
  const own = new Set(items.map((line) => line.id));
  if (slots.some((s) => own.has(s.id) && s.replaced > 0)) return "已补货，不能撤销";
  return tooManyOnWay(c, "replenish", orderLines, piecesByLine(items, 1, waiting));
}

/**
 * 撤销出库 (supply.md 3): the goods return at the cost they left with and are held again; quantities
 * of the order and what is owed for it as before.
 */
export const reverse = transition(purchaseReturn, "reverse", {
  async lock(c, row) {
    const { orderLines } = await lockReturning(c, row);
    // The closing of the order counts under the same locks what is deducted: read it again.
    const { items } = await readLines(c, purchaseReturn, row.id);
    const replenish = row.returnMode === "replenish";
    return {
      items,
      replaced: replenish && (await replacement(c, items, orderLines)),
      used: !replenish && (await creditUsed(c, row.poId, row.returnAmount)),
    };
  },
  guard: ({ replaced, used }) => replaced || used,
  async effect(c, { row, items }) {
    const source = sourceOf("purchase_return", row);
    await reverseMoves(c, source, `reverse:${row.version}`);
    await holdReturned(c, "purchase_return", row);
    await addToOrderLines(
      c,
      row.returnMode === "replenish"
        ? {
            replenish_qty: piecesByLine(items, -1, waiting),
            return_qty: piecesByLine(items, -1, (line) => line.deductedQty),
          }
        : { return_qty: piecesByLine(items, -1) },
    );
    await c.sql.query(
      `update purchase_return_line set out_cost = 0, cost_variance = 0, deducted_qty = 0
       where purchase_return_id = $1`,
      [row.id],
    );
    await c.sql.query("update purchase_return set ship_time = null where id = $1", [row.id]);
    await settleOrder(c, row.poId, source);
  },
});
