import { csRefund } from "#documents/service/cs-refund";
import { link } from "../../../documents/around/chain";
import { rules } from "../../../documents/written";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { requirePaid } from "./limits";
import { lockOrder, type PaidOrder, refundable } from "./order";
import { complete } from "./save";
import { leftOf } from "./share";
import { refundTransitions } from "./transitions";

/** What is left of each line, as the form offers it. */
const offered = ({ lines }: PaidOrder) =>
  lines.map((line) => ({
    ...{ orderLineId: line.lineNo, sellerSku: line.sellerSku, skuId: line.skuId, qty: 0 },
    $skuId: line.skuCode,
    ...{ leftQty: leftOf(line).qty, leftPrincipal: leftOf(line).money.principal },
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
      ? await c.sql.one<{ id: string; no: string; orderId: string | null }>(
          `select id, no, platform_order_id as "orderId" from voc where id = $1`,
          [vocId[0]],
        )
      : undefined;
    const id = platformOrderId[0] ?? voc?.orderId;
    if (!id) return { told: "请从平台订单、客户之声新建退款，或在此选择订单" };
    const order = await lockOrder(c, id);
    requirePaid(order);
    return {
      ...{ platformOrderId: order.id, platformOrderName: order.no, refundType: "partial" },
      ...{ currency: order.currency, storeId: order.storeId, items: offered(order) },
      told: `订单${order.no}可退 ${order.currency} ${refundable(order)}`,
      ...(voc && { vocId: voc.id, vocName: voc.no }),
    };
  },
  async flowFlags(c, { id }) {
    const row = await c.sql.one<{ currency: string; amount: string; cny: string }>(
      "select currency, amount::text, amount_cny::text as cny from cs_refund where id = $1",
      [id],
    );
    const usd = await rateOf(c.sql, c.tenantId, "USD");
    const cny = dec(row?.cny);
    const amountUsd = row?.currency === "USD" ? dec(row.amount).toFixed(2) : r2(cny.div(usd));
    const large = dec(amountUsd).gt(100);
    return { amountCny: row?.cny, amountUsd, large, small: !large };
  },
  transitions: refundTransitions,
});
