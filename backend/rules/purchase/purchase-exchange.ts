import { link } from "../../documents/chain";
import type { Rules, Values } from "../../documents/rules";
import { conflict, invalid } from "../../http/refusal";
import { today } from "../money";
import {
  backOf,
  demandLedger,
  demandReceived,
  fromOrder,
  linesToSendBack,
  placeBack,
  showReceived,
} from "./back-lines";
import { demandExecuting } from "./order-lines";

function demandDate(date: unknown) {
  const message = "预计补发日不能早于今天";
  if (String(date) < today()) throw invalid(message, { expectDate: message });
}

/** 换货单 (supply.md 3). */
export const purchaseExchangeRules: Rules = {
  enrichOne: showReceived,
  prefill: (c, { poId }) => linesToSendBack(c, poId),
  async beforeSave(c, next, before) {
    const order = await fromOrder(c, next, before);
    demandExecuting([order]);
    if (next.expectDate) demandDate(next.expectDate);
    const lines = next.items as Values[] | undefined;
    if (!lines) return;
    await placeBack(c, lines, order.poId);
    next.outQty = lines.reduce((n, l) => n + backOf(l), 0);
  },
  async afterSave(c, id, next, before) {
    const poId = String(before?.poId ?? next.poId);
    await link(c, { type: "purchase_order", id: poId }, { type: "purchase_exchange", id });
  },
  async onSubmit(c, row) {
    demandDate(row.expectDate);
    const lines = await demandReceived(c, "purchase_exchange", row);
    demandExecuting(lines.values());
  },
  actions: {
    async ship(_c, row) {
      if (row.carrier && !row.trackingNo) throw conflict("请输入单号");
      demandLedger();
    },
    async close(_c, row) {
      if (row.replaceStatus === "all") throw conflict("已全部补发");
      demandLedger();
    },
  },
};
