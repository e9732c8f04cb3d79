import type { RuleContext } from "#backend/engine/documents";
import { saidOfRate } from "#backend/engine/documents/writing/rates";
import { invalidAt } from "#backend/platform/http";
import { dec, round, scaleOf } from "#backend/platform/values";
import { paymentRequest } from "#documents/finance/payment-request";
import type { DraftOf } from "#documents/kit";

type PayMoneyDraft = DraftOf<typeof paymentRequest>;

/** How the pay currency is reckoned; without a rate where both are one, or where the payment brings it. */
export interface PayMoney {
  payCurrency: string;
  payRateType: "request" | "pay" | null;
  payRate: string | null;
}

/** @throws Refusal 400 without a rate where two currencies need one */
export function payMoney(whole: PayMoneyDraft): PayMoney {
  const currency = whole.currency ?? "CNY";
  const payCurrency = whole.payCurrency ?? currency;
  if (payCurrency === currency) return { payCurrency, payRateType: null, payRate: null };
  const { payRateType, payRate } = whole;
  if (!payRateType) throw invalidAt("payRateType", "请选择汇率取值");
  if (payRateType === "pay") return { payCurrency, payRateType, payRate: null };
  if (!payRate || dec(payRate).lte(0)) throw invalidAt("payRate", "请输入付款汇率");
  return { payCurrency, payRateType, payRate };
}

/** An amount in the pay currency: R2(amount / payRate); 0 while the rate is not known. */
export function payAmountOf(amount: string, { payRateType, payRate }: PayMoney, scale: number) {
  if (payRateType === "pay") return "0";
  return payRate ? round(dec(amount).div(dec(payRate)), scale) : round(amount, scale);
}

export const payScale = (c: RuleContext, { payCurrency }: PayMoney) => scaleOf(c, payCurrency);

/** Why the rate of a draft is not used any more: it is held against the day on which it is submitted. */
export async function rateProblem(
  c: RuleContext,
  row: Pick<PayMoneyDraft, "currency" | "payCurrency" | "payRate" | "payRateType" | "payRateReason">,
): Promise<string | undefined> {
  if (row.payRateType !== "request" || !row.payRate) return undefined;
  const { label } = paymentRequest.fields.payRate;
  const typed = {
    path: "payRate",
    label,
    rate: row.payRate,
    of: row.payCurrency ?? "CNY",
    into: row.currency ?? "CNY",
    reason: row.payRateReason,
    why: "payRateReason",
    whyLabel: paymentRequest.fields.payRateReason.label,
  };
  // Whoever typed it had to be allowed to.
  return (await saidOfRate(c, typed, { trusted: true })).refused?.[1];
}
