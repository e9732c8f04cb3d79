import type { Extra } from "../../../documents/rules";

/** A row with somebody's account. */
interface Account {
  accountName: string | null;
  accountNo: string | null;
  bankName: string | null;
}

/** What 查看完整账号 answers; the engine keeps who asked and why. */
export const wholeAccount = {
  guard: ({ row }: { row: Account }) => !row.accountNo && "没有收款账号",
  effect: async (_c: unknown, { row }: { row: Account }): Extra => ({
    told: [row.accountName, row.bankName, row.accountNo].filter(Boolean).join("　"),
  }),
};
