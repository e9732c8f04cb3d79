import type { RuleContext } from "#backend/engine/documents";
import { lockAdvisory, lockIds } from "#backend/platform/db";
import { lockRequests } from "../settle/state";

/** A payment as it is merged, approved and paid. */
export interface Member {
  id: string;
  no: string;
  status: string;
  requestId: string;
  requestNo: string;
  sourceNos: string | null;
  payeeSupplierId: string | null;
  payeeName: string;
  accountName: string | null;
  bankName: string | null;
  accountNo: string | null;
  swiftCode: string | null;
  companyId: string | null;
  payerAccountId: string;
  currency: string;
  settleAmount: string;
  payCurrency: string;
  payAmount: string;
  baseAmount: string;
  invoiceNos: string | null;
  applicantId: string | null;
  mergedId: string | null;
  oaPaymentId: string | null;
  /** When what it settles is due. */
  dueDate: string | null;
}

/** Payments by id, in ascending order. */
export const membersOf = (c: RuleContext, ids: readonly string[]): Promise<Member[]> =>
  c.sql.query<Member>(
    `select id, no, status, request_id as "requestId", request_no as "requestNo",
       source_nos as "sourceNos", payee_supplier_id as "payeeSupplierId", payee_name as "payeeName",
       account_name as "accountName", bank_name as "bankName", account_no as "accountNo",
       swift_code as "swiftCode", company_id as "companyId", payer_account_id as "payerAccountId",
       currency, settle_amount::text as "settleAmount", pay_currency as "payCurrency",
       pay_amount::text as "payAmount", base_amount::text as "baseAmount",
       invoice_nos as "invoiceNos", applicant_id as "applicantId", merged_id as "mergedId",
       oa_payment_id as "oaPaymentId",
       (select r.due_date from payment_request r where r.id = request_id) as "dueDate"
     from payment where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0 order by id`,
    [ids, c.tenantId],
  );

/** The same, locked until the transaction ends. */
export async function lockMembers(c: RuleContext, ids: readonly string[]): Promise<Member[]> {
  await lockIds(c.sql, "payment", ids);
  return membersOf(c, ids);
}

/** Whom money goes to. */
export interface Payee {
  payeeSupplierId?: string | null;
  payeeName: string | null;
  accountNo: string | null;
}

/** Who pays the same payee waits: what was paid to him meanwhile is seen. */
export async function lockPayees(c: RuleContext, payees: readonly Payee[]): Promise<void> {
  if (!c.sql.held) return;
  const keys = payees.flatMap(({ payeeSupplierId, payeeName, accountNo }) =>
    [payeeName, payeeSupplierId && `#${payeeSupplierId}`, accountNo && `@${accountNo}`].filter(Boolean),
  );
  for (const key of [...new Set(keys)].sort()) await lockAdvisory(c.sql, "payee", `${c.tenantId} ${key}`);
}

/** Locks all that paying these payments, or taking it back, touches. */
export async function lockDebts(
  c: RuleContext,
  members: readonly (Pick<Member, "requestId"> & Payee)[],
): Promise<void> {
  if (!c.sql.held) return;
  await lockRequests(
    c,
    members.map((m) => m.requestId),
  );
  await lockPayees(c, members);
}
