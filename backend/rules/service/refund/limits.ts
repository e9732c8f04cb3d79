import type { DraftOf, RowOf } from "#documents/kit";
import { csRefund } from "#documents/service/cs-refund";
import { saidDrafts } from "../../../documents/around/drafts";
import { conflict, invalidAt } from "../../../http/refusal";
import { dec, round, sum } from "../../../values/money";
import { type PaidOrder, type Parts, refundable } from "./order";
import { leftOf, overdrawn } from "./share";

/** Of what was paid that goes back without goods coming back. */
const GOODWILL_PERCENT = 20;
const UNPAID: readonly string[] = ["Pending", "PendingAvailability", "Canceled"];
/** Reasons that have to be seen. */
const SEEN: readonly (string | null | undefined)[] = ["damaged", "wrongItem"];

type Asked = Pick<DraftOf<typeof csRefund> & RowOf<typeof csRefund>, "refundType" | "reason"> & {
  evidence?: readonly string[] | null;
  items: readonly Item[];
};
type Item = { orderLineId: string; qty: number } & {
  [N in Exclude<keyof Parts, "qty">]: string | null;
};

const partsOf = ({ qty, principal, tax, shipping }: Item): Parts => ({
  ...{ qty, principal: principal ?? "0", tax: tax ?? "0", shipping: shipping ?? "0" },
});

/** Which drafts hold what cannot be refunded any more. */
const heldBy = ({ drafts }: PaidOrder) => saidDrafts(csRefund, drafts);

/** @throws Refusal 409 for an order of which nothing can go back */
export function requirePaid(order: PaidOrder): void {
  if (UNPAID.includes(order.status)) throw conflict("待付款或已取消的订单不能退款");
  if (!dec(refundable(order)).gt(0)) throw conflict(`无可退金额${heldBy(order)}`);
}

/**
 * Holds a refund to what its order has left, all of it and line by line (market.md 3).
 * @throws Refusal 409
 */
export function requireRoom(order: PaidOrder, { refundType, items }: Asked): void {
  requirePaid(order);
  const amount = sum(items.flatMap((i) => [i.principal, i.tax, i.shipping]));
  const left = refundable(order);
  if (dec(amount).gt(left)) throw conflict(`退款金额不能超过可退金额 ${left}${heldBy(order)}`);
  const goodwill = refundType === "goodwill";
  const most = round(dec(order.total).times(GOODWILL_PERCENT).div(100), order.scale);
  if (goodwill && dec(order.heldGoodwill).plus(amount).gt(most))
    throw conflict(
      `补偿累计不能超过订单金额的${GOODWILL_PERCENT}%（${dec(most).toFixed(2)}）${heldBy(order)}`,
    );
  for (const [i, item] of items.entries()) {
    const line = order.lines.find((l) => l.lineNo === item.orderLineId);
    if (!line) throw invalidAt(`items.${i}.orderLineId`, "订单行不存在，请重新选择订单");
    if (goodwill && item.qty > 0) throw invalidAt(`items.${i}.qty`, "补偿不填写退款数量");
    const over = overdrawn(line, partsOf(item), order.scale);
    if (over) throw conflict(`${over}${heldBy(order)}`);
  }
  if (!dec(amount).gt(0)) throw conflict("退款金额须大于0");
  const all = sum(order.lines.flatMap((l) => Object.values(leftOf(l).money)));
  if (refundType === "full" && !dec(amount).eq(all))
    throw conflict(`全额退款须为全部可退金额 ${all}`);
}

/** @throws Refusal 400 请上传凭证 */
export function requireEvidence({ reason, evidence }: Omit<Asked, "items">): void {
  if (SEEN.includes(reason) && !evidence?.length) throw invalidAt("evidence", "请上传凭证");
}
