import type { Context } from "#backend/platform/http/context";
import { dec, param, r2, rateOf } from "#backend/platform/values";
import type { Payee } from "../pay/members";

type ThresholdPlace = Pick<Context, "sql" | "tenantId">;

interface Threshold {
  limit: string;
  /** CNY per unit of what is paid, today. */
  rate: string;
}

type ThresholdPaid = Payee & { id: string };

/** What a payee, whose payments are locked, got on a day by other payments, merged ones too, in CNY. */
export async function paidOn({ sql, tenantId }: ThresholdPlace, paid: ThresholdPaid, day: string): Promise<string> {
  const row = await sql.one<{ base: string }>(
    `select coalesce(sum(base_amount), 0)::text as base from payment
     where tenant_id = $1 and status = 'paid' and del_flag = 0 and id <> $2
       and (paid_time at time zone 'Asia/Shanghai')::date = $3
       and (payee_supplier_id = $4 or payee_name = $5 or account_no = $6)`,
    [tenantId, paid.id, day, paid.payeeSupplierId ?? null, paid.payeeName, paid.accountNo],
  );
  return row?.base ?? "0";
}

/** From what amount in CNY on the OA releases money, and what a currency is worth today. */
export async function thresholdOf({ sql, tenantId }: ThresholdPlace, payCurrency: string): Promise<Threshold> {
  const limit = await param(sql, tenantId, "oa_payment_threshold");
  return { limit, rate: await rateOf(sql, tenantId, payCurrency) };
}

/** What a payment is worth in CNY today. */
export const worth = ({ rate }: Threshold, payAmount: string): string => r2(dec(payAmount).times(rate));

/** Why so much is not paid by a single payment, alone or with what the payee got that day. */
export function beyondSingle(threshold: Threshold, payAmount: string, paidBefore = "0"): string | undefined {
  const base = dec(worth(threshold, payAmount));
  const limit = dec(threshold.limit);
  const of = `${limit.toString()}元须走OA付款`;
  if (base.gte(limit)) return `金额达到${of}`;
  const all = base.plus(paidBefore);
  return dec(paidBefore).gt(0) && all.gte(limit) ? `当日向同一收款方付款累计${all.toFixed(2)}元，达到${of}` : undefined;
}
