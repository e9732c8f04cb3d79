import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { dec, r2 } from "../../../values/money";
import type { OrderLine } from "../order-lines/order-lines";
import { repriceReturn } from "./amounts";
import { requireStillReceived } from "./guards";
import { addToOrderLines, piecesByLine, settleOrder } from "./order";
import { requireReturnable } from "./returnable";
import { requireTracking, sendBack, sourceOf } from "./stock";

/** What the goods cost, beside what they were bought for, in CNY: qty × price × rate − cost. */
const writeCosts = (
  { sql }: RuleContext,
  items: readonly Row[],
  locked: ReadonlyMap<string, OrderLine>,
  costs: ReadonlyMap<string, string>,
) =>
  sql.query(
    `update purchase_return_line l set out_cost = x.cost, cost_variance = x.variance
     from jsonb_to_recordset($1::jsonb) as x(id bigint, cost numeric, variance numeric)
     where l.id = x.id`,
    [
      JSON.stringify(
        items.map((line) => {
          const of = locked.get(String(line.poLineId));
          const cost = costs.get(line.id) ?? "0";
          const bought = r2(
            dec(of?.price)
              .times(Number(line.badQty) + Number(line.goodQty))
              .times(dec(of?.rate ?? 1)),
          );
          return { id: line.id, cost, variance: dec(bought).minus(cost).toFixed(2) };
        }),
      ),
    ],
  );

/**
 * 确认出库 (supply.md 3): what was held leaves at the moving average; it is deducted from what is owed,
 * or the order waits for it once more.
 */
export async function shipReturn(c: RuleContext, row: Row, input: Values): Promise<void> {
  await requireTracking(c, "purchase_return", row, input);
  const { items = [] } = await readLines(c, documentNamed("purchase_return"), row.id);
  const locked = await requireStillReceived(c, items);
  requireReturnable(locked.values(), row.returnMode);
  await repriceReturn(c, row, items, locked);
  const costs = await sendBack(c, "purchase_return", row, items, "returnOut");
  await writeCosts(c, items, locked, costs);
  await c.sql.query(
    `update purchase_return set status = 'shipped', ship_time = clock_timestamp() where id = $1`,
    [row.id],
  );
  const counter = row.returnMode === "deduct" ? "return_qty" : "replenish_qty";
  await addToOrderLines(c, { [counter]: piecesByLine(items) });
  await settleOrder(c, String(row.poId), sourceOf("purchase_return", row));
}
