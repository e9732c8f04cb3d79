import type { RuleContext } from "#backend/engine/documents";
import { requireConfirmed } from "#backend/engine/documents/confirmed";
import { dec } from "#backend/platform/values";

/** A payment as another one may repeat it. */
interface TwinPaying {
  payeeName: string;
  accountNo: string | null | undefined;
  payCurrency: string;
  payAmount: string;
  invoices: readonly string[];
}

/** Numbers of invoices as people write them, one beside the other. */
export const invoicesIn = (text: string | null | undefined): string[] =>
  (text ?? "").split(/[\s,，;；、]+/).filter(Boolean);

/** Paid within 30 days to the same account or payee, the same amount, by single payments or expenses. */
const alike = (c: RuleContext, p: TwinPaying, except: readonly string[]) =>
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

/** Two of one transfer that pay the same amount for the same invoice. */
const isTwin = (a: TwinPaying, b: TwinPaying): boolean =>
  dec(a.payAmount).eq(dec(b.payAmount)) && a.invoices.some((no) => b.invoices.includes(no));

/** What was paid before for the same invoice and amount, in words. */
async function paidBefore(c: RuleContext, paying: TwinPaying, except: readonly string[]) {
  if (!paying.invoices.length) return undefined;
  const twin = (await alike(c, paying, except)).find((other) =>
    invoicesIn(other.invoices).some((no) => paying.invoices.includes(no)),
  );
  return twin && `30天内已按相同发票向${paying.payeeName}付过相同金额（${twin.no}）`;
}

/**
 * Asks before the same invoice is paid twice: same payee, amount and invoice within 30 days, or twice in
 * one transfer. Whoever pays the same payee waits (`lockPayees`).
 * @throws Question until the caller says that it is meant so
 */
export async function requireFirst(
  c: RuleContext,
  all: readonly TwinPaying[],
  except: readonly string[] = [],
): Promise<void> {
  const found = new Set<string>();
  for (const [i, paying] of all.entries()) {
    const before = await paidBefore(c, paying, except);
    if (before) found.add(before);
    if (all.slice(0, i).some((other) => isTwin(paying, other)))
      found.add(`本次付款中有${paying.payeeName}相同发票、相同金额的两笔`);
  }
  if (found.size) requireConfirmed(c, `${[...found].join("；")}，确定再次付款吗？`);
}
