import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { link, moveTo, patch, pick, rules, transition } from "#backend/engine/documents";
import { requireUsualRate, saidOfRate } from "#backend/engine/documents/writing/rates";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import type { DraftOf, RowOf } from "#documents/kit";
import { wholeAccount } from "../pay/account-no";
import { askOa } from "../pay/ask-oa";
import { bounceOf, bounceProblem, earlyPayment, ownAccountOf } from "../pay/guards";
import { lockDebts } from "../pay/members";
import { bounceMembers, payMember } from "../pay/pay";
import { bookTransfer, transferProblem } from "../pay/transfer";
import { invoicesIn, requireFirst } from "../pay/twins";
import { holdPaying, settleProblem } from "../settle/settle";
import { lockRequests } from "../settle/state";
import { askedBy, payAmountOf, type RequestAsked, rateFor, requirePayable, usualAccount } from "./request";
import { beyondSingle, paidOn, thresholdOf } from "./threshold";

type TransitionsRow = RowOf<typeof payment>;

const sourceOf = ({ id, no }: TransitionsRow) => ({ document: "payment", id, no });

/**
 * A rate that was typed before is held against the day of the transfer. Of one that the request fixed, who
 * approved that said yes to it: nothing is asked, but what is out of the question stays so.
 */
async function requireRateOfDay(
  c: RuleContext,
  row: TransitionsRow,
  asked: RequestAsked,
  rate: string,
  { paidTime, rateReason }: { paidTime: string; rateReason: string | null },
): Promise<void> {
  const typed = {
    path: "payRate",
    label: payment.fields.payRate.label,
    rate,
    of: asked.payCurrency,
    into: asked.currency,
    day: paidTime.slice(0, 10),
    reason: rateReason ?? row.payRateReason,
    why: "rateReason",
    whyLabel: payment.fields.payRateReason.label,
  };
  if (asked.payRateType !== "request") return requireUsualRate(c, typed);
  const { refused } = await saidOfRate(c, { ...typed, reason: asked.no }, { trusted: true });
  if (refused) throw invalidAt(...refused);
}

const pay = transition(payment, "pay", {
  async lock(c, row) {
    await lockDebts(c, [row]);
    const asked = await askedBy(c, row.requestId);
    const beyond = await settleProblem(c, row.requestId, row.settleAmount ?? "0");
    const over = await thresholdOf(c, row.payCurrency ?? "CNY");
    return { asked, beyond, over, paidToday: await paidOn(c, row, today()) };
  },
  guard({ row, over, beyond }, { caller }) {
    if (row.applicantId === caller.userId) return "申请人不能付款";
    return beyond ?? beyondSingle(over, row.payAmount);
  },
  // The day is that of the transfer, which is typed: what today is too much may be paid yesterday.
  warn: ({ row, over, paidToday, asked: { no, dueDate } }) =>
    beyondSingle(over, row.payAmount, paidToday) ?? earlyPayment([{ requestNo: no, dueDate }]),
  check({ row, asked }, input) {
    const entered = input.payRate ?? row.payRate;
    if (!dec(rateFor(asked, entered)).gt(0)) return invalidAt("payRate", "请输入付款汇率");
    return transferProblem(input, row.payCurrency ?? "CNY");
  },
  async effect(c, { row, asked, over }, input) {
    const payRate = rateFor(asked, input.payRate ?? row.payRate);
    if (payRate) await requireRateOfDay(c, row, asked, payRate, input);
    const payAmount =
      payRate === row.payRate
        ? row.payAmount
        : await payAmountOf(c, asked, { settle: row.settleAmount ?? "0", rate: payRate, id: row.id });
    const before = await paidOn(c, row, input.paidTime.slice(0, 10));
    const refusal = beyondSingle(over, payAmount, before);
    if (refusal) throw conflict(refusal);
    const { payeeName, accountNo, payCurrency, payerAccountId } = row;
    const twin = { payeeName: payeeName ?? "", accountNo, payCurrency: payCurrency ?? "", payAmount };
    await requireFirst(c, [{ ...twin, invoices: invoicesIn(row.invoiceNos) }], [row.id]);
    const account = { payerAccountId: input.payerAccountId ?? payerAccountId, payCurrency: payCurrency ?? "CNY" };
    if (input.payerAccountId) {
      await ownAccountOf(c, input.payerAccountId, account.payCurrency, row);
      await patch(c, payment, row.id, { payerAccountId: account.payerAccountId });
    }
    const booked = await bookTransfer(c, sourceOf(row), account, input);
    const own = { payRate, payAmount, bankFee: input.bankFee ?? "0" };
    await payMember(c, { ...row, ...own, settleAmount: row.settleAmount ?? "0" }, booked);
  },
});

const toOa = transition(payment, "toOa", {
  guard: ({ row }) => !dec(row.payAmount).gt(0) && `付款单${row.no}未填付款汇率`,
  async effect(c, { row }, { usage }) {
    const oa = await askOa(c, "payment", row, {
      sourceType: "payment",
      usage,
      items: [{ memberId: row.id, memberNo: row.no, summary: row.no, amount: row.payAmount }],
    });
    return { oaNo: oa.no };
  },
});

const fail = transition(payment, "fail", {
  async lock(c, row) {
    await lockDebts(c, [row]);
    const oa = await pick(c, oaPayment, row.oaPaymentId, ["no"]);
    return { oaNo: oa?.no };
  },
  guard: ({ oaNo }) => oaNo && `请在OA付款单${oaNo}退票`,
  check: ({ row }, input) => bounceProblem(row, input),
  effect: async (c, { row }, input) => bounceMembers(c, [row], await bounceOf(c, input), "退票"),
});

const voided = transition(payment, "void", {
  async lock(c, row) {
    await lockDebts(c, [row]);
    return {};
  },
  effect: (c, { row }) => holdPaying(c, row.requestId, dec(row.settleAmount).times(-1).toFixed(2)),
});

const unmask = transition(payment, "unmask", wholeAccount);

const transitions = [unmask, pay, toOa, fail, voided];

type PaymentDraft = DraftOf<typeof payment>;

/** Values of a new payment: what is left of a request. @throws Refusal 409 */
async function prefill(c: RuleContext, { requestId }: SourcesOf<typeof payment>): Promise<RuleValues> {
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
const copied = (asked: Awaited<ReturnType<typeof askedBy>>): PaymentDraft => ({
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

async function beforeSave(c: RuleContext, next: PaymentDraft, before?: TransitionsRow): Promise<void> {
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
  const payAmount = await payAmountOf(c, asked, { settle, rate: payRate, id: before?.id });
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
    await patch(c, payment, makerId, { oaPaymentId: null });
    await moveTo(c, payment, makerId, "pending", "OA付款退回");
  },
  transitions,
});
