import { patchMany, type RuleContext } from "#backend/engine/documents";
import { createSubmitted } from "#backend/engine/documents/lifecycle/create-submitted";
import type { mergedPayment } from "#documents/finance/merged-payment";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import type { DraftOf, RowOf } from "#documents/kit";

type AskOaMaker = RowOf<typeof payment> | RowOf<typeof mergedPayment>;
type AskOaAsked = Required<Pick<DraftOf<typeof oaPayment>, "sourceType" | "usage" | "items">>;

/** Makes and submits the OA payment that releases the money of a locked payment or merge, to its payee. */
export async function askOa(
  c: RuleContext,
  document: "payment" | "merged_payment",
  maker: AskOaMaker,
  asked: AskOaAsked,
): Promise<{ id: string; no: string }> {
  const { payeeName, accountName, bankName, accountNo, swiftCode } = maker;
  const { id, no, payCurrency, payerAccountId, payMethod } = maker;
  const oa = await createSubmitted(
    c,
    oaPayment,
    { ...asked, payeeName, accountName, bankName, accountNo, swiftCode, payCurrency, payerAccountId, payMethod },
    { owner: { document, id, no } },
  );
  await patchMany(
    c,
    payment,
    (asked.items ?? []).flatMap((l) => l.memberId ?? []),
    { oaPaymentId: oa.id },
  );
  return oa;
}
