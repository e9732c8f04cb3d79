import type { RuleContext } from "../../../documents/rules";
import { invalidAt, type Refusal } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { requireOpenMonth } from "../../../values/open-month";
import type { Bounce } from "./pay";

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
