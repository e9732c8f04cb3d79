import {
  lockRow,
  moveTo,
  NOW,
  patch,
  patchMany,
  pickMany,
  type RuleContext,
  transition,
} from "#backend/engine/documents";
import { insert } from "#backend/engine/documents/writing/write";
import { type PlatAbout, type PlatChange, postPlat } from "#backend/ledgers/receivable/post";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { closedMonth, dec, r2, rateOf, sum, today } from "#backend/platform/values";
import { bankReceipt } from "#documents/finance/receivable/bank-receipt";
import { payout } from "#documents/finance/receivable/payout";
import { payoutMatch } from "#documents/finance/receivable/payout-match";
import type { DraftOf, HeadOf, RowOf } from "#documents/kit";

type PayoutRow = RowOf<typeof payout>;
type BankReceiptRow = HeadOf<typeof bankReceipt>;

/** What is told of a match that stands. */
interface StandingMatch {
  id: string;
  receiptId: string;
  companyAccountId: string;
  amount: string;
  fee: string;
  receiptAmount: string;
  arrivedCny: string;
  feeCny: string;
}

const matchesOf = ({ sql }: RuleContext, payoutId: string): Promise<StandingMatch[]> =>
  sql.query<StandingMatch>(
    `select m.id, m.receipt_id as "receiptId", r.company_account_id as "companyAccountId",
       m.amount::text as amount, m.fee::text as fee, m.receipt_amount::text as "receiptAmount",
       m.arrived_cny::text as "arrivedCny", m.fee_cny::text as "feeCny"
     from payout_match m join bank_receipt r on r.id = m.receipt_id
     where m.payout_id = $1 and m.state = 'matched' and m.del_flag = 0 order by m.id`,
    [payoutId],
  );

/** Enters what a payout did to what the platform owes: at the rate it is booked at, not that of its arrival. */
export function enterPayout(
  c: RuleContext,
  row: PayoutRow,
  entries: readonly PlatChange[],
  day: string,
): Promise<void> {
  const about: PlatAbout = { storeId: row.storeId ?? "", currency: row.currency ?? "", rate: row.rate };
  return postPlat(c, { document: payout.name, id: row.id, no: row.no }, about, entries, day);
}

/** Works out what arrived of a locked payout from its matches, and how far its CNY lies from what was booked. */
async function refreshPayout(c: RuleContext, { id, amount, bookedCny }: PayoutRow): Promise<void> {
  const matches = await matchesOf(c, id);
  const of = (name: "amount" | "fee" | "arrivedCny" | "feeCny") => sum(matches.map((m) => m[name]));
  const gone = dec(of("amount")).plus(of("fee"));
  const booked = gone.eq(amount) ? bookedCny : r2(dec(bookedCny).times(gone).div(amount));
  await patch(c, payout, id, {
    receivedAmount: of("amount"),
    bankFee: of("fee"),
    leftAmount: dec(amount).minus(gone).toFixed(2),
    arrivedCny: of("arrivedCny"),
    feeCny: of("feeCny"),
    fxDiff: matches.length ? dec(of("arrivedCny")).plus(of("feeCny")).minus(booked).toFixed(2) : null,
    companyAccountId: matches.at(-1)?.companyAccountId ?? null,
  });
}

/** So much more, or less, of a locked receipt is matched. */
async function takeOfReceipt(
  c: RuleContext,
  receipt: Pick<BankReceiptRow, "id" | "amount" | "matchedAmount">,
  used: string,
) {
  const matched = dec(receipt.matchedAmount).plus(used);
  const left = dec(receipt.amount).minus(matched);
  await patch(c, bankReceipt, receipt.id, { matchedAmount: matched.toFixed(2), leftAmount: left.toFixed(2) });
  await moveTo(c, bankReceipt, receipt.id, left.eq(0) ? "matched" : matched.gt(0) ? "part" : "open", "回款匹配");
}

interface PayoutMatchAsked {
  amount: string;
  fee: string | null;
  receiptAmount: string | null;
}

/** What a match takes of the receipt, in its currency. @throws Refusal 400, 409 */
function usedOf(row: PayoutRow, receipt: BankReceiptRow, { amount, receiptAmount }: PayoutMatchAsked): string {
  const same = receipt.currency === row.currency;
  if (!same && !receiptAmount) throw invalidAt("receiptAmount", `收款币种为${receipt.currency}，请填写占用的收款金额`);
  if (same && receiptAmount && !dec(receiptAmount).eq(amount))
    throw invalidAt("receiptAmount", "收款与回款币种相同，占用收款金额须等于到账金额");
  const used = dec(receiptAmount ?? amount).toFixed(2);
  if (dec(used).gt(receipt.leftAmount)) throw conflict(`银行收款${receipt.no}只有${receipt.leftAmount}未匹配`);
  return used;
}

