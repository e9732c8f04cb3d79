import type { Context } from "../../../http/context";
import { dec } from "../../../values/money";
import { param } from "../../../values/params";
import { rateOf } from "../../../values/rates";

interface Threshold {
  limit: string;
  /** CNY per unit of what is paid, today. */
  rate: string;
}

/** From what amount in CNY on the OA releases money, and what a currency is worth today. */
export async function thresholdOf(
  { sql, tenantId }: Pick<Context, "sql" | "tenantId">,
  payCurrency: string,
): Promise<Threshold> {
  const limit = await param(sql, tenantId, "oa_payment_threshold");
  return { limit, rate: await rateOf(sql, tenantId, payCurrency) };
}

/** Why so much is not paid by a single payment. */
export const beyondSingle = ({ limit, rate }: Threshold, payAmount: string) =>
  dec(payAmount).times(rate).round(2).gte(dec(limit)) &&
  `金额达到${dec(limit).toString()}元须走OA付款`;
