import { purchaseReturn } from "#documents/purchase/purchase-return";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { invalid } from "../../../http/refusal";
import { codesOf } from "../order-lines/placing";
import { priceReturn, repriceReturn } from "./amounts";
import { endReturn } from "./end";
import { lockReturning, pendingOf, requireReceived } from "./guards";
import { inspectionFirst, namedInspection, requireInspection } from "./inspection";
import {
  fromOrder,
  linesToReturn,
  linkReturn,
  placeReturned,
  showReceived,
  signedWarehouse,
} from "./lines";
import { requireReturnable } from "./returnable";
import { reverse } from "./reverse";
import { ship } from "./ship";
import { holdReturned } from "./stock";

const DOCUMENT = "purchase_return";

const at = (path: string, message: string) => invalid(message, { [path]: message });

async function addressOf({ sql }: RuleContext, supplierId: string) {
  const row = await sql.one<{ address: string | null }>(
    "select address from supplier where id = $1",
    [supplierId],
  );
  return row?.address ?? null;
}

const submit = transition(purchaseReturn, "submit", {
  lockFirst: inspectionFirst(DOCUMENT),
  async lock(c, row) {
    const inspection = await namedInspection(c, row.inspectionId, row.poId);
    const { orderLines } = await lockReturning(c, row);
    return { inspection, orderLines, pending: await pendingOf(c, DOCUMENT, row.id, orderLines) };
  },
  guard({ row, inspection, orderLines, pending }) {
    requireInspection(inspection);
    requireReceived(row.items, orderLines, pending);
    requireReturnable(orderLines.values(), row.returnMode);
  },
  async effect(c, { row, orderLines }) {
    await repriceReturn(c, row, orderLines);
    await holdReturned(c, DOCUMENT, row);
  },
});

const returned = transition(purchaseReturn, "returned", {
  lock: lockReturning,
  effect: (c, { row }) => endReturn(c, DOCUMENT, row),
});
const voided = transition(purchaseReturn, "void", {
  lock: lockReturning,
  effect: (c, { row }) => endReturn(c, DOCUMENT, row),
});

/** 采购退货单 (supply.md 3). */
export const purchaseReturnRules = rules(purchaseReturn, {
  enrichOne: showReceived,
  prefill: linesToReturn,
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    const order = await fromOrder(c, next, before);
    requireReturnable([order], whole.returnMode);
    if (whole.returnMode === "replenish" && !whole.expectReplenishDate)
      throw at("expectReplenishDate", "请选择预计补货日");
    next.currency = order.currency;
    if (!whole.receiverAddress) next.receiverAddress = await addressOf(c, order.supplierId);
    const lines = next.items ?? before?.items.map((line) => ({ ...line }));
    if (!lines) return;
    const orderLines = await placeReturned(c, lines, order.poId);
    Object.assign(next, await priceReturn(c, whole, lines, orderLines));
    next.warehouseId = await signedWarehouse(c, whole, orderLines);
    next.skuCodes = codesOf(orderLines);
    next.items = lines;
  },
  afterSave: (c, id, next, before) => linkReturn(c, DOCUMENT, id, { ...before, ...next }),
  transitions: [submit, ship, reverse, returned, voided],
});
