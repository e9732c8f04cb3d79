import { type DraftOf, type LineDraft, type LineOf, tailOf } from "#documents/kit";
import type { supplier } from "#documents/supplier/supplier";
import { invalid } from "../../http/refusal";
import { dec } from "../../values/money";

type Draft = DraftOf<typeof supplier>;
export type Account = LineDraft<typeof supplier, "accounts">;
type Stored = LineOf<typeof supplier, "accounts">;

/** A refusal that stands at one field. */
export const at = (path: string, message: string) => invalid(message, { [path]: message });

const PERIODS = [30, 45, 60];

/** What kind, country and way of settlement ask for. @throws Refusal 400 */
export function requireTerms(s: Draft) {
  const local = (s.country ?? "CN") === "CN";
  if (s.supplierType === "goods" && local && !s.creditCode)
    throw at("creditCode", "请输入统一社会信用代码");
  if (s.settleMethod === "deposit" && !dec(s.depositRate).gt(0))
    throw at("depositRate", "预付比例须大于0");
  if (s.settleMethod === "monthly" && !PERIODS.includes(s.periodDays ?? 0))
    throw at("periodDays", "月结账期须为30、45或60天");
}

/** Numbers sent back as `**** 1234` are those that stand there. @throws Refusal 400 */
export function restoreNumbers(accounts: readonly Account[], before: readonly Stored[] = []) {
  accounts.forEach((a, i) => {
    if (!a.accountNo?.startsWith("*")) return;
    const old = before.find((b) => b.id === a.id);
    if (!old || tailOf(old.accountNo) !== a.accountNo)
      throw at(`accounts.${i}.accountNo`, "请输入完整账号");
    a.accountNo = old.accountNo;
  });
}

/** @throws Refusal 400: SWIFT for foreign money, one default account per currency */
export function requireAccounts(accounts: readonly Account[]) {
  accounts.forEach((a, i) => {
    if (a.currency !== "CNY" && !a.swiftCode)
      throw at(`accounts.${i}.swiftCode`, "外币账户请输入SWIFT");
  });
  for (const currency of new Set(accounts.map((a) => a.currency)))
    if (accounts.filter((a) => a.currency === currency && a.isDefault).length !== 1)
      throw at("accounts", `${currency}账户须有且只有一个默认账户`);
}
