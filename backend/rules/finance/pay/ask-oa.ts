import type { mergedPayment } from "#documents/finance/merged-payment";
import { oaPayment } from "#documents/finance/oa-payment";
import type { payment } from "#documents/finance/payment";
import type { DraftOf, RowOf } from "#documents/kit";
import { createSubmitted } from "../../../documents/lifecycle/create-submitted";
import type { RuleContext } from "../../../documents/rules";

type Maker = RowOf<typeof payment> | RowOf<typeof mergedPayment>;
type Asked = Required<Pick<DraftOf<typeof oaPayment>, "sourceType" | "usage" | "items">>;

/** Makes and submits the OA payment that releases the money of a locked payment or merge, to its payee. */
export async function askOa(
  c: RuleContext,
  document: "payment" | "merged_payment",
  maker: Maker,
  asked: Asked,
): Promise<{ id: string; no: string }> {
  const { payeeName, accountName, bankName, accountNo, swiftCode } = maker;
  const { id, no, payCurrency, payerAccountId, payMethod } = maker;
  const oa = await createSubmitted(
    c,
    oaPayment,
    {
      ...asked,
      ...{ payeeName, accountName, bankName, accountNo, swiftCode },
      ...{ payCurrency, payerAccountId, payMethod },
    },
    { owner: { document, id, no } },
  );
  await c.sql.query("update payment set oa_payment_id = $2 where id = any($1::bigint[])", [
    (asked.items ?? []).flatMap((l) => l.memberId ?? []),
    oa.id,
  ]);
  return oa;
}
