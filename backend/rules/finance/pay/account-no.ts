import { tailOf } from "#documents/kit";
import { invalidAt } from "../../../http/refusal";

interface Account {
  accountNo?: string | null;
}

/**
 * An account number sent back as `**** 1234`, by somebody who sees no more of it, is the one that stands
 * there. @throws Refusal 400 when it ends otherwise
 */
export function restoreNumber(next: Account, before: Account | undefined): void {
  if (!next.accountNo?.startsWith("*")) return;
  if (tailOf(before?.accountNo) !== next.accountNo) throw invalidAt("accountNo", "请输入完整账号");
  next.accountNo = before?.accountNo ?? null;
}
