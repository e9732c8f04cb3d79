import { patch, rules, transition } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { invalid } from "#backend/platform/http";
import { dec, round, today } from "#backend/platform/values";
import type { LineOf } from "#documents/kit";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { codesOf, requireExecuting } from "../order-lines/placing";
import { endReturn } from "../return/end";
import {
  addToOrderLines,
  lockReturning,
  pendingOf,
  piecesByLine,
  requireReceived,
  returnedQty,
  settleOrder,
} from "../return/guards";
import { inspectionFirst, namedInspection, requireInspection } from "../return/inspection";
import { fromOrder, linesToReturn, linkReturn, placeReturned, showReceived, signedWarehouse } from "../return/lines";
import { tooManyOnWay } from "../return/on-way";
import { holdReturned, sendReturned, sourceOf, untracked, writeCarrier } from "../return/stock";

/**
 * 确认出库 (supply.md 3): what was held leaves at the moving average, and its cost is kept on the line
 * until the goods are replaced. The order waits for them once more; what is owed stays.
 */
const ship = transition(purchaseExchange, "ship", {
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
    await patch(c, purchaseExchange, row.id, { replaceStatus: "none" });
    await addToOrderLines(c, { exchange_qty: piecesByLine(row.items) });
    await settleOrder(c, row.poId, sourceOf("purchase_exchange", row));
  },
});

/** Pieces of a line that nothing replaced. */
const unreplaced = (line: LineOf<typeof purchaseExchange, "items">) => returnedQty(line) - line.replacedQty;

/** 转退货扣款 (supply.md 3): what was not replaced is deducted from what is owed. */
const close = transition(purchaseExchange, "close", {
  async lock(c, row) {
    const { orderLines } = await lockReturning(c, row);
    // What was replaced is counted under the locks of the order lines: read it again.
    const { items } = await readLines(c, purchaseExchange, row.id);
    const rest = piecesByLine(items, 1, unreplaced);
    return { items, rest, onWay: await tooManyOnWay(c, "exchange", orderLines, rest) };
  },
  guard: ({ items, onWay }) => (items.some((line) => unreplaced(line) > 0) ? onWay : "已全部补发"),
  async effect(c, { row, items, rest }) {
    await addToOrderLines(c, { exchange_qty: piecesByLine(items, -1, unreplaced), return_qty: rest });
    await c.sql.query(
      `update purchase_exchange_line set deducted_qty = bad_qty + good_qty - replaced_qty
       where purchase_exchange_id = $1 and del_flag = 0`,
      [row.id],
    );
    await settleOrder(c, row.poId, sourceOf("purchase_exchange", row), "closeDeduct");
  },
});

const DOCUMENT = "purchase_exchange";

function requireDate(date: string) {
  const message = "预计补发日不能早于今天";
  if (date < today()) throw invalid(message, { expectDate: message });
}

const submit = transition(purchaseExchange, "submit", {
  lockFirst: inspectionFirst(DOCUMENT),
  async lock(c, row) {
    const inspection = await namedInspection(c, row.inspectionId, row.poId);
    const { orderLines } = await lockReturning(c, row);
    return { inspection, orderLines, pending: await pendingOf(c, DOCUMENT, row.id, orderLines) };
  },
  guard({ row, inspection, orderLines, pending }) {
    requireInspection(inspection);
    requireDate(row.expectDate);
    requireReceived(row.items, orderLines, pending);
    requireExecuting(orderLines.values());
  },
  effect: (c, { row }) => holdReturned(c, DOCUMENT, row),
});

const returned = transition(purchaseExchange, "returned", {
  lock: lockReturning,
  effect: (c, { row }) => endReturn(c, DOCUMENT, row),
});
const voided = transition(purchaseExchange, "void", {
  lock: lockReturning,
  effect: (c, { row }) => endReturn(c, DOCUMENT, row),
});

/** 换货单 (supply.md 3). */
export const purchaseExchangeRules = rules(purchaseExchange, {
  enrichOne: showReceived,
  prefill: linesToReturn,
  async beforeSave(c, next, before) {
    const order = await fromOrder(c, next, before);
    requireExecuting([order]);
    if (next.expectDate) requireDate(next.expectDate);
    next.replaceStatus = "none";
    const lines = next.items;
    if (!lines) return;
    const orderLines = await placeReturned(c, lines, order.poId);
    next.warehouseId = await signedWarehouse(c, { ...before, ...next }, orderLines);
    next.skuCodes = codesOf(orderLines);
    next.outQty = lines.reduce((n, l) => n + returnedQty(l), 0);
  },
  afterSave: (c, id, next, before) => linkReturn(c, DOCUMENT, id, { ...before, ...next }),
  transitions: [submit, ship, close, returned, voided],
});
