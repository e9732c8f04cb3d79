import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { tellMaker } from "#backend/engine/documents/lifecycle/maker";
import { lockIds } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { invalid } from "#backend/platform/http";
import { dec, r2, rateOf, sum } from "#backend/platform/values";
import { oaPayment } from "#documents/finance/oa-payment";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { capitals } from "#documents/kit/field/amount";
import { restoreNumber, wholeAccount } from "../pay/account-no";
import { bounceOf, bounceProblem, earlyPayment, ownAccountOf } from "../pay/guards";
import { lockDebts, lockPayees, type Member, membersOf } from "../pay/members";
import { bounceMembers, payMembers, writeBounce } from "../pay/pay";
import { type Booked, bookTransfer, transferProblem } from "../pay/transfer";
import { invoicesIn, requireFirst } from "../pay/twins";
import { settleProblem } from "../settle/settle";
import { approvalTrail } from "../trail";

type OaPaymentTransitionsRow = RowOf<typeof oaPayment>;

const sourceOf = ({ id, no }: OaPaymentTransitionsRow) => ({ document: "oa_payment", id, no });

/** The payments that an OA payment stands for are locked before it. */
async function lockFirst(c: RuleContext, id: string): Promise<void> {
  const lines = await c.sql.query<{ memberId: string }>(
    `select member_id as "memberId" from oa_payment_line
     where oa_payment_id = $1 and member_id is not null and del_flag = 0`,
    [id],
  );
  await lockIds(
    c.sql,
    "payment",
    lines.map((l) => l.memberId),
  );
}

const idsOf = (row: OaPaymentTransitionsRow) => row.items.flatMap((l) => l.memberId ?? []);

const changed = (row: OaPaymentTransitionsRow, members: readonly Member[], state: "merged" | "oa") => {
  if (row.sourceType === "expense") return undefined;
  const stands =
    members.length === row.items.length &&
    members.every((m) => m.status === state && m.oaPaymentId === row.id) &&
    sum(members.map((m) => m.payAmount)) === row.payAmount;
  return stands ? undefined : "来源单已变化，请重新提交";
};

/** State of members while the OA payment is on its way. */
const waiting = (row: OaPaymentTransitionsRow) => (row.sourceType === "merged" ? "merged" : "oa");

const approved = transition(oaPayment, "approved", {
  lockFirst,
  lock: async (c, row) => ({ members: await membersOf(c, idsOf(row)) }),
  guard: ({ row, members }) => changed(row, members, waiting(row)),
});
const returned = transition(oaPayment, "returned", { lockFirst });
const voided = transition(oaPayment, "void", { lockFirst });

/** Who approved it, in its last approval. */
const approversOf = async ({ sql, tenantId }: RuleContext, id: string) =>
  (
    await sql.query<{ id: string }>(
      `select distinct t.assignee_id as id from act_task t join act_instance i on i.id = t.instance_id
       where i.tenant_id = $1 and i.biz_type = 'oa_payment' and i.biz_id = $2
         and t.status in ('approved', 'skipped') and t.assignee_id is not null`,
      [tenantId, id],
    )
  ).map((r) => r.id);

/** The bank's words on the OA payment itself. */
async function writeTransfer(c: RuleContext, row: OaPaymentTransitionsRow, booked: Booked, bankFee: string | null) {
  await patch(c, oaPayment, row.id, {
    paidTime: booked.paidTime,
    serialNo: booked.serialNo,
    baseRate: booked.baseRate,
    baseAmount: r2(dec(row.payAmount).times(booked.baseRate)),
    bankFee: bankFee ?? "0",
    feeBearer: booked.feeBearer ?? null,
    receiptFiles: booked.receiptFiles,
  });
  await tieFiles(c, { type: "oa_payment", id: row.id }, booked.receiptFiles);
}

/** Everything that it pays is paid for the first time. @throws Question */
async function requireAllFirst(c: RuleContext, row: OaPaymentTransitionsRow, members: readonly Member[]) {
  const except = members.map((m) => m.id);
  await lockPayees(c, [row]);
  const paying = members.length
    ? members.map((m) => ({ ...m, invoices: invoicesIn(m.invoiceNos) }))
    : [
        {
          payeeName: row.payeeName,
          accountNo: row.accountNo,
          payCurrency: row.payCurrency,
          payAmount: row.payAmount,
          invoices: row.items.flatMap((l) => invoicesIn(l.invoiceNo)),
        },
      ];
  await requireFirst(c, paying, except);
}

