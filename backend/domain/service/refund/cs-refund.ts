import { readBy } from "#backend/domain/order/platform/store-sync";
import { link, patch, pick, pickAs, type RuleContext, rules, transition } from "#backend/engine/documents";
import { saidDrafts } from "#backend/engine/documents/around/drafts";
import { conflict, forbidden, invalidAt } from "#backend/platform/http";
import { dec, now, r2, rateOf, round, sum } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { csRefund } from "#documents/service/cs-refund";
import { voc as vocType } from "#documents/service/voc";
import { moneyBack } from "./end";
import { lockOrder, type OrderParts, type PaidLine, type PaidOrder, refundable } from "./order";
import { askPlatform } from "./send";
import { leftOf, mostTax, overdrawn, proposed } from "./share";

/** Of what was paid that goes back without goods coming back. */
const GOODWILL_PERCENT = 20;
const UNPAID: readonly string[] = ["Pending", "PendingAvailability", "Canceled"];
/** Reasons that have to be seen. */
const SEEN: readonly (string | null | undefined)[] = ["damaged", "wrongItem"];

type CsRefundAsked = Pick<DraftOf<typeof csRefund> & RowOf<typeof csRefund>, "refundType" | "reason"> & {
  evidence?: readonly string[] | null;
  items: readonly LimitsItem[];
};
type LimitsItem = { orderLineId: string; qty: number } & {
  [N in Exclude<keyof OrderParts, "qty">]: string | null;
};

const partsOf = ({ qty, principal, tax, shipping }: LimitsItem): OrderParts => ({
  qty,
  principal: principal ?? "0",
  tax: tax ?? "0",
  shipping: shipping ?? "0",
});

/** Which drafts hold what cannot be refunded any more. */
const heldBy = ({ drafts }: PaidOrder) => saidDrafts(csRefund, drafts);

/** @throws Refusal 409 for an order of which nothing can go back */
function requirePaid(order: PaidOrder): void {
  if (UNPAID.includes(order.status)) throw conflict("待付款或已取消的订单不能退款");
  if (!dec(refundable(order)).gt(0)) throw conflict(`无可退金额${heldBy(order)}`);
}

/**
 * Holds a refund to what its order has left, all of it and line by line (market.md 3).
 * @throws Refusal 409
 */
function requireRoom(order: PaidOrder, { refundType, items }: CsRefundAsked): void {
  requirePaid(order);
  const amount = sum(items.flatMap((i) => [i.principal, i.tax, i.shipping]));
  const left = refundable(order);
  if (dec(amount).gt(left)) throw conflict(`退款金额不能超过可退金额 ${left}${heldBy(order)}`);
  const goodwill = refundType === "goodwill";
  const most = round(dec(order.total).times(GOODWILL_PERCENT).div(100), order.scale);
  if (goodwill && dec(order.heldGoodwill).plus(amount).gt(most))
    throw conflict(`补偿累计不能超过订单金额的${GOODWILL_PERCENT}%（${dec(most).toFixed(2)}）${heldBy(order)}`);
  for (const [i, item] of items.entries()) {
    const line = order.lines.find((l) => l.lineNo === item.orderLineId);
    if (!line) throw invalidAt(`items.${i}.orderLineId`, "订单行不存在，请重新选择订单");
    if (goodwill && item.qty > 0) throw invalidAt(`items.${i}.qty`, "补偿不填写退款数量");
    const over = overdrawn(line, partsOf(item), order.scale);
    if (over) throw conflict(`${over}${heldBy(order)}`);
  }
  if (!dec(amount).gt(0)) throw conflict("退款金额须大于0");
  const all = sum(order.lines.flatMap((l) => Object.values(leftOf(l).money)));
  if (refundType === "full" && !dec(amount).eq(all)) throw conflict(`全额退款须为全部可退金额 ${all}`);
}

