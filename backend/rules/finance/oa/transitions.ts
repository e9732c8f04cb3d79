import { oaPayment } from "#documents/finance/oa-payment";
import type { RowOf } from "#documents/kit";
import { lockIds } from "../../../db/locks";
import { tellMaker } from "../../../documents/lifecycle/maker";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { tieFiles } from "../../../files/tie";
import { dec, r2, sum } from "../../../values/money";
import { earlyPayment } from "../pay/early";
import { bounceOf, bounceProblem } from "../pay/guards";
import { lockDebts, lockPayees, type Member, membersOf } from "../pay/members";
import { bounceMembers, payMembers, writeBounce } from "../pay/pay";
import { type Booked, bookTransfer, transferProblem } from "../pay/transfer";
import { invoicesIn, requireFirst } from "../pay/twins";
import { wholeAccount } from "../pay/unmask";
import { settleProblem } from "../settle/settle";

type Row = RowOf<typeof oaPayment>;

const sourceOf = ({ id, no }: Row) => ({ document: "oa_payment", id, no });

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

const idsOf = (row: Row) => row.items.flatMap((l) => l.memberId ?? []);

const changed = (row: Row, members: readonly Member[], state: "merged" | "oa") => {
  if (row.sourceType === "expense") return undefined;
  const stands =
    members.length === row.items.length &&
    members.every((m) => m.status === state && m.oaPaymentId === row.id) &&
    sum(members.map((m) => m.payAmount)) === row.payAmount;
  return stands ? undefined : "来源单已变化，请重新提交";
};

/** State of members while the OA payment is on its way. */
const waiting = (row: Row) => (row.sourceType === "merged" ? "merged" : "oa");

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
async function writeTransfer(c: RuleContext, row: Row, booked: Booked, bankFee: string | null) {
  await c.sql.query(
    `update oa_payment set paid_time = $2, serial_no = $3, base_rate = $4, base_amount = $5,
       bank_fee = $6, fee_bearer = $7, receipt_files = $8 where id = $1`,
    [
      ...[row.id, booked.paidTime, booked.serialNo, booked.baseRate],
      r2(dec(row.payAmount).times(booked.baseRate)),
      ...[bankFee ?? "0", booked.feeBearer ?? null, booked.receiptFiles],
    ],
  );
  await tieFiles(c, { type: "oa_payment", id: row.id }, booked.receiptFiles);
}

/** Everything that it pays is paid for the first time. @throws Question */
async function requireAllFirst(c: RuleContext, row: Row, members: readonly Member[]) {
  const except = members.map((m) => m.id);
  await lockPayees(c, [row]);
  const paying = members.length
    ? members.map((m) => ({ ...m, invoices: invoicesIn(m.invoiceNos) }))
    : [
        {
          ...{ payeeName: row.payeeName, accountNo: row.accountNo },
          ...{ payCurrency: row.payCurrency, payAmount: row.payAmount },
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

export const transitions = [unmask, approved, returned, voided, pay, fail];
