import type { Extra } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { tailOf } from "#documents/kit";

/** A row with somebody's account. */
interface UnmaskAccount {
  accountName: string | null;
  accountNo: string | null;
  bankName: string | null;
}

/** What 查看完整账号 answers; the engine keeps who asked and why. */
export const wholeAccount = {
  guard: ({ row }: { row: UnmaskAccount }) => !row.accountNo && "没有收款账号",
  effect: async (_c: unknown, { row }: { row: UnmaskAccount }): Extra => ({
    told: [row.accountName, row.bankName, row.accountNo].filter(Boolean).join("　"),
  }),
};

interface AccountNoAccount {
  accountNo?: string | null;
}

/**
 * An account number sent back as `**** 1234`, by somebody who sees no more of it, is the one that stands
 * there. @throws Refusal 400 when it ends otherwise
 */
export function restoreNumber(next: AccountNoAccount, before: AccountNoAccount | undefined): void {
  if (!next.accountNo?.startsWith("*")) return;
  if (tailOf(before?.accountNo) !== next.accountNo) throw invalidAt("accountNo", "请输入完整账号");
  next.accountNo = before?.accountNo ?? null;
}
