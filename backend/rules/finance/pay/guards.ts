import { requireConfirmed } from "../../../documents/confirmed";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt, type Refusal } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { requireOpenMonth } from "../../../values/open-month";
import type { Bounce } from "./pay";

/** A payment as another one may repeat it. */
interface Paying {
  payeeName: string;
  accountNo: string | null;
  payCurrency: string;
  payAmount: string;
  invoices: readonly string[];
}

/** Numbers of invoices as people write them, one beside the other. */
export const invoicesIn = (text: string | null | undefined): string[] =>
  (text ?? "").split(/[\s,，;；、]+/).filter(Boolean);

/** Paid within 30 days to the same account or payee, the same amount, by single payments or expenses. */
const alike = (c: RuleContext, p: Paying, except: readonly string[]) =>
  c.sql.query<{ no: string; invoices: string | null }>(
    `select no, invoice_nos as invoices from payment
     where tenant_id = $1 and status = 'paid' and del_flag = 0 and pay_currency = $2
       and pay_amount = $3 and paid_time > now() - interval '30 days'
       and (payee_name = $4 or account_no = $5) and not id = any($6::bigint[])
     union all
     select o.no, (select string_agg(l.invoice_no, ' ') from oa_payment_line l
       where l.oa_payment_id = o.id and l.del_flag = 0)
     from oa_payment o
     where o.tenant_id = $1 and o.status = 'paid' and o.del_flag = 0 and o.source_type = 'expense'
       and o.pay_currency = $2 and o.pay_amount = $3 and o.paid_time > now() - interval '30 days'
       and (o.payee_name = $4 or o.account_no = $5)
     order by 1`,
    [c.tenantId, p.payCurrency, p.payAmount, p.payeeName, p.accountNo, except],
  );

/**
 * Asks before the same invoice is paid twice: same payee, amount and invoice within 30 days.
 * @throws Question until the caller says that it is meant so
 */
export async function requireFirst(
  c: RuleContext,
  paying: Paying,
  except: readonly string[] = [],
): Promise<void> {
  if (!paying.invoices.length) return;
  const twin = (await alike(c, paying, except)).find((other) =>
    invoicesIn(other.invoices).some((no) => paying.invoices.includes(no)),
  );
  if (twin)
    requireConfirmed(
      c,
      `30天内已按相同发票向${paying.payeeName}付过相同金额（${twin.no}），确定再次付款吗？`,
    );
}

/** What was given of 退票, with its day. @throws Refusal 400, 409 {yyyy-MM}已关账 */
export async function bounceOf(
  c: RuleContext,
  given: { reason: string; failDate: string | null; failFiles: readonly string[] },
): Promise<Bounce> {
  const failDate = given.failDate ?? today();
  if (failDate > today()) throw invalidAt("failDate", "退票日期不能晚于今天");
  await requireOpenMonth(c, failDate);
  return { ...given, failDate };
}

/** 退票 cannot be before the money was paid. */
export const bounceProblem = (
  { paidTime }: { paidTime: string | null },
  { failDate }: { failDate: string | null },
): Refusal | undefined =>
  failDate && paidTime && failDate < paidTime.slice(0, 10)
    ? invalidAt("failDate", "退票日期不能早于实付日期")
    : undefined;

export interface PayerAccount {
  companyId: string;
  currency: string;
  usable: boolean;
}

/** An account of ours. @throws Refusal 400 */
export async function payerAccountOf(
  { sql, tenantId }: RuleContext,
  id: string | null | undefined,
  payCurrency: string,
  companyId?: string | null,
): Promise<PayerAccount> {
  const account = await sql.one<PayerAccount>(
    `select a.company_id as "companyId", a.currency, a.enabled and k.enabled as usable
     from company_account a join company k on k.id = a.company_id
     where a.id = $1 and a.tenant_id = $2 and a.del_flag = 0`,
    [id ?? null, tenantId],
  );
  if (!account) throw invalidAt("payerAccountId", "请选择付款账户");
  if (!account.usable) throw invalidAt("payerAccountId", "付款账户已停用");
  if (account.currency !== payCurrency)
    throw invalidAt("payerAccountId", "付款账户币种与付款币种不一致");
  if (companyId && account.companyId !== companyId)
    throw invalidAt("payerAccountId", "付款账户不属于付款主体");
  return account;
}
