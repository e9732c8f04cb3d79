import type { paymentRequest } from "#documents/finance/payment-request";
import type { DraftOf } from "#documents/kit";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, round } from "../../../values/money";
import { param } from "../../../values/params";
import { rateOf, scaleOf } from "../../../values/rates";

type Draft = DraftOf<typeof paymentRequest>;

/** How the pay currency is reckoned; without a rate where both are one, or where the payment brings it. */
export interface PayMoney {
  payCurrency: string;
  payRateType: "request" | "pay" | null;
  payRate: string | null;
}

/** @throws Refusal 400 without a rate where two currencies need one */
export function payMoney(whole: Draft): PayMoney {
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

/** What keeps an unusual rate from being used: how far it is from the table, in percent. */
export async function rateProblem(
  c: RuleContext,
  row: Pick<Draft, "currency" | "payCurrency" | "payRate" | "payRateType" | "payRateReason">,
): Promise<string | undefined> {
  if (row.payRateType !== "request" || row.payRateReason) return undefined;
  const rate = (currency: unknown) => rateOf(c.sql, c.tenantId, String(currency), today());
  const table = dec(await rate(row.payCurrency)).div(dec(await rate(row.currency)));
  const off = dec(row.payRate).div(table).minus(1).abs().times(100);
  const most = await param(c.sql, c.tenantId, "pay_rate_tolerance_percent");
  return off.gt(dec(most)) ? `付款汇率与汇率表相差超过${Number(most)}%，请填写汇率说明` : undefined;
}

/** @throws Refusal 409 */
export function requireRate(problem: string | undefined) {
  if (problem) throw conflict(problem);
}
