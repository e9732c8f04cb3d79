import {
  createDraft,
  lockRow,
  logMove,
  moveTo,
  patch,
  type RuleContext,
  rules,
  transition,
} from "#backend/engine/documents";
import { remove } from "#backend/engine/documents/writing/write";
import { conflict } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import { payout } from "#documents/finance/receivable/payout";
import { enterPayout, matchTransitions } from "./match";

/** Days after the day of the payment on which it should have arrived. */
const ARRIVES_WITHIN = 5;

/** What a settlement pays out. */
export interface PaidOut {
  settlementId: string;
  settlementNo: string;
  storeId: string;
  currency: string;
  /** What the platform said it pays; none or less than nothing stays there. */
  amount: string;
  depositDate: string;
  /** What the platform calls the settlement. */
  platformNo?: string | null;
  /** As the settlement says it: negative keeps back, positive gives back. */
  reserveAmount?: string;
}

/**
 * The payout of a settlement that is posted: it waits for its money, or what it is short of is carried
 * into the next one.
 * @throws Refusal 409 缺少{currency}在{date}的汇率
 */
export async function makePayout(
  c: RuleContext,
  { settlementId, settlementNo, platformNo, storeId, currency, amount, depositDate, reserveAmount }: PaidOut,
): Promise<{ id: string; no: string }> {
  const rate = await rateOf(c.sql, c.tenantId, currency, depositDate);
  const pays = dec(amount).gt(0);
  const made = await createDraft(c, payout, {
    sourceId: settlementId,
    settlementNo,
    platformNo: platformNo ?? null,
    storeId,
    currency,
    amount,
    depositDate,
    rate,
    bookedCny: r2(dec(amount).times(rate)),
    leftAmount: pays ? amount : "0.00",
    reserveAmount: reserveAmount ?? "0.00",
  });
  if (!pays) await moveTo(c, payout, made.id, "carried", "没有打款，转下期");
  return made;
}

/**
 * Takes the payout of a settlement away that is taken back; there may be none. The settlement is locked.
 * @throws Refusal 409 回款已到账，请先取消匹配
 */
export async function dropPayout(c: RuleContext, settlementId: string): Promise<void> {
  const found = await c.sql.one<{ id: string }>(
    `select t.id from payout t where t.tenant_id = $1 and t.source_id = $2 and t.del_flag = 0`,
    [c.tenantId, settlementId],
  );
  if (!found) return;
  const row = await lockRow(c, payout, found.id, { anyScope: true });
  if (row.status === "partReceived" || row.status === "received") throw conflict("回款已到账，请先取消匹配");
  await remove(c, payout, row);
  await logMove(c, payout, row.id, { action: "结算单撤销", from: row.status });
}

const fail = transition(payout, "fail", {
  async effect(c, { row }, { reason }) {
    await patch(c, payout, row.id, { failDate: today(), failReason: reason, leftAmount: "0.00" });
    // It left and came back: what the platform owes stays, and the ledger says why it is still owed.
    await enterPayout(
      c,
      row,
      [
        { type: "payout", amount: dec(row.amount).times(-1).toFixed(2) },
        { type: "payoutFail", amount: row.amount },
      ],
      today(),
    );
  },
});

/** 回款单 (figures.md D.2). */
export const payoutRules = rules(payout, {
  filters: {
    late: () => ({
      sql: "t.status in ('expected', 'partReceived') and t.deposit_date < ?::date",
      values: [today(-ARRIVES_WITHIN)],
    }),
  },
  transitions: [...matchTransitions, fail],
});
