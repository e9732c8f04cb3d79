import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { codesOf, requireExecuting } from "../order-lines/placing";
import { endBack } from "../return/end";
import { backOf, requireReceived } from "../return/guards";
import { inspectionFirst } from "../return/inspection";
import { fromOrder, linesToSendBack, linkBack, placeBack, showReceived } from "../return/lines";
import { holdBack } from "../return/stock";
import { closeExchange } from "./close";
import { shipExchange } from "./ship";

function requireDate(date: unknown) {
  const message = "预计补发日不能早于今天";
  if (String(date) < today()) throw invalid(message, { expectDate: message });
}

/** 换货单 (supply.md 3). */
export const purchaseExchangeRules: LegacyRules = {
  enrichOne: showReceived,
  prefill: linesToSendBack,
  async beforeSave(c, next, before) {
    const order = await fromOrder(c, next, before);
    requireExecuting([order]);
    if (next.expectDate) requireDate(next.expectDate);
    next.replaceStatus = "none";
    const lines = next.items as Values[] | undefined;
    if (!lines) return;
    next.skuCodes = codesOf(await placeBack(c, lines, order.poId));
    next.outQty = lines.reduce((n, l) => n + backOf(l), 0);
  },
  afterSave: (c, id, next, before) => linkBack(c, "purchase_exchange", id, { ...before, ...next }),
  async onSubmit(c, row) {
    requireDate(row.expectDate);
    const lines = await requireReceived(c, "purchase_exchange", row);
    requireExecuting(lines.values());
    await holdBack(c, "purchase_exchange", row, row.items as Row[]);
  },
  undoSubmit: (c, row) => endBack(c, "purchase_exchange", row, "draft"),
  async lockFirst(c, action, id) {
    if (action === "submit") await inspectionFirst(c, "purchase_exchange", id);
  },
  actions: {
    ship: shipExchange,
    close: closeExchange,
    void: (c, row) => endBack(c, "purchase_exchange", row, "void"),
  },
};
