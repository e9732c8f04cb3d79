import type { mergedPayment } from "#documents/finance/merged-payment";
import type { DraftOf, LineDraft } from "#documents/kit";
import { conflict } from "../../../http/refusal";
import { sum } from "../../../values/money";
import type { Member } from "../pay/members";

type Line = LineDraft<typeof mergedPayment, "members">;

/** What all members of one transfer have in common. */
const sameFor = (m: Member) =>
  JSON.stringify([
    ...[m.payeeSupplierId, m.payeeName, m.accountName, m.bankName, m.accountNo, m.swiftCode],
    ...[m.payCurrency, m.payerAccountId, m.companyId],
  ]);

/**
 * Payments fit for one transfer. `mine`: the merge that they are on already.
 * @throws Refusal 409 至少选择两张付款单 | 至少保留两张付款单 | 付款单{no}状态不是待付款 | …必须一致
 */
export function requireMembers(
  ids: readonly string[],
  members: readonly Member[],
  mine?: string,
): void {
  if (new Set(ids).size < 2) throw conflict(mine ? "至少保留两张付款单" : "至少选择两张付款单");
  if (new Set(ids).size !== ids.length || members.length !== ids.length)
    throw conflict("付款单重复");
  for (const m of members) {
    const free = m.status === "pending" || (mine && m.status === "merged" && m.mergedId === mine);
    if (!free) throw conflict(`付款单${m.no}状态不是待付款`);
    if (!(Number(m.payAmount) > 0)) throw conflict(`付款单${m.no}未填付款汇率`);
  }
  if (new Set(members.map(sameFor)).size > 1)
    throw conflict("收款账户、付款币种、付款账户必须一致");
}

/** Values of the header that its members make. */
export const mergedHeader = (members: readonly Member[]): DraftOf<typeof mergedPayment> => {
  const [first] = members;
  return {
    payeeSupplierId: first?.payeeSupplierId,
    payeeName: first?.payeeName,
    accountName: first?.accountName,
    bankName: first?.bankName,
    accountNo: first?.accountNo,
    swiftCode: first?.swiftCode,
    companyId: first?.companyId,
    payerAccountId: first?.payerAccountId,
    payCurrency: first?.payCurrency,
    payAmount: sum(members.map((m) => m.payAmount)),
    baseAmount: sum(members.map((m) => m.baseAmount)),
    memberCount: members.length,
    requestNos: members.map((m) => m.requestNo).join(" "),
  };
};

/** What a line says of its payment. */
export const shownMember = (m: Member): Line => ({
  paymentId: m.id,
  requestNo: m.requestNo,
  poNos: m.sourceNos,
  settleAmount: m.settleAmount,
  currency: m.currency,
  payAmount: m.payAmount,
});
