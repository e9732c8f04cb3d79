import type { RuleContext } from "#backend/engine/documents";
import { conflict, missing } from "#backend/platform/http";
import { dec, round, scaleOf } from "#backend/platform/values";

/** A request as its payments read it. */
export interface RequestAsked {
  id: string;
  no: string;
  status: string;
  payeeSupplierId: string | null;
  payeeName: string;
  accountName: string | null;
  bankName: string | null;
  accountNo: string | null;
  swiftCode: string | null;
  companyId: string;
  currency: string;
  payCurrency: string;
  payRateType: "request" | "pay" | null;
  payRate: string | null;
  amount: string;
  payAmount: string;
  /** Neither paid nor held by payments. */
  free: string;
  /** Units of the base currency per unit of its own, over its lines. */
  rate: string | null;
  invoiceNos: string | null;
  applicantId: string | null;
  expectPayDate: string | null;
  dueDate: string | null;
  sourceNos: string | null;
}

/** What is neither paid nor held by payments, of the request that a statement calls so. */
export const freeOf = (called: string): string => `(${called}.unpaid_amount - ${called}.paying_amount)`;

/** @throws Refusal 404 */
export async function askedBy({ sql, tenantId }: RuleContext, id: unknown): Promise<RequestAsked> {
  const row = await sql.one<RequestAsked>(
    `select r.id, r.no, r.status, r.payee_supplier_id as "payeeSupplierId", r.payee_name as "payeeName",
       r.account_name as "accountName", r.bank_name as "bankName", r.account_no as "accountNo",
       r.swift_code as "swiftCode", r.company_id as "companyId", r.currency,
       coalesce(r.pay_currency, r.currency) as "payCurrency", r.pay_rate_type as "payRateType",
       r.pay_rate::text as "payRate", r.amount::text as amount, coalesce(r.pay_amount, 0)::text as "payAmount",
       ${freeOf("r")}::text as free,
       (select sum(l.amount * l.rate) / nullif(sum(l.amount), 0) from payment_request_line l
         where l.payment_request_id = r.id and l.del_flag = 0)::numeric(18,8)::text as rate,
       r.invoice_nos as "invoiceNos", r.create_by as "applicantId",
       r.expect_pay_date as "expectPayDate", r.due_date as "dueDate", r.source_nos as "sourceNos"
     from payment_request r where r.id = $1 and r.tenant_id = $2 and r.del_flag = 0`,
    [id, tenantId],
  );
  if (!row) throw missing();
  return row;
}

/** @throws Refusal 409 */
export function requirePayable({ no, status }: RequestAsked): void {
  if (status !== "approved" && status !== "partPaid") throw conflict(`请款单${no}状态不是待付款`);
}

/** What living payments of a request settle and pay, without this one. */
async function othersOf({ sql }: RuleContext, requestId: string, except?: string) {
  const row = await sql.one<{ settled: string; paid: string }>(
    `select coalesce(sum(settle_amount), 0)::text as settled,
       coalesce(sum(pay_amount), 0)::text as paid from payment
     where request_id = $1 and status not in ('void', 'failed') and del_flag = 0
       and id is distinct from $2`,
    [requestId, except ?? null],
  );
  return { settled: dec(row?.settled), paid: dec(row?.paid) };
}

/** The rate of a payment: that of its request, or the one that is entered for it. */
export const rateFor = (asked: RequestAsked, entered: string | null | undefined): string | null =>
  asked.payCurrency === asked.currency ? "1.00000000" : asked.payRateType === "pay" ? (entered ?? null) : asked.payRate;

/**
 * What is paid for a part of a locked request, in the currency that is paid; the payment that settles
 * the last of all that was asked for takes what is left of the request's own amount: where a part was
 * given up, nobody does. Without a rate it is not known yet: 0.
 */
export async function payAmountOf(
  c: RuleContext,
  asked: RequestAsked,
  part: { settle: string; rate: string | null; id?: string | undefined },
): Promise<string> {
  const scale = await scaleOf(c, asked.payCurrency);
  if (asked.payCurrency === asked.currency) return round(part.settle, 2);
  if (asked.payRateType === "request") {
    const others = await othersOf(c, asked.id, part.id);
    const rest = dec(asked.payAmount).minus(others.paid);
    if (others.settled.plus(part.settle).eq(asked.amount) && rest.gt(0)) return rest.toFixed(2);
  }
  return part.rate && dec(part.rate).gt(0) ? dec(round(dec(part.settle).div(part.rate), scale)).toFixed(2) : "0.00";
}

/** The account that is proposed: the company's first one in the currency. */
export async function usualAccount({ sql }: RuleContext, companyId: string, currency: string) {
  return sql.one<{ id: string; label: string }>(
    `select id, label from company_account_list
     where company_id = $1 and currency = $2 and usable = 'yes' order by id limit 1`,
    [companyId, currency],
  );
}
