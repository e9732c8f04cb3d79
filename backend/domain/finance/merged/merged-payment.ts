import type { MadeEnd, RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { link, moveTo, patch, patchMany, rules, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { conflict } from "#backend/platform/http";
import { sum } from "#backend/platform/values";
import { mergedPayment } from "#documents/finance/merged-payment";
import { payment } from "#documents/finance/payment";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { wholeAccount } from "../pay/account-no";
import { askOa } from "../pay/ask-oa";
import { earlyPayment } from "../pay/guards";
import { lockMembers, type Member, membersOf } from "../pay/members";
import { writeBounce } from "../pay/pay";

type MergedPaymentLine = LineDraft<typeof mergedPayment, "members">;

/** What all members of one transfer have in common. */
const sameFor = (m: Member) =>
  JSON.stringify([
    m.payeeSupplierId,
    m.payeeName,
    m.accountName,
    m.bankName,
    m.accountNo,
    m.swiftCode,
    m.payCurrency,
    m.payerAccountId,
    m.companyId,
  ]);

/**
 * Payments fit for one transfer. `mine`: the merge that they are on already.
 * @throws Refusal 409 至少选择两张付款单 | 至少保留两张付款单 | 付款单{no}状态不是待付款 | …必须一致
 */
function requireMembers(ids: readonly string[], members: readonly Member[], mine?: string): void {
  if (new Set(ids).size < 2) throw conflict(mine ? "至少保留两张付款单" : "至少选择两张付款单");
  if (new Set(ids).size !== ids.length || members.length !== ids.length) throw conflict("付款单重复");
  for (const m of members) {
    const free = m.status === "pending" || (mine && m.status === "merged" && m.mergedId === mine);
    if (!free) throw conflict(`付款单${m.no}状态不是待付款`);
    if (!(Number(m.payAmount) > 0)) throw conflict(`付款单${m.no}未填付款汇率`);
  }
  if (new Set(members.map(sameFor)).size > 1) throw conflict("收款账户、付款币种、付款账户必须一致");
}

/** Values of the header that its members make. */
const mergedHeader = (members: readonly Member[]): DraftOf<typeof mergedPayment> => {
  const [first] = members;
  return {
    payeeSupplierId: first?.payeeSupplierId,
    payeeName: first?.payeeName,
    accountName: first?.accountName,
    bankName: first?.bankName,
    accountNo: first?.accountNo,
    swiftCode: first?.swiftCode,
    companyId: first?.companyId,
    payerAccountId: first?.payerAccountId,
    payCurrency: first?.payCurrency,
    payAmount: sum(members.map((m) => m.payAmount)),
    baseAmount: sum(members.map((m) => m.baseAmount)),
    memberCount: members.length,
    requestNos: members.map((m) => m.requestNo).join(" "),
  };
};

/** What a line says of its payment. */
const shownMember = (m: Member): MergedPaymentLine => ({
  paymentId: m.id,
  requestNo: m.requestNo,
  poNos: m.sourceNos,
  settleAmount: m.settleAmount,
  currency: m.currency,
  payAmount: m.payAmount,
});

/** What the OA payment knows of its transfer: the merge shows the same. */
async function copyTransfer(c: RuleContext, oaId: string, id: string) {
  const row = await c.sql.one<{ files: string[] }>(
    `update merged_payment m set bank_fee = o.bank_fee, fee_bearer = o.fee_bearer,
       serial_no = o.serial_no, paid_time = o.paid_time, receipt_files = o.receipt_files,
       base_rate = o.base_rate, base_amount = o.base_amount
     from oa_payment o where m.id = $1 and o.id = $2 returning o.receipt_files as files`,
    [id, oaId],
  );
  await tieFiles(c, { type: "merged_payment", id }, row?.files ?? []);
}

/** A merge follows the OA payment that it made: approved, paid, sent back by the bank, or a draft again. */
async function takeOverEnd(c: RuleContext, made: MadeEnd): Promise<void> {
  const { makerId: id, event } = made;
  const to = (state: Parameters<typeof moveTo<typeof mergedPayment>>[3], why: string) =>
    moveTo(c, mergedPayment, id, state, why);
  if (event === "approved") return to("approved", "OA付款通过");
  if (event === "paid") {
    await copyTransfer(c, made.id, id);
    return to("paid", "OA付款");
  }
  if (event === "failed") {
    const row = await c.sql.one<{ reason: string; date: string; files: string[] }>(
      `select fail_reason as reason, fail_date as date, fail_files as files
       from oa_payment where id = $1`,
      [made.id],
    );
    if (row)
      await writeBounce(c, "merged_payment", id, { reason: row.reason, failDate: row.date, failFiles: row.files });
    return to("failed", "OA付款退票");
  }
  await patch(c, mergedPayment, id, { oaPaymentId: null });
  await c.sql.query("update payment set oa_payment_id = null where merged_id = $1", [id]);
  return to("draft", "OA付款退回");
}

type MergedPaymentRow = RowOf<typeof mergedPayment>;
type MergedPaymentDraft = DraftOf<typeof mergedPayment>;

const idsIn = (lines: MergedPaymentDraft["members"]) => (lines ?? []).flatMap((l) => l.paymentId ?? []);

async function prefill(c: RuleContext, { paymentIds = [] }: SourcesOf<typeof mergedPayment>): Promise<RuleValues> {
  if (!paymentIds.length) return {};
  const members = await membersOf(c, [...new Set(paymentIds)]);
  requireMembers([...new Set(paymentIds)], members);
  const planned = await c.sql.one<{ date: string | null; method: string }>(
    `select min(planned_date) as date, min(pay_method) as method from payment
     where id = any($1::bigint[])`,
    [paymentIds],
  );
  return {
    ...mergedHeader(members),
    payMethod: planned?.method,
    plannedDate: planned?.date,
    purpose: `货款 ${members.map((m) => m.requestNo).join(" ")}`.slice(0, 60),
    members: members.map((m) => ({ ...shownMember(m), $paymentId: m.no })),
  };
}

async function beforeSave(c: RuleContext, next: MergedPaymentDraft, before?: MergedPaymentRow): Promise<Member[]> {
  const ids = idsIn(next.members ?? before?.members);
  const members = await lockMembers(c, ids);
  requireMembers(ids, members, before?.id);
  Object.assign(next, mergedHeader(members));
  next.members = ids.flatMap((id) => {
    const member = members.find((m) => m.id === id);
    const line = (next.members ?? before?.members ?? []).find((l) => l.paymentId === id);
    return member ? [{ ...line, ...shownMember(member) }] : [];
  });
  return members;
}

/** Gives payments back to who pays them one by one. */
async function release(c: RuleContext, ids: readonly string[], why: string) {
  await patchMany(c, payment, ids, { mergedId: null });
  await moveTo(c, payment, ids, "pending", why);
}

const members = async (c: RuleContext, row: MergedPaymentRow) => ({
  payments: await lockMembers(c, idsIn(row.members)),
});

const submit = transition(mergedPayment, "submit", {
  lock: members,
  guard({ row, payments }) {
    requireMembers(idsIn(row.members), payments, row.id);
    return mergedHeader(payments).payAmount !== row.payAmount && "成员付款单已变化，请重新保存";
  },
  warn: ({ payments }) => earlyPayment(payments),
  async effect(c, { row, payments }) {
    const oa = await askOa(c, "merged_payment", row, {
      sourceType: "merged",
      usage: `${row.purpose}（合并付款${row.no}，共${payments.length}笔）`,
      items: payments.map((p) => ({
        memberId: p.id,
        memberNo: p.no,
        amount: p.payAmount,
        summary: `${p.no} ${p.requestNo}`,
      })),
    });
    await patch(c, mergedPayment, row.id, { oaPaymentId: oa.id });
    return { oaNo: oa.no };
  },
});

const voided = transition(mergedPayment, "void", {
  lock: members,
  effect: (c, { payments }) =>
    release(
      c,
      payments.map((p) => p.id),
      "取消合并",
    ),
});

const unmask = transition(mergedPayment, "unmask", wholeAccount);

/** 合并付款单 (supply.md 6). */
export const mergedPaymentRules = rules<typeof mergedPayment, Member[]>(mergedPayment, {
  prefill,
  beforeNumber: async (c, next) => lockIds(c.sql, "payment", idsIn(next.members)),
  beforeSave,
  async afterSave(c, id, _next, before, payments) {
    const kept = new Set(payments.map((m) => m.id));
    const left = idsIn(before?.members).filter((member) => !kept.has(member));
    await release(c, left, "移出合并");
    const added = payments.filter((m) => m.mergedId !== id).map((m) => m.id);
    await patchMany(c, payment, added, { mergedId: id });
    await moveTo(c, payment, added, "merged", "合并付款");
    const to = { type: "merged_payment", id };
    for (const payment of added) await link(c, { type: "payment", id: payment }, to);
  },
  onMadeEnded: (c: RuleContext, made: MadeEnd) => takeOverEnd(c, made),
  transitions: [unmask, submit, voided],
});