/** What arrived and what it cost, in CNY by the rates of the day it arrived. */
async function cnyOf(c: RuleContext, row: PayoutRow, receipt: BankReceiptRow, used: string, fee: string) {
  const day = receipt.receivedTime.slice(0, 10);
  const at = (currency: string | null) => rateOf(c.sql, c.tenantId, currency ?? "", day);
  return {
    arrivedCny: r2(dec(used).times(await at(receipt.currency))),
    feeCny: dec(fee).eq(0) ? "0.00" : r2(dec(fee).times(await at(row.currency))),
  };
}

/** The day of the arrival, or today where nothing is booked to it any more. */
const bookingDay = async (c: RuleContext, day: string) => ((await closedMonth(c, day)) ? today() : day);

const settledBy = ({ amount, fee }: Pick<PayoutMatchAsked, "amount" | "fee">) => dec(amount).plus(dec(fee));

const match = transition(payout, "match", {
  check({ row }, input) {
    const over = settledBy(input).gt(row.leftAmount);
    return over ? invalidAt("amount", `到账与手续费合计超过未到账${row.leftAmount}`) : undefined;
  },
  to: ({ row }, input) => (settledBy(input).eq(row.leftAmount) ? "received" : "partReceived"),
  async effect(c, { row }, input) {
    const receipt = await lockRow(c, bankReceipt, input.receiptId, { anyScope: true });
    const used = usedOf(row, receipt, input);
    const fee = dec(input.fee).toFixed(2);
    const { arrivedCny, feeCny } = await cnyOf(c, row, receipt, used, fee);
    const bizDate = await bookingDay(c, receipt.receivedTime.slice(0, 10));
    const made: DraftOf<typeof payoutMatch> = {
      payoutId: row.id,
      payoutNo: row.no,
      receiptId: receipt.id,
      receiptNo: receipt.no,
      serialNo: receipt.serialNo,
      storeId: row.storeId,
      bizDate,
      currency: row.currency,
      amount: input.amount,
      fee,
      receiptCurrency: receipt.currency,
      receiptAmount: used,
      arrivedCny,
      feeCny,
      // What acts without a person is the job.
      way: c.caller.userId === "0" ? "auto" : "hand",
      state: "matched",
    };
    await insert(c, payoutMatch, {}, made, { workedOut: true });
    await refreshPayout(c, row);
    await takeOfReceipt(c, receipt, used);
    const entries: PlatChange[] = [
      { type: "payout", amount: dec(input.amount).times(-1).toFixed(2) },
      { type: "fee", amount: dec(fee).times(-1).toFixed(2) },
    ];
    await enterPayout(c, row, entries, bizDate);
  },
});

const unmatch = transition(payout, "unmatch", {
  lock: async (c, row) => ({ matches: await matchesOf(c, row.id) }),
  check: ({ matches }, { receiptId }) =>
    receiptId && !matches.some((m) => m.receiptId === receiptId)
      ? invalidAt("receiptId", "这张银行收款没有匹配到本回款单")
      : undefined,
  to: ({ matches }, { receiptId }) =>
    receiptId && matches.some((m) => m.receiptId !== receiptId) ? "partReceived" : "expected",
  async effect(c, { row, matches }, { receiptId, reason }) {
    const undone = matches.filter((m) => !receiptId || m.receiptId === receiptId);
    const receiptIds = [...new Set(undone.map((m) => m.receiptId))];
    await lockIds(c.sql, "bank_receipt", receiptIds);
    await patchMany(
      c,
      payoutMatch,
      undone.map((m) => m.id),
      { state: "undone", undoneTime: NOW, undoneReason: reason },
    );
    await refreshPayout(c, row);
    for (const receipt of await pickMany(c, bankReceipt, receiptIds, ["id", "amount", "matchedAmount"])) {
      const own = undone.filter((m) => m.receiptId === receipt.id).map((m) => m.receiptAmount);
      await takeOfReceipt(c, receipt, dec(sum(own)).times(-1).toFixed(2));
    }
    const entries: PlatChange[] = undone.flatMap((m) => [
      { type: "payout", amount: m.amount },
      { type: "fee", amount: m.fee },
    ]);
    await enterPayout(c, row, entries, today());
  },
});

/** How receipts of the bank and payouts are brought together, and apart again. */
export const matchTransitions = [match, unmatch];
