import { payment } from "#documents/finance/payment";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { tieFiles } from "../../../files/tie";
import type { Source } from "../../../stock/types";
import { dec, r2 } from "../../../values/money";
import { settleRequest, unsettleRequest } from "../settle/settle";
import type { Member } from "./members";
import type { Booked } from "./transfer";

const sourceOf = ({ id, no }: Pick<Member, "id" | "no">): Source => ({
  document: "payment",
  id,
  no,
});

interface Paying extends Pick<Member, "id" | "no" | "requestId" | "settleAmount" | "payAmount"> {
  /** Of a single payment, known when it is paid. */
  payRate?: string | null;
  bankFee?: string;
}

/**
 * The one place where money is paid (supply.md 6): a payment, the request behind it, the payables ledger
 * and its orders. Payment and debts are locked (`lockMembers`, `lockDebts`), the transfer is booked.
 */
export async function payMember(c: RuleContext, member: Paying, booked: Booked): Promise<void> {
  const base = r2(dec(member.payAmount).times(booked.baseRate));
  const write = async (owed: string) => {
    await c.sql.query(
      `update payment set paid_time = $2, serial_no = $3, base_rate = $4, base_amount = $5,
         fx_diff = $6, fee_bearer = $7, receipt_files = $8, pay_amount = $9,
         pay_rate = coalesce($10, pay_rate), bank_fee = coalesce($11, bank_fee) where id = $1`,
      [
        ...[member.id, booked.paidTime, booked.serialNo, booked.baseRate, base],
        ...[r2(dec(owed).minus(base)), booked.feeBearer ?? null, booked.receiptFiles],
        ...[member.payAmount, member.payRate ?? null, member.bankFee ?? null],
      ],
    );
    await tieFiles(c, { type: "payment", id: member.id }, booked.receiptFiles);
  };
  await settleRequest(c, member.requestId, {
    source: sourceOf(member),
    amount: member.settleAmount,
    bizDate: booked.bizDate,
    transfer: booked,
    write,
  });
}

/** Payments of one transfer, with their state. */
export async function payMembers(
  c: RuleContext,
  members: readonly Paying[],
  booked: Booked,
  why: string,
): Promise<void> {
  for (const member of members) await payMember(c, member, booked);
  const ids = members.map((m) => m.id);
  await moveTo(c, payment, ids, "paid", why);
}

/** What is said and shown when the bank sent money back. */
export interface Bounce {
  reason: string;
  failDate: string;
  failFiles: readonly string[];
}

/** 退票: takes back exactly what `payMembers` did; the requests wait for money again. */
export async function bounceMembers(
  c: RuleContext,
  members: readonly Pick<Member, "id" | "no" | "requestId">[],
  bounce: Bounce,
  why: string,
): Promise<void> {
  for (const member of members) {
    await unsettleRequest(c, member.requestId, {
      source: sourceOf(member),
      bizDate: bounce.failDate,
    });
    await writeBounce(c, "payment", member.id, bounce);
    // What came back gained and lost nothing.
    await c.sql.query("update payment set fx_diff = 0 where id = $1", [member.id]);
  }
  const ids = members.map((m) => m.id);
  await moveTo(c, payment, ids, "failed", why);
}

/** Keeps what was said when money came back. */
export async function writeBounce(
  c: RuleContext,
  table: "payment" | "merged_payment" | "oa_payment",
  id: string,
  { reason, failDate, failFiles }: Bounce,
): Promise<void> {
  await c.sql.query(
    `update ${table} set fail_reason = $2, fail_date = $3, fail_files = $4 where id = $1`,
    [id, reason, failDate, failFiles],
  );
  await tieFiles(c, { type: table, id }, failFiles);
}
