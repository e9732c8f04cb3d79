import { payment } from "#documents/finance/payment";
import type { RowOf } from "#documents/kit";
import type { RuleContext } from "../../../documents/rules";
import { requireUsualRate, saidOfRate } from "../../../documents/writing/rates";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { askOa } from "../pay/ask-oa";
import { earlyPayment } from "../pay/early";
import { bounceOf, bounceProblem, ownAccountOf } from "../pay/guards";
import { lockDebts } from "../pay/members";
import { bounceMembers, payMember } from "../pay/pay";
import { bookTransfer, transferProblem } from "../pay/transfer";
import { invoicesIn, requireFirst } from "../pay/twins";
import { wholeAccount } from "../pay/unmask";
import { holdPaying, settleProblem } from "../settle/settle";
import { type Asked, askedBy, payAmountOf, rateFor } from "./request";
import { beyondSingle, paidOn, thresholdOf } from "./threshold";

type Row = RowOf<typeof payment>;

const sourceOf = ({ id, no }: Row) => ({ document: "payment", id, no });

/**
 * A rate that was typed before is held against the day of the transfer. Of one that the request fixed, who
 * approved that said yes to it: nothing is asked, but what is out of the question stays so.
 */
async function requireRateOfDay(
  c: RuleContext,
  row: Row,
  asked: Asked,
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
        : await payAmountOf(c, asked, {
            ...{ settle: row.settleAmount ?? "0", rate: payRate, id: row.id },
          });
    const before = await paidOn(c, row, input.paidTime.slice(0, 10));
    const refusal = beyondSingle(over, payAmount, before);
    if (refusal) throw conflict(refusal);
    const { payeeName, accountNo, payCurrency, payerAccountId } = row;
    const twin = {
      payeeName: payeeName ?? "",
      accountNo,
      payCurrency: payCurrency ?? "",
      payAmount,
    };
    await requireFirst(c, [{ ...twin, invoices: invoicesIn(row.invoiceNos) }], [row.id]);
    const account = {
      payerAccountId: input.payerAccountId ?? payerAccountId,
      payCurrency: payCurrency ?? "CNY",
    };
    if (input.payerAccountId) {
      await ownAccountOf(c, input.payerAccountId, account.payCurrency, row);
      await c.sql.query("update payment set payer_account_id = $2 where id = $1", [
        ...[row.id, account.payerAccountId],
      ]);
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
    const oa = await c.sql.one<{ no: string }>("select no from oa_payment where id = $1", [
      row.oaPaymentId,
    ]);
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

export const transitions = [unmask, pay, toOa, fail, voided];
