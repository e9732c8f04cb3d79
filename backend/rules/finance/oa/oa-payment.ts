import { oaPayment } from "#documents/finance/oa-payment";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { capitals } from "#documents/kit/amount";
import type { RuleContext } from "../../../documents/rules";
import { rules } from "../../../documents/written";
import { invalid } from "../../../http/refusal";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { restoreNumber } from "../pay/account-no";
import { ownAccountOf } from "../pay/guards";
import { approvalTrail } from "../trail";
import { transitions } from "./transitions";

type Draft = DraftOf<typeof oaPayment>;
type Row = RowOf<typeof oaPayment>;
type Line = LineDraft<typeof oaPayment, "items">;

/** What an expense needs beyond what every OA payment has. @throws Refusal 400 naming the fields */
function requireExpense(whole: Draft, lines: readonly Line[]): void {
  const wrong: Record<string, string> = {};
  if (!whole.expenseType) wrong.expenseType = "请选择费用类型";
  if (!whole.costDeptId) wrong.costDeptId = "请选择承担部门";
  lines.forEach((line, i) => {
    if (!line.summary) wrong[`items.${i}.summary`] = "请输入费用摘要";
  });
  const [first] = Object.values(wrong);
  if (first) throw invalid(first, wrong);
}

async function beforeSave(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  restoreNumber(next, before);
  const made = before?.sourceId ?? next.sourceId;
  if (!made) next.sourceType = "expense";
  if (!before && next.no) next.oaNo ??= `OA-${next.no}`;
  const whole: Draft = { ...before, ...next };
  const lines: readonly Line[] = next.items ?? before?.items ?? [];
  if (!made) requireExpense(whole, lines);
  const currency = whole.payCurrency ?? "CNY";
  const account = await ownAccountOf(c, whole.payerAccountId, currency);
  const payAmount = sum(lines.map((l) => l.amount));
  const rate = await rateOf(c.sql, c.tenantId, currency);
  Object.assign(next, {
    companyId: account.companyId,
    payAmount,
    payAmountCn: capitals(payAmount),
    baseAmount: r2(dec(payAmount).times(rate)),
  });
}

/** OA付款单 (supply.md 6). */
export const oaPaymentRules = rules(oaPayment, {
  beforeSave,
  async enrichOne(c, row) {
    row.trail = await approvalTrail(c, "oa_payment", row.id);
  },
  transitions,
});
