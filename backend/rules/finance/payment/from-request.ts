import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import { createDraft } from "../../../documents/writing/draft";
import { transition } from "../../../documents/written";
import { dec } from "../../../values/money";
import { lockRequest } from "../settle/lock";
import { unpaidOf } from "../settle/state";
import { usualAccount } from "./request";

/** 按余额生成付款单: one payment of what is neither paid nor held by payments. */
export const payRest = transition(paymentRequest, "payRest", {
  async lock(c, row) {
    const locked = c.sql.held ? await lockRequest(c, row.id) : row;
    const currency = row.payCurrency ?? row.currency;
    return { locked, currency, account: await usualAccount(c, row.companyId, currency) };
  },
  guard({ locked, currency, account }) {
    if (dec(unpaidOf(locked)).lte(dec(locked.payingAmount))) return "没有可付款金额";
    return !account && `付款主体没有${currency}的付款账户`;
  },
  async effect(c, { row }) {
    const made = await createDraft(c, payment, { requestId: row.id });
    return { paymentNo: made.no };
  },
});
