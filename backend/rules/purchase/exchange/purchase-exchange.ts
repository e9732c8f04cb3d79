import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { rules, transition } from "../../../documents/written";
import { invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { codesOf, requireExecuting } from "../order-lines/placing";
import { endReturn } from "../return/end";
import { lockReturning, pendingOf, requireReceived, returnedQty } from "../return/guards";
import { inspectionFirst, namedInspection, requireInspection } from "../return/inspection";
import {
  fromOrder,
  linesToReturn,
  linkReturn,
  placeReturned,
  showReceived,
  signedWarehouse,
} from "../return/lines";
import { holdReturned } from "../return/stock";
import { close } from "./close";
import { ship } from "./ship";

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
