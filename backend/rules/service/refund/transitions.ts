import { csRefund } from "#documents/service/cs-refund";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, forbidden } from "../../../http/refusal";
import { now } from "../../../values/calendar";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { readBy } from "../../order/platform/read-by";
import { moneyBack } from "./end";
import { requireEvidence, requireRoom } from "./limits";
import { lockOrder } from "./order";
import { askPlatform } from "./send";

const around = async (c: RuleContext, row: { id: string; platformOrderId: string }) => ({
  order: await lockOrder(c, row.platformOrderId, row.id),
});

const submit = transition(csRefund, "submit", {
  lock: async (c, row) => ({
    ...(await around(c, row)),
    rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY"),
  }),
  guard({ row, order }, { caller }) {
    if (row.createBy !== caller.userId && row.ownerId !== caller.userId)
      throw forbidden("只能提交本人负责的单据");
    requireRoom(order, row);
    requireEvidence(row);
  },
  async effect({ sql }, { row, rate }) {
    await sql.query("update cs_refund set exchange_rate = $2, amount_cny = $3 where id = $1", [
      ...[row.id, rate, r2(dec(row.amount).times(dec(rate)))],
    ]);
  },
});

/** Meanwhile the platform may have changed or cancelled the order. */
const approved = transition(csRefund, "approved", {
  lock: around,
  guard: ({ row, order }) => requireRoom(order, row),
});

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
  check: (_scene, { executedTime }) =>
    !!executedTime && executedTime > now() && conflict("退款时间不能晚于现在"),
  async effect(c, { row }, { platformRefundId, executedTime }) {
    await moneyBack(c, row.id, { platformRefundId, executedTime, registerOnly: true });
  },
});

const voided = transition(csRefund, "void", {
  guard: ({ row }) =>
    row.status === "failed" &&
    row.doubtful &&
    "平台没有回答，可能已退款；请重新执行退款，平台已退的登记退款",
});

export const refundTransitions = [submit, approved, execute, register, voided];
