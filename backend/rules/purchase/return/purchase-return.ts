import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { codesOf } from "../order-lines/placing";
import { priceReturn, repriceReturn } from "./amounts";
import { endBack } from "./end";
import { requireReceived } from "./guards";
import { inspectionFirst } from "./inspection";
import { fromOrder, linesToSendBack, linkBack, placeBack, showReceived } from "./lines";
import { requireReturnable } from "./returnable";
import { reverseReturn } from "./reverse";
import { shipReturn } from "./ship";
import { holdBack } from "./stock";

const at = (path: string, message: string) => invalid(message, { [path]: message });

async function addressOf({ sql }: RuleContext, supplierId: string) {
  const row = await sql.one<{ address: string | null }>(
    "select address from supplier where id = $1",
    [supplierId],
  );
  return row?.address ?? null;
}

/** 采购退货单 (supply.md 3). */
export const purchaseReturnRules: LegacyRules = {
  enrichOne: showReceived,
  prefill: linesToSendBack,
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    const order = await fromOrder(c, next, before);
    requireReturnable([order], whole.returnMode);
    if (whole.returnMode === "replenish" && !whole.expectReplenishDate)
      throw at("expectReplenishDate", "请选择预计补货日");
    next.currency = order.currency;
    if (!whole.receiverAddress) next.receiverAddress = await addressOf(c, order.supplierId);
    const lines = (next.items ?? whole.items) as Values[] | undefined;
    if (!lines) return;
    const orderLines = await placeBack(c, lines, order.poId);
    Object.assign(next, await priceReturn(c, whole, lines, orderLines));
    next.skuCodes = codesOf(orderLines);
    next.items = lines;
  },
  afterSave: (c, id, next, before) => linkBack(c, "purchase_return", id, { ...before, ...next }),
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    const locked = await requireReceived(c, "purchase_return", row);
    requireReturnable(locked.values(), row.returnMode);
    await repriceReturn(c, row, lines, locked);
    await holdBack(c, "purchase_return", row, lines);
  },
  undoSubmit: (c, row) => endBack(c, "purchase_return", row, "draft"),
  async lockFirst(c, action, id) {
    if (action === "submit") await inspectionFirst(c, "purchase_return", id);
  },
  actions: {
    ship: shipReturn,
    reverse: reverseReturn,
    void: (c, row) => endBack(c, "purchase_return", row, "void"),
  },
};
