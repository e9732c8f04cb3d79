import type { LineOf } from "#documents/kit";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { dec, r2 } from "../../../values/money";
import { repriceReturn } from "./amounts";
import { type Locked, lockReturning, requireReceived, returnedQty } from "./guards";
import { addToOrderLines, piecesByLine, settleOrder } from "./order";
import { requireReturnable } from "./returnable";
import { sendReturned, sourceOf, untracked, writeCarrier } from "./stock";

/** What the goods cost, beside what they were bought for, in CNY: qty × price × rate − cost. */
const writeCosts = (
  { sql }: RuleContext,
  items: readonly LineOf<typeof purchaseReturn, "items">[],
  orderLines: Locked,
  costs: ReadonlyMap<string, string>,
) =>
  sql.query(
    `update purchase_return_line l set out_cost = x.cost, cost_variance = x.variance
     from jsonb_to_recordset($1::jsonb) as x(id bigint, cost numeric, variance numeric)
     where l.id = x.id`,
    [
      JSON.stringify(
        items.map((line) => {
          const of = orderLines.get(line.poLineId ?? "");
          const cost = costs.get(line.id) ?? "0";
          const bought = r2(
            dec(of?.price)
              .times(returnedQty(line))
              .times(dec(of?.rate ?? 1)),
          );
          return { id: line.id, cost, variance: dec(bought).minus(cost).toFixed(2) };
        }),
      ),
    ],
  );

/**
 * 确认出库 (supply.md 3): what was held leaves at the moving average; it is deducted from what is owed,
 * or the order waits for it once more. A receipt may have been taken back since it was submitted.
 */
export const ship = transition(purchaseReturn, "ship", {
  lock: lockReturning,
  guard({ row, orderLines }) {
    requireReceived(row.items, orderLines);
    requireReturnable(orderLines.values(), row.returnMode);
  },
  check: ({ row }, input) => untracked(row, input),
  async effect(c, { row, orderLines }, input) {
    await writeCarrier(c, "purchase_return", row, input);
    await repriceReturn(c, row, orderLines);
    const costs = await sendReturned(c, "purchase_return", row, "returnOut");
    await writeCosts(c, row.items, orderLines, costs);
    const counter = row.returnMode === "deduct" ? "return_qty" : "replenish_qty";
    await addToOrderLines(c, { [counter]: piecesByLine(row.items) });
    await settleOrder(c, row.poId, sourceOf("purchase_return", row));
  },
});
