import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import type { evaRefund } from "#documents/promotion/refund";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { dec, round, sum } from "../../../values/money";
import { scaleOf } from "../../../values/rates";
import { lockOrders } from "../order/lock";
import { backToChecked, toRefunding } from "../order/settle";
import { ordersOf, type Refunded, requireAlike, requireEligible, requireFirst } from "./orders";

type Draft = DraftOf<typeof evaRefund>;
type Row = RowOf<typeof evaRefund>;
type Line = LineDraft<typeof evaRefund, "items">;

const idsOf = (items: readonly Line[] | null | undefined) =>
  (items ?? []).flatMap((l) => l.evaluationOrderId || []);

/** What a line gives back of what was paid. @throws Refusal 400 at the line */
function fillLine(line: Line, order: Refunded, i: number): void {
  const amount = line.refundAmount || order.paidAmount;
  if (!dec(amount).gt(0) || dec(amount).gt(dec(order.paidAmount)))
    throw invalidAt(`items.${i}.refundAmount`, `返款金额须大于0，且不超过实付${order.paidAmount}`);
  if (dec(amount).lt(dec(order.paidAmount)) && !line.diffReason)
    throw invalidAt(`items.${i}.diffReason`, "返款金额少于实付，请填写差异原因");
  Object.assign(line, {
    ...{ platformOrderNo: order.platformOrderNo, participantAlias: order.participantAlias },
    ...{ paidAmount: order.paidAmount, refundAmount: amount },
  });
}

/** Orders that the lines name, each once. @throws Refusal 400 at a line, 409 */
async function requireOrders(c: RuleContext, items: readonly Line[]): Promise<Refunded[]> {
  const ids = idsOf(items);
  const twice = ids.findIndex((id, i) => ids.indexOf(id) < i);
  if (twice >= 0) throw invalidAt(`items.${twice}.evaluationOrderId`, "测评订单重复");
  const found = await ordersOf(c, ids);
  return items.map((line, i) => {
    const order = found.get(line.evaluationOrderId ?? "");
    if (!order) throw invalidAt(`items.${i}.evaluationOrderId`, "请选择测评订单");
    return order;
  });
}

const rateOf = async (c: RuleContext, resourceId: string | undefined) =>
  (
    await c.sql.one<{ rate: string }>(
      "select handling_rate::text as rate from evaluation_resource where id = $1",
      [resourceId],
    )
  )?.rate ?? "0";

/** Before a number is taken: tasks and orders, for which others may hold one (LOCK_ORDER). */
export const lockLines = (c: RuleContext, { items }: Draft): Promise<void> =>
  lockOrders(c, idsOf(items));

/**
 * Checks the orders of a refund under their locks, moves those that are new to 返款中 and those that it
 * drops back to 已核对, and works out what it pays (market.md 1).
 */
export async function workOut(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const items: Line[] = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
  const old = idsOf(before?.items);
  await lockOrders(c, [...new Set([...idsOf(items), ...old])]);
  const orders = await requireOrders(c, items);
  const [first] = orders;
  if (!first) throw conflict("请至少添加一条明细");
  const added = orders.filter((o) => !old.includes(o.id));
  requireEligible(added);
  requireAlike(orders);
  await requireFirst(c, added, before?.id);
  items.forEach((line, i) => {
    fillLine(line, orders[i] ?? first, i);
  });
  const kept = new Set(orders.map((o) => o.id));
  const no = String(before?.no ?? next.no ?? "");
  const dropped = old.filter((id) => !kept.has(id));
  if (dropped.length) await backToChecked(c, dropped);
  if (added.length)
    await toRefunding(
      c,
      added.map((o) => o.id),
      no,
    );
  const handlingRate = await rateOf(c, first.resourceId);
  const goodsAmount = sum(items.map((l) => l.refundAmount));
  const scale = await scaleOf(c, first.currency);
  const feeAmount = dec(round(dec(goodsAmount).times(dec(handlingRate)).div(100), scale)).toFixed(
    2,
  );
  Object.assign(next, {
    ...{ items, resourceId: first.resourceId, currency: first.currency, handlingRate },
    ...{ siteIds: [...new Set(orders.map((o) => o.siteId))], orderCount: items.length },
    ...{ goodsAmount, feeAmount, totalAmount: sum([goodsAmount, feeAmount]) },
    ownerId: next.ownerId ?? before?.ownerId ?? c.caller.userId,
  });
}
