import type { MadeEnd, RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { conflict } from "#backend/platform/http";
import { openSecret } from "#backend/platform/personal/open";
import { dec } from "#backend/platform/values";
import type { DocumentType, Option } from "#documents/kit";
import { createPaymentRequest, transfersOf, type Wanted } from "./made";

/** What of a document finance pays, and to whom. Its `payeeAccount` is kept sealed. */
export interface PaidByFinance {
  id: string;
  no: string;
  status: string;
  createBy?: string | null;
  currency: string | null;
  amount: string | null;
  expectPayDate: string;
  payeeName: string | null;
  payeeBank: string | null;
  payMethod: string | null;
  /** Number of the request that it made. */
  financeNo: string | null;
  paidTime: string | null;
}

/** What the engine writes into such a document. */
interface FinanceTold {
  financeNo?: string;
  paidTime?: string | null;
  paidAmount?: string;
  voucher?: string[];
}

/** How one kind of document asks finance for money, and what follows from each end of it. */
export interface FinanceAsking<R extends PaidByFinance, S extends string> {
  document: DocumentType;
  bizType: Wanted["bizType"];
  /** What the row is, whole and locked. */
  lock(c: RuleContext, id: string): Promise<R>;
  save(c: RuleContext, id: string, told: FinanceTold): Promise<unknown>;
  /** State in which finance is asked; it is this again when the bank sends the money back. */
  asks: S;
  move(c: RuleContext, id: string, to: S | "paid" | "rejected", why: string): Promise<void>;
  /** Field whose amount is paid, and the document, as sentences name them. */
  words: { amount: string; document: string; missing: string };
  payMethods: Readonly<Record<string, Option>>;
  /** An account as finance writes it. */
  written?(account: string): string;
  /** @param day business day of the payment */
  paid(c: RuleContext, row: R, by: { day: string; time: string; files: string[] }): Promise<void>;
  /** The bank sent it back: it is to be paid once more, and no cost of that day any longer. */
  cameBack(c: RuleContext, row: R, day: string): Promise<void>;
  /** Finance will not pay. @returns who is told, and what besides */
  refused(c: RuleContext, row: R): Promise<{ userIds: readonly (string | null)[]; besides?: string }>;
}

/** A document that finance pays: asking for it, and hearing what became of the request. */
export function asking<R extends PaidByFinance, const S extends string>(own: FinanceAsking<R, S>) {
  const { document, asks, words } = own;
  const { name } = document;
  return {
    /** Asks finance to pay; who made the document is who asks. @throws Refusal 409 without a payee */
    async ask(c: RuleContext, row: R): Promise<void> {
      const account = await openSecret(c.sql, document, "payeeAccount", row.id);
      const { payeeName, payMethod, payeeBank, currency, expectPayDate } = row;
      if (!account || !payeeName || !currency) throw conflict(words.missing);
      const payee = {
        payeeName,
        accountName: payeeName,
        accountNo: own.written?.(account) ?? account,
        bankName: payeeBank || own.payMethods[payMethod ?? ""]?.label || "—",
      };
      const wanted = { bizType: own.bizType, currency, amount: row.amount ?? "0", expectPayDate, payee };
      const by = { owner: { document: name, id: row.id, no: row.no }, starterId: row.createBy ?? c.caller.userId };
      const { no } = await createPaymentRequest(c, wanted, by);
      await own.save(c, row.id, { financeNo: no });
    },

    /** What became of the request that one of them made (`onMadeEnded`). */
    async ended(c: RuleContext, { makerId, no, event, reason, values }: MadeEnd): Promise<void> {
      const row = await own.lock(c, makerId);
      if (row.financeNo !== no) return;
      if (event === "paid" && row.status === asks) {
        const { paidAmount, paidTime, receiptFiles } = transfersOf(values);
        if (!dec(paidAmount).eq(dec(row.amount)))
          throw conflict(`付款金额${dec(paidAmount).toFixed(2)}与${words.amount}${dec(row.amount).toFixed(2)}不一致`);
        await own.move(c, row.id, "paid", "财务付款");
        await own.save(c, row.id, { paidTime, paidAmount, voucher: [...new Set(receiptFiles)] });
        await own.paid(c, row, { day: paidTime.slice(0, 10), time: paidTime, files: receiptFiles });
      }
      if (event === "failed" && row.status === "paid") {
        await own.move(c, row.id, asks, "付款退票");
        await own.save(c, row.id, { paidTime: null, paidAmount: "0", voucher: [] });
        await own.cameBack(c, row, (row.paidTime ?? "").slice(0, 10));
      }
      if ((event === "returned" || event === "void") && row.status === asks) {
        await own.move(c, row.id, "rejected", "财务未通过");
        const { userIds, besides = "" } = await own.refused(c, row);
        await notify(c.sql, {
          tenantId: c.tenantId,
          userIds: userIds.flatMap((id) => id || []),
          title: `${words.document}${row.no}的请款单${no}未通过`,
          pushDescribe: `${besides}${reason || "请款单已撤回或作废"}`,
          bizPath: document.screens.detail?.replace("{id}", row.id),
        });
      }
    },
  };
}
