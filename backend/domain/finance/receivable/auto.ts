import { type Engine, perform } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { payout } from "#documents/finance/receivable/payout";

/** Pairs of one turn at most; the next one goes on. */
const MOST = 1000;

/** A payout and the one receipt that fits it and nothing else. */
interface FittingPair {
  tenantId: string;
  payoutId: string;
  receiptId: string;
  amount: string;
  fee: string;
}

/**
 * What fits (figures.md D.2): the same currency, from the day before the payment to ten days after it,
 * and short of no more than a fee. What a person took apart is not put together again.
 */
const PAIRS = `
  select tenant_id as "tenantId", payout_id as "payoutId", receipt_id as "receiptId",
    amount::text as amount, fee::text as fee
  from (
    select p.tenant_id, p.id as payout_id, r.id as receipt_id, r.left_amount as amount,
      p.left_amount - r.left_amount as fee,
      count(*) over (partition by p.id) as receipts, count(*) over (partition by r.id) as payouts
    from payout p
      join bank_receipt r on r.tenant_id = p.tenant_id and r.currency = p.currency and r.del_flag = 0
        and r.status in ('open', 'part')
        and (r.received_time at time zone 'Asia/Shanghai')::date
          between p.deposit_date - 1 and p.deposit_date + 10
        and p.left_amount - r.left_amount - case when r.status = 'open' then coalesce(r.fee, 0) else 0 end
          between 0 and greatest(20, p.left_amount * 0.01)
    where p.status in ('expected', 'partReceived') and p.del_flag = 0
      and (p.company_account_id is null or p.company_account_id = r.company_account_id)
      and not exists (select 1 from payout_match m
        where m.payout_id = p.id and m.receipt_id = r.id and m.state = 'undone' and m.del_flag = 0)
  ) fit
  where receipts = 1 and payouts = 1
  order by payout_id limit ${MOST}`;

/** Brings receipts of the bank to the payouts that they alone fit, each in a transaction of its own. */
export async function matchReceipts(db: Database, engine: Engine): Promise<void> {
  for (const { tenantId, payoutId, receiptId, amount, fee } of await db.query<FittingPair>(PAIRS)) {
    try {
      await db.tx((sql) =>
        perform(
          { sql, ...systemOf(tenantId), ...engine },
          payout,
          payoutId,
          "match",
          { receiptId, amount, fee },
          { trusted: true },
        ),
      );
    } catch (error) {
      // A person was faster, or a rate is missing: the next turn looks again.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
