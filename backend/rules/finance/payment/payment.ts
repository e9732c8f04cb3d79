import { payment } from "#documents/finance/payment";
import type { DraftOf, RowOf } from "#documents/kit";
import { link } from "../../../documents/around/chain";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext, Values } from "../../../documents/rules";
import { rules, type SourcesOf } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { ownAccountOf } from "../pay/guards";
import { lockRequests } from "../settle/lock";
import { holdPaying } from "../settle/settle";
import { askedBy, payAmountOf, rateFor, requirePayable, usualAccount } from "./request";
import { transitions } from "./transitions";

type Draft = DraftOf<typeof payment>;
type Row = RowOf<typeof payment>;

/** Values of a new payment: what is left of a request. @throws Refusal 409 */
async function prefill(c: RuleContext, { requestId }: SourcesOf<typeof payment>): Promise<Values> {
  const [id, more] = requestId ?? [];
  if (!id) return {};
  if (more) throw conflict("一次只能为一张请款单填写付款单，多张请用“按余额生成付款单”");
  const asked = await askedBy(c, id);
  requirePayable(asked);
  if (dec(asked.free).lte(0)) throw conflict("没有可付款金额");
  const account = await usualAccount(c, asked.companyId, asked.payCurrency);
  const foreign = asked.payCurrency !== asked.currency;
  return {
    requestId: id,
    requestName: asked.no,
    payeeName: asked.payeeName,
    settleAmount: asked.free,
    currency: asked.currency,
    payCurrency: asked.payCurrency,
    ...(foreign && { payRate: rateFor(asked, null) }),
    payerAccountId: account?.id,
    payerAccountName: account?.label,
    plannedDate: asked.expectPayDate ?? today(),
  };
}

/** What a payment takes over from its request. */
const copied = (asked: Awaited<ReturnType<typeof askedBy>>): Draft => ({
  payeeSupplierId: asked.payeeSupplierId,
  payeeName: asked.payeeName,
  accountName: asked.accountName,
  bankName: asked.bankName,
  accountNo: asked.accountNo,
  swiftCode: asked.swiftCode,
  companyId: asked.companyId,
  currency: asked.currency,
  payCurrency: asked.payCurrency,
  payRateType: asked.payRateType,
  invoiceNos: asked.invoiceNos,
  applicantId: asked.applicantId,
  requestNo: asked.no,
  sourceNos: asked.sourceNos,
  sourceRate: asked.rate ?? "1",
});

async function beforeSave(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const requestId = before?.requestId ?? next.requestId;
  // What is left of it stays so until this payment holds its part.
  await lockRequests(c, requestId ? [requestId] : []);
  const asked = await askedBy(c, requestId);
  requirePayable(asked);
  const free = dec(asked.free).plus(dec(before?.settleAmount));
  if (free.lte(0)) throw conflict("没有可付款金额");
  const settle = next.settleAmount ?? before?.settleAmount ?? free.toFixed(2);
  if (!dec(settle).gt(0)) throw invalidAt("settleAmount", "核销金额必须大于0");
  const whole = { ...before, ...next };
  whole.payerAccountId ??= (await usualAccount(c, asked.companyId, asked.payCurrency))?.id;
  const { companyId } = asked;
  await ownAccountOf(c, whole.payerAccountId, asked.payCurrency, { companyId });
  const payRate = rateFor(asked, whole.payRate);
  const payAmount = await payAmountOf(c, asked, {
    ...{ settle, rate: payRate, id: before?.id },
  });
  const rate = await rateOf(c.sql, c.tenantId, asked.payCurrency);
  Object.assign(next, copied(asked), {
    settleAmount: dec(settle).toFixed(2),
    payRate,
    payAmount,
    payerAccountId: whole.payerAccountId,
    plannedDate: whole.plannedDate ?? asked.expectPayDate ?? today(),
    baseAmount: r2(dec(payAmount).times(rate)),
  });
  await holdPaying(c, asked.id, dec(settle).minus(dec(before?.settleAmount)).toFixed(2));
}

/** 付款单 (supply.md 6). */
export const paymentRules = rules(payment, {
  prefill,
  // Whoever holds a request or its orders may be about to take a number as well.
  beforeNumber: async (c, { requestId }) => lockRequests(c, requestId ? [requestId] : []),
  beforeSave,
  async afterSave(c, id, next, before) {
    const request = { type: "payment_request", id: String(next.requestId) };
    if (!before) await link(c, request, { type: "payment", id });
  },
  async onMadeEnded(c, { event, makerId }) {
    if (event !== "returned" && event !== "void") return;
    await c.sql.query("update payment set oa_payment_id = null where id = $1", [makerId]);
    await moveTo(c, payment, makerId, "pending", "OA付款退回");
  },
  transitions,
});