const pay = transition(oaPayment, "pay", {
  lockFirst,
  async lock(c, row) {
    const members = await membersOf(c, idsOf(row));
    await lockDebts(c, members);
    const owed: (string | undefined)[] = [];
    for (const m of members) owed.push(await settleProblem(c, m.requestId, m.settleAmount));
    return { members, approvers: await approversOf(c, row.id), beyond: owed.find(Boolean) };
  },
  guard({ row, members, approvers, beyond }, { caller }) {
    if (approvers.includes(caller.userId)) return "审批人不能付款";
    const applicants = members.length ? members.map((m) => m.applicantId) : [row.createBy];
    if (applicants.includes(caller.userId)) return "申请人不能付款";
    return changed(row, members, waiting(row)) ?? beyond;
  },
  warn: ({ members }) => earlyPayment(members),
  check: ({ row }, input) => transferProblem(input, row.payCurrency),
  async effect(c, { row, members }, input) {
    await requireAllFirst(c, row, members);
    const booked = await bookTransfer(c, sourceOf(row), row, input);
    await writeTransfer(c, row, booked, input.bankFee);
    await payMembers(c, members, booked, "OA付款");
    await tellMaker(c, oaPayment, row, "paid");
  },
});

const fail = transition(oaPayment, "fail", {
  lockFirst,
  async lock(c, row) {
    const members = await membersOf(c, idsOf(row));
    await lockDebts(c, members);
    return { members };
  },
  check: ({ row }, input) => bounceProblem(row, input),
  async effect(c, { row, members }, input) {
    const bounce = await bounceOf(c, input);
    await writeBounce(c, "oa_payment", row.id, bounce);
    await bounceMembers(c, members, bounce, "OA付款退票");
    await tellMaker(c, oaPayment, row, "failed", { reason: bounce.reason });
  },
});

const unmask = transition(oaPayment, "unmask", wholeAccount);

const transitions = [unmask, approved, returned, voided, pay, fail];

type OaPaymentDraft = DraftOf<typeof oaPayment>;
type OaPaymentLine = LineDraft<typeof oaPayment, "items">;

/** What an expense needs beyond what every OA payment has. @throws Refusal 400 naming the fields */
function requireExpense(whole: OaPaymentDraft, lines: readonly OaPaymentLine[]): void {
  const wrong: Record<string, string> = {};
  if (!whole.expenseType) wrong.expenseType = "请选择费用类型";
  if (!whole.costDeptId) wrong.costDeptId = "请选择承担部门";
  lines.forEach((line, i) => {
    if (!line.summary) wrong[`items.${i}.summary`] = "请输入费用摘要";
  });
  const [first] = Object.values(wrong);
  if (first) throw invalid(first, wrong);
}

async function beforeSave(c: RuleContext, next: OaPaymentDraft, before?: OaPaymentTransitionsRow): Promise<void> {
  restoreNumber(next, before);
  const made = before?.sourceId ?? next.sourceId;
  if (!made) next.sourceType = "expense";
  if (!before && next.no) next.oaNo ??= `OA-${next.no}`;
  const whole: OaPaymentDraft = { ...before, ...next };
  const lines: readonly OaPaymentLine[] = next.items ?? before?.items ?? [];
  if (!made) requireExpense(whole, lines);
  const currency = whole.payCurrency ?? "CNY";
  const account = await ownAccountOf(c, whole.payerAccountId, currency);
  const payAmount = sum(lines.map((l) => l.amount));
  const rate = await rateOf(c.sql, c.tenantId, currency);
  Object.assign(next, {
    companyId: account.companyId,
    payAmount,
    payAmountCn: capitals(payAmount),
    baseAmount: r2(dec(payAmount).times(rate)),
  });
}

/** OA付款单 (supply.md 6). */
export const oaPaymentRules = rules(oaPayment, {
  beforeSave,
  async enrichOne(c, row) {
    row.trail = await approvalTrail(c, "oa_payment", row.id);
  },
  transitions,
});
