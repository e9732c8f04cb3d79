import { partyOf } from "#backend/domain/kol/party";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { link, patch, pick, pickAs, pickMany, rules, transition } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, round, scaleOf, sum } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { evaluationOrder } from "#documents/promotion/order";
import { evaRefund } from "#documents/promotion/refund";
import { evaluationResource } from "#documents/promotion/resource";
import { notDeducted, postDeduction, requireDeduction } from "../fee-facts";
import { lockOrders } from "../order/lock";
import { backToChecked, ELIGIBLE, toRefunded, toRefunding } from "../order/settle";
import { picturesOf } from "../told/months";
import { sameParticipants } from "./hints";
import { reject, submit, unmask, verify, voided } from "./transitions";

/** An order that is to be refunded, as it is now. */
interface Refunded {
  id: string;
  no: string;
  platformOrderNo: string;
  participantAlias: string;
  paidAmount: string;
  resourceId: string;
  currency: string;
  siteId: string;
  eligible: boolean;
}

const SELECT = `select t.id, t.no, t.platform_order_no as "platformOrderNo",
    t.participant_alias as "participantAlias", t.paid_amount::text as "paidAmount",
    t.resource_id as "resourceId", t.currency, s.site_id as "siteId", ${ELIGIBLE} as eligible
  from evaluation_order t join store s on s.id = t.store_id
  where t.tenant_id = $1 and t.del_flag = 0`;