/** @throws Refusal 400 请上传凭证 */
function requireEvidence({ reason, evidence }: Omit<CsRefundAsked, "items">): void {
  if (SEEN.includes(reason) && !evidence?.length) throw invalidAt("evidence", "请上传凭证");
}

const around = async (c: RuleContext, row: { id: string; platformOrderId: string }) => ({
  order: await lockOrder(c, row.platformOrderId, row.id),
});

const submit = transition(csRefund, "submit", {
  lock: async (c, row) => ({ ...(await around(c, row)), rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY") }),
  guard({ row, order }, { caller }) {
    if (row.createBy !== caller.userId && row.ownerId !== caller.userId) throw forbidden("只能提交本人负责的单据");
    requireRoom(order, row);
    requireEvidence(row);
  },
  async effect({ sql }, { row, rate }) {
    await patch({ sql }, csRefund, row.id, { exchangeRate: rate, amountCny: r2(dec(row.amount).times(dec(rate))) });
  },
});

/** Meanwhile the platform may have changed or cancelled the order. */
const approved = transition(csRefund, "approved", { lock: around, guard: ({ row, order }) => requireRoom(order, row) });

const execute = transition(csRefund, "execute", {
  lock: async (c, row) => ({ ...(await around(c, row)), by: await readBy(c, row.storeId) }),
  guard({ row, order, by }) {
    if (order.channel !== "MFN") return "FBA订单退款由平台处理，仅可登记";
    requireRoom(order, row);
    return "reason" in by && `${by.reason}；平台已退款的可以登记退款`;
  },
  async effect(c, { row, by }) {
    if ("id" in by) await askPlatform(c, row, by.id);
  },
});

const register = transition(csRefund, "register", {
  lock: around,
  guard: ({ row, order }) => requireRoom(order, row),
  check: (_scene, { executedTime }) => !!executedTime && executedTime > now() && conflict("退款时间不能晚于现在"),
  async effect(c, { row }, { platformRefundId, executedTime }) {
    await moneyBack(c, row.id, { platformRefundId, executedTime, registerOnly: true });
  },
});

const voided = transition(csRefund, "void", {
  guard: ({ row }) =>
    row.status === "failed" && row.doubtful && "平台没有回答，可能已退款；请重新执行退款，平台已退的登记退款",
});

const refundTransitions = [submit, approved, execute, register, voided];

type CsRefundDraft = DraftOf<typeof csRefund>;
type CsRefundItem = LineDraft<typeof csRefund, "items">;

const empty = (value: string | null | undefined) => value === null || value === undefined;

/** One line as it is kept: what was left open is worked out of the quantity, tax of goods and freight. */
function worked(order: PaidOrder, line: PaidLine, item: CsRefundItem, whole: boolean) {
  const own = { ...item, orderLineId: line.lineNo, sellerSku: line.sellerSku, skuId: line.skuId };
  if (whole) return { ...own, qty: leftOf(line).qty, ...leftOf(line).money };
  const qty = item.qty ?? 0;
  const shares = qty ? proposed(line, qty, order.scale) : undefined;
  const principal = dec(empty(item.principal) ? shares?.principal : item.principal).toFixed(2);
  const shipping = dec(item.shipping).toFixed(2);
  const nothing = dec(principal).plus(shipping).eq(0);
  const due = nothing ? "0.00" : mostTax(line, { principal, shipping }, order.scale);
  return { ...own, qty, principal, shipping, tax: empty(item.tax) ? due : dec(item.tax).toFixed(2) };
}

/** Completes a refund before it is written, under the lock of its order. */
async function complete(c: RuleContext, next: CsRefundDraft, before?: RowOf<typeof csRefund>) {
  const refund = { ...before, ...next };
  const order = await lockOrder(c, refund.platformOrderId, before?.id);
  const whole = refund.refundType === "full";
  const given: readonly CsRefundItem[] = refund.items ?? [];
  const twice = given.find((item, i) => given.findIndex((o) => o.orderLineId === item.orderLineId) < i);
  if (twice) throw invalidAt("items", "订单行重复");
  const items = whole
    ? order.lines.map((line) => {
        const item = given.find((i) => i.orderLineId === line.lineNo) ?? {};
        return worked(order, line, item, true);
      })
    : given.map((item, i) => {
        const line = order.lines.find((l) => l.lineNo === item.orderLineId);
        if (!line) throw invalidAt(`items.${i}.orderLineId`, "订单行不存在，请重新选择订单");
        return worked(order, line, item, false);
      });
  const asked = { refundType: refund.refundType ?? "partial", reason: refund.reason ?? "" };
  requireRoom(order, { ...asked, items });
  requireEvidence({ ...asked, evidence: refund.evidence });
  const total = (name: "principal" | "tax" | "shipping") => sum(items.map((i) => i[name]));
  Object.assign(next, {
    items,
    storeId: order.storeId,
    siteId: order.siteId,
    buyerKey: order.buyerKey,
    currency: order.currency,
    ownerId: before?.ownerId ?? c.caller.userId,
    principalAmount: total("principal"),
    taxAmount: total("tax"),
    shippingAmount: total("shipping"),
    amount: sum([total("principal"), total("tax"), total("shipping")]),
  });
}

/** What is left of each line, as the form offers it. */
const offered = ({ lines }: PaidOrder) =>
  lines.map((line) => ({
    orderLineId: line.lineNo,
    sellerSku: line.sellerSku,
    skuId: line.skuId,
    qty: 0,
    $skuId: line.skuCode,
    leftQty: leftOf(line).qty,
    leftPrincipal: leftOf(line).money.principal,
  }));

/** 客户退款 (market.md 3). */
export const csRefundRules = rules(csRefund, {
  beforeNumber: async (c, { platformOrderId }) => {
    await lockOrder(c, platformOrderId);
  },
  beforeSave: complete,
  async afterSave(c, id, next, before) {
    if (before || !next.platformOrderId) return;
    const to = { type: csRefund.name, id };
    await link(c, { type: "platform_order", id: next.platformOrderId }, to);
    if (next.vocId) await link(c, { type: "voc", id: next.vocId }, to);
  },
  async enrichOne(c, row) {
    if (row.status !== "draft" && row.status !== "rejected") return;
    const order = await lockOrder(c, row.platformOrderId, row.id);
    const left = new Map(offered(order).map((l) => [l.orderLineId, l]));
    for (const line of row.items) {
      const { leftQty, leftPrincipal } = left.get(line.orderLineId) ?? {};
      Object.assign(line, { leftQty, leftPrincipal });
    }
  },
  async prefill(c, { platformOrderId = [], vocId = [] }) {
    const voc = vocId[0]
      ? await pickAs(c, vocType, vocId[0], { id: "id", no: "no", orderId: "platformOrderId" })
      : undefined;
    const id = platformOrderId[0] ?? voc?.orderId;
    if (!id) return { told: "请从平台订单、客户之声新建退款，或在此选择订单" };
    const order = await lockOrder(c, id);
    requirePaid(order);
    return {
      platformOrderId: order.id,
      platformOrderName: order.no,
      refundType: "partial",
      currency: order.currency,
      storeId: order.storeId,
      items: offered(order),
      told: `订单${order.no}可退 ${order.currency} ${refundable(order)}`,
      ...(voc && { vocId: voc.id, vocName: voc.no }),
    };
  },
  async flowFlags(c, { id }) {
    const row = await pick(c, csRefund, id, ["currency", "amount", "amountCny"]);
    const usd = await rateOf(c.sql, c.tenantId, "USD");
    const cny = dec(row?.amountCny);
    const amountUsd = row?.currency === "USD" ? dec(row.amount).toFixed(2) : r2(cny.div(usd));
    const large = dec(amountUsd).gt(100);
    return { amountCny: row?.amountCny, amountUsd, large, small: !large };
  },
  transitions: refundTransitions,
});
