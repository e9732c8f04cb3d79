import { z } from "zod";
import type { RuleContext } from "#backend/engine/documents";
import { createSubmitted } from "#backend/engine/documents/lifecycle/create-submitted";
import { conflict } from "#backend/platform/http";
import { param, today } from "#backend/platform/values";
import { requestSources } from "#documents/finance/payment-pool";
import { paymentRequest } from "#documents/finance/payment-request";

/** Who gets the money of a request that another document makes. */
export interface PayeeSnapshot {
  payeeName: string;
  accountName: string;
  bankName: string;
  accountNo: string;
  swiftCode?: string | null;
}

/** What is to be paid, and for which document. */
export interface Wanted {
  bizType: "evaRequest" | "kolAdsFee" | "opening";
  payee: PayeeSnapshot;
  currency: string;
  amount: string;
  expectPayDate: string;
}

const transfers = z.object({ paidAmount: z.string(), paidTime: z.string(), receiptFiles: z.array(z.string()) });

/** What the maker of a request is told when it was paid in full (`onMadeEnded`). */
export const transfersOf = (values: unknown): z.output<typeof transfers> => transfers.parse(values);

/** Whoever pays what no order says. @throws Refusal 409 when the parameter names no company in use */
async function payingCompany({ sql, tenantId }: RuleContext): Promise<string> {
  const code = await param(sql, tenantId, "default_pay_company");
  const company = await sql.one<{ id: string }>(
    "select id from company where tenant_id = $1 and code = $2 and enabled and del_flag = 0",
    [tenantId, code],
  );
  if (!company) throw conflict(`系统参数的默认付款主体${code}不存在或已停用`);
  return company.id;
}

/**
 * Makes and submits a request for another document (market.md 0.7), which runs the ordinary approval; the
 * rules of that document hear of its end in `onMadeEnded`: paid in full (its values are paidAmount,
 * paidTime of the last payment, serialNos and receiptFiles of all of them), come back from the bank,
 * rejected, taken back or void.
 * @param starterId who submits it: who started the owner, so that its approver may approve this one too
 */
export async function createPaymentRequest(
  c: RuleContext,
  { bizType, payee, currency, amount, expectPayDate }: Wanted,
  by: { owner: { document: string; id: string; no: string }; starterId?: string },
): Promise<{ id: string; no: string }> {
  const day = today();
  const { owner } = by;
  return createSubmitted(
    c,
    paymentRequest,
    {
      requestType: "other",
      payeeType: "other",
      ...payee,
      companyId: await payingCompany(c),
      currency,
      expectPayDate: expectPayDate < day ? day : expectPayDate,
      items: [
        { bizType, bizId: owner.id, bizNo: owner.no, amount, costDesc: `${requestSources[bizType].label} ${owner.no}` },
      ],
    },
    by,
  );
}