/** Orders by id, of this tenant. */
async function ordersOf(c: RuleContext, ids: readonly string[]): Promise<Map<string, Refunded>> {
  const rows = await c.sql.query<Refunded>(`${SELECT} and t.id = any($2::bigint[])`, [c.tenantId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What may be refunded of a task, the oldest first. */
const eligibleOf = (c: RuleContext, evaluationId: string): Promise<Refunded[]> =>
  c.sql.query<Refunded>(`${SELECT} and t.evaluation_id = $2 and ${ELIGIBLE} order by t.order_date, t.id limit 200`, [
    c.tenantId,
    evaluationId,
  ]);

/** All of one resource and currency. @throws Refusal 409 返款明细的资源或币种不一致 */
function requireAlike(orders: readonly Refunded[]): void {
  const [first] = orders;
  if (orders.some((o) => o.resourceId !== first?.resourceId || o.currency !== first.currency))
    throw conflict("返款明细的资源或币种不一致");
}

/** @throws Refusal 409 存在不可返款的测评订单 {no} */
function requireEligible(orders: readonly Refunded[]): void {
  const bad = orders.find((o) => !o.eligible);
  if (bad) throw conflict(`存在不可返款的测评订单 ${bad.no}`);
}

/**
 * Of one platform order money goes back once, whatever it was registered as.
 * @throws Refusal 409 平台订单 {no} 已在返款单 {no} 中
 */
async function requireFirst(c: RuleContext, orders: readonly Refunded[], own: string | undefined): Promise<void> {
  const twice = await c.sql.one<{ order: string; no: string }>(
    `select l.platform_order_no as "order", r.no from eva_refund_line l
       join eva_refund r on r.id = l.eva_refund_id
     where r.tenant_id = $1 and r.del_flag = 0 and r.status <> 'void' and l.del_flag = 0
       and l.platform_order_no = any($2) and r.id is distinct from $3 order by r.id limit 1`,
    [c.tenantId, orders.map((o) => o.platformOrderNo), own ?? null],
  );
  if (twice) throw conflict(`平台订单 ${twice.order} 已在返款单 ${twice.no} 中`);
}

type RefundDraft = DraftOf<typeof evaRefund>;
type RefundRow = RowOf<typeof evaRefund>;
type RefundLine = LineDraft<typeof evaRefund, "items">;

const idsOf = (items: readonly RefundLine[] | null | undefined) =>
  (items ?? []).flatMap((l) => l.evaluationOrderId || []);

/** What a line gives back of what was paid. @throws Refusal 400 at the line */
function fillLine(line: RefundLine, order: Refunded, i: number): void {
  const amount = line.refundAmount || order.paidAmount;
  if (!dec(amount).gt(0) || dec(amount).gt(dec(order.paidAmount)))
    throw invalidAt(`items.${i}.refundAmount`, `返款金额须大于0，且不超过实付${order.paidAmount}`);
  if (dec(amount).lt(dec(order.paidAmount)) && !line.diffReason)
    throw invalidAt(`items.${i}.diffReason`, "返款金额少于实付，请填写差异原因");
  Object.assign(line, {
    platformOrderNo: order.platformOrderNo,
    participantAlias: order.participantAlias,
    paidAmount: order.paidAmount,
    refundAmount: amount,
  });
}

/** Orders that the lines name, each once. @throws Refusal 400 at a line, 409 */
async function requireOrders(c: RuleContext, items: readonly RefundLine[]): Promise<Refunded[]> {
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
  (await pick(c, evaluationResource, resourceId, ["handlingRate"]))?.handlingRate ?? "0";

/** Before a number is taken: tasks and orders, for which others may hold one (LOCK_ORDER). */
const lockLines = (c: RuleContext, { items }: RefundDraft): Promise<void> => lockOrders(c, idsOf(items));

/**
 * Checks the orders of a refund under their locks, moves those that are new to 返款中 and those that it
 * drops back to 已核对, and works out what it pays (market.md 1).
 */
async function workOut(c: RuleContext, next: RefundDraft, before?: RefundRow): Promise<void> {
  const items: RefundLine[] = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
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
  const feeAmount = dec(round(dec(goodsAmount).times(dec(handlingRate)).div(100), scale)).toFixed(2);
  Object.assign(next, {
    items,
    resourceId: first.resourceId,
    currency: first.currency,
    handlingRate,
    siteIds: [...new Set(orders.map((o) => o.siteId))],
    orderCount: items.length,
    goodsAmount,
    feeAmount,
    totalAmount: sum([goodsAmount, feeAmount]),
    ownerId: next.ownerId ?? before?.ownerId ?? c.caller.userId,
  });
}

/** The platform kept what participants got back: paid without a payment request (market.md 17.13). */
const deduct = transition(evaRefund, "deduct", {
  guard: ({ row }) => notDeducted(row.payMethod),
  check({ row }, input) {
    requireDeduction(input, row.totalAmount);
  },
  async effect(c, { row }, input) {
    const orders = row.items.map((l) => ({ orderId: l.evaluationOrderId, weight: l.refundAmount ?? "0" }));
    await toRefunded(
      c,
      orders.map((o) => o.orderId),
    );
    await patch(c, evaRefund, row.id, { paidTime: `${input.day} 12:00:00`, settlementNo: input.settlementNo });
    await postDeduction(
      c,
      { source: "evaRefund", no: row.no, amount: row.totalAmount, amountCny: row.amountCny, orders },
      input,
    );
  },
});

const named = ({ sql }: RuleContext, id: string) => pickAs({ sql }, evaluationResource, id, { name: "resourceName" });

/** Form of a refund for chosen orders, or for everything of a task that may be refunded. */
async function prefill(
  c: RuleContext,
  { orderIds = [], evaluationId = [] }: SourcesOf<typeof evaRefund>,
): Promise<RuleValues> {
  const found = await ordersOf(c, orderIds);
  const [task] = evaluationId;
  const orders = task ? await eligibleOf(c, task) : orderIds.flatMap((id) => found.get(id) ?? []);
  const [first] = orders;
  if (!first) throw conflict("没有可返款的测评订单");
  requireEligible(orders);
  requireAlike(orders);
  await requireFirst(c, orders, undefined);
  return {
    resourceId: first.resourceId,
    currency: first.currency,
    resourceName: (await named(c, first.resourceId))?.name,
    goodsAmount: sum(orders.map((o) => o.paidAmount)),
    items: orders.map((o) => ({
      evaluationOrderId: o.id,
      $evaluationOrderId: o.no,
      platformOrderNo: o.platformOrderNo,
      paidAmount: o.paidAmount,
      refundAmount: o.paidAmount,
    })),
  };
}

/** 返款单 (market.md 1). */
export const refundRules = rules(evaRefund, {
  beforeNumber: lockLines,
  beforeSave: workOut,
  async afterSave(c, id, next, before) {
    const old = new Set(before?.items.map((l) => l.evaluationOrderId));
    for (const { evaluationOrderId } of next.items ?? [])
      if (evaluationOrderId && !old.has(evaluationOrderId))
        await link(c, { type: "evaluation_order", id: evaluationOrderId }, { type: evaRefund.name, id });
  },
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.pictures = await picturesOf(
      c,
      row.items.flatMap((l) => l.evaluationOrderId ?? []),
    );
    const orders = row.items.map((l) => l.evaluationOrderId);
    const matches = await pickMany(c, evaluationOrder, orders, ["matchState"]);
    const of = new Map(matches.map((m) => [m.id, m.matchState]));
    const hints = await sameParticipants(c, row.id);
    for (const line of row.items)
      Object.assign(line, { matchState: of.get(line.evaluationOrderId ?? ""), hint: hints.get(line.id) ?? null });
  },
  prefill,
  transitions: [submit, verify, reject, deduct, voided, unmask],
});
