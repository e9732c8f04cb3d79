import type { RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import type { paymentRequest } from "#documents/finance/payment-request";
import type { DraftOf } from "#documents/kit";

type PayeeDraft = DraftOf<typeof paymentRequest>;

/** An account of a supplier as it stands now. */
export interface PayeeAccount {
  id: string;
  label: string;
  supplierId: string;
  supplierName: string;
  currency: string;
  accountName: string;
  bankName: string;
  accountNo: string;
  swiftCode: string | null;
  enabled: boolean;
}

const SELECT = `select a.id, l.label, a.supplier_id as "supplierId", s.name as "supplierName",
  a.currency, a.account_name as "accountName",
  concat_ws(' ', a.bank_name, a.bank_branch) as "bankName", a.account_no as "accountNo",
  a.swift_code as "swiftCode", a.enabled
  from supplier_account a join supplier s on s.id = a.supplier_id
    left join supplier_account_list l on l.id = a.id
  where s.tenant_id = $1 and a.del_flag = 0`;

/** The account that was chosen. */
export const accountOf = ({ sql, tenantId }: RuleContext, id: string | null | undefined) =>
  id ? sql.one<PayeeAccount>(`${SELECT} and a.id = $2`, [tenantId, id]) : Promise.resolve(undefined);

/** Where a supplier gets this currency unless another account is chosen. */
export const defaultAccount = (
  { sql, tenantId }: RuleContext,
  supplierId: string | null | undefined,
  currency: string,
) =>
  sql.one<PayeeAccount>(
    `${SELECT} and a.supplier_id = $2 and a.currency = $3 and a.enabled
     order by a.is_default desc, a.id limit 1`,
    [tenantId, supplierId ?? null, currency],
  );

/** @throws Refusal when the account is not one of the supplier's, in use and in the pay currency */
export function requireAccount(
  { payeeSupplierId, payCurrency }: Pick<PayeeDraft, "payeeSupplierId" | "payCurrency">,
  account: PayeeAccount | undefined,
): PayeeAccount {
  if (!account) throw invalidAt("payeeAccountId", "请选择收款账户");
  if (account.supplierId !== payeeSupplierId) throw invalidAt("payeeAccountId", "收款账户不是该供应商的账户");
  if (!account.enabled) throw invalidAt("payeeAccountId", "收款账户已停用");
  if (account.currency !== payCurrency) throw conflict("收款账户币种与付款币种不一致");
  return account;
}

/** Where money goes that no supplier gets. @throws Refusal 400 at what is missing */
export function requireTyped(next: PayeeDraft): void {
  for (const [name, message] of [
    ["payeeName", "请输入收款方"],
    ["accountName", "请输入户名"],
    ["bankName", "请输入开户行"],
    ["accountNo", "请输入账号"],
  ] as const)
    if (!next[name]) throw invalidAt(name, message);
}
