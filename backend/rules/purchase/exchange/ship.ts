import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { dec, round } from "../../../values/money";
import { requireExecuting } from "../order-lines/placing";
import { backOf, requireStillReceived } from "../return/guards";
import { addToOrderLines, piecesByLine, settleOrder } from "../return/order";
import { requireTracking, sendBack, sourceOf } from "../return/stock";

/**
 * 确认出库 (supply.md 3): what was held leaves at the moving average, and its cost is kept on the line
 * until the goods are replaced. The order waits for them once more; what is owed stays.
 */
export async function shipExchange(c: RuleContext, row: Row, input: Values): Promise<void> {
  await requireTracking(c, "purchase_exchange", row, input);
  const { items = [] } = await readLines(c, documentNamed("purchase_exchange"), row.id);
  const locked = await requireStillReceived(c, items);
  requireExecuting(locked.values());
  const costs = await sendBack(c, "purchase_exchange", row, items, "exchangeOut");
  const rows = items.map((line) => {
    const cost = costs.get(line.id) ?? "0";
    return { id: line.id, cost, unit: round(dec(cost).div(backOf(line)), 6) };
  });
  await c.sql.query(
    `update purchase_exchange_line l set out_cost = x.cost, unit_cost_out = x.unit
     from jsonb_to_recordset($1::jsonb) as x(id bigint, cost numeric, unit numeric)
     where l.id = x.id`,
    [JSON.stringify(rows)],
  );
  await c.sql.query(
    `update purchase_exchange set status = 'shipped', ship_time = clock_timestamp(),
       replace_status = 'none' where id = $1`,
    [row.id],
  );
  await addToOrderLines(c, { exchange_qty: piecesByLine(items) });
  await settleOrder(c, String(row.poId), sourceOf("purchase_exchange", row));
}
