import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { transition } from "../../../documents/written";
import { dec, round } from "../../../values/money";
import { requireExecuting } from "../order-lines/placing";
import { lockReturning, requireReceived, returnedQty } from "../return/guards";
import { addToOrderLines, piecesByLine, settleOrder } from "../return/order";
import { sendReturned, sourceOf, untracked, writeCarrier } from "../return/stock";

/**
 * 确认出库 (supply.md 3): what was held leaves at the moving average, and its cost is kept on the line
 * until the goods are replaced. The order waits for them once more; what is owed stays.
 */
export const ship = transition(purchaseExchange, "ship", {
  lock: lockReturning,
  guard({ row, orderLines }) {
    requireReceived(row.items, orderLines);
    requireExecuting(orderLines.values());
  },
  check: ({ row }, input) => untracked(row, input),
  async effect(c, { row }, input) {
    await writeCarrier(c, "purchase_exchange", row, input);
    const costs = await sendReturned(c, "purchase_exchange", row, "exchangeOut");
    const rows = row.items.map((line) => {
      const cost = costs.get(line.id) ?? "0";
      return { id: line.id, cost, unit: round(dec(cost).div(returnedQty(line)), 6) };
    });
    await c.sql.query(
      `update purchase_exchange_line l set out_cost = x.cost, unit_cost_out = x.unit
       from jsonb_to_recordset($1::jsonb) as x(id bigint, cost numeric, unit numeric)
       where l.id = x.id`,
      [JSON.stringify(rows)],
    );
    await c.sql.query("update purchase_exchange set replace_status = 'none' where id = $1", [
      row.id,
    ]);
    await addToOrderLines(c, { exchange_qty: piecesByLine(row.items) });
    await settleOrder(c, row.poId, sourceOf("purchase_exchange", row));
  },
});
