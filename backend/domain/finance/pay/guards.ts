import type { RuleContext } from "#backend/engine/documents";
import { invalidAt, type Refusal } from "#backend/platform/http";
import { requireOpenMonth, today } from "#backend/platform/values";
import { someOf } from "#documents/kit";
import type { Bounce } from "./pay";

/** Requests that are named; of more it is said how many. */
const NAMED = 3;

/** What a payment settles: its request, and the day on which that is due. */
interface Due {
  requestNo: string;
  dueDate: string | null;
}

/** What is said of paying before it is due, of one request or of several at once. */
export function earlyPayment(dues: readonly Due[]): string | undefined {
  const early = dues.filter(({ dueDate }) => dueDate && today() < dueDate);
  const [first] = early;
  if (!first) return undefined;
  if (dues.length === 1) return `应付到期日${first.dueDate}未到，属于提前付款`;
  const named = early.map((d) => `请款单${d.requestNo}应付到期日${d.dueDate}`);
  return `${someOf(named, NAMED, "张")}未到，属于提前付款`;
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

export interface OwnAccount {
  companyId: string;
  currency: string;
  usable: boolean;
}

/** Where an account of ours is asked for, and what is said of it. */
const ASKED = {
  pays: { field: "payerAccountId", account: "付款账户", money: "付款币种" },
  receives: { field: "accountId", account: "收款账户", money: "退款币种" },
} as const;

/** An account of ours in this currency. @throws Refusal 400 */
export async function ownAccountOf(
  { sql, tenantId }: RuleContext,
  id: string | null | undefined,
  currency: string,
  { companyId, as = "pays" }: { companyId?: string | null; as?: keyof typeof ASKED } = {},
): Promise<OwnAccount> {
  const asked = ASKED[as];
  const account = await sql.one<OwnAccount>(
    `select a.company_id as "companyId", a.currency, a.enabled and k.enabled as usable
     from company_account a join company k on k.id = a.company_id
     where a.id = $1 and a.tenant_id = $2 and a.del_flag = 0`,
    [id ?? null, tenantId],
  );
  if (!account) throw invalidAt(asked.field, `请选择${asked.account}`);
  if (!account.usable) throw invalidAt(asked.field, `${asked.account}已停用`);
  if (account.currency !== currency) throw invalidAt(asked.field, `${asked.account}币种与${asked.money}不一致`);
  if (companyId && account.companyId !== companyId) throw invalidAt(asked.field, `${asked.account}不属于付款主体`);
  return account;
}
