import { moveTo, patch, type RuleContext } from "#backend/engine/documents";
import type { Source } from "#backend/ledgers/stock";
import { patchRow } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { dec, r2 } from "#backend/platform/values";
import { payment } from "#documents/finance/payment";
import { settleRequest, unsettleRequest } from "../settle/settle";
import type { Member } from "./members";
import type { Booked } from "./transfer";

const sourceOf = ({ id, no }: Pick<Member, "id" | "no">): Source => ({ document: "payment", id, no });

interface PayPaying extends Pick<Member, "id" | "no" | "requestId" | "settleAmount" | "payAmount"> {
  /** Of a single payment, known when it is paid. */
  payRate?: string | null;
  bankFee?: string;
}

/**
 * The one place where money is paid (supply.md 6): a payment, the request behind it, the payables ledger
 * and its orders. Payment and debts are locked (`lockMembers`, `lockDebts`), the transfer is booked.
 */
export async function payMember(c: RuleContext, member: PayPaying, booked: Booked): Promise<void> {
  const base = r2(dec(member.payAmount).times(booked.baseRate));
  const write = async (owed: string) => {
    await patch(c, payment, member.id, {
      paidTime: booked.paidTime,
      serialNo: booked.serialNo,
      baseRate: booked.baseRate,
      baseAmount: base,
      fxDiff: r2(dec(owed).minus(base)),
      feeBearer: booked.feeBearer ?? null,
      receiptFiles: booked.receiptFiles,
      payAmount: member.payAmount,
      payRate: member.payRate ?? undefined,
      bankFee: member.bankFee ?? undefined,
    });
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
  members: readonly PayPaying[],
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
    await unsettleRequest(c, member.requestId, { source: sourceOf(member), bizDate: bounce.failDate });
    await writeBounce(c, "payment", member.id, bounce);
    // What came back gained and lost nothing.
    await patch(c, payment, member.id, { fxDiff: 0 });
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
  await patchRow(c.sql, table, id, { fail_reason: reason, fail_date: failDate, fail_files: failFiles });
  await tieFiles(c, { type: table, id }, failFiles);
}
