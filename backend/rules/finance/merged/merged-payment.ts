import { mergedPayment } from "#documents/finance/merged-payment";
import { payment } from "#documents/finance/payment";
import type { DraftOf, RowOf } from "#documents/kit";
import { lockIds } from "../../../db/locks";
import { link } from "../../../documents/around/chain";
import { moveTo } from "../../../documents/lifecycle/move";
import type { MadeEnd, RuleContext, Values } from "../../../documents/rules";
import { rules, type SourcesOf, transition } from "../../../documents/written";
import { askOa } from "../pay/ask-oa";
import { earlyPayment } from "../pay/early";
import { lockMembers, type Member, membersOf } from "../pay/members";
import { wholeAccount } from "../pay/unmask";
import { mergedHeader, requireMembers, shownMember } from "./members";
import { takeOverEnd } from "./oa-end";

type Row = RowOf<typeof mergedPayment>;
type Draft = DraftOf<typeof mergedPayment>;

const idsIn = (lines: Draft["members"]) => (lines ?? []).flatMap((l) => l.paymentId ?? []);

async function prefill(
  c: RuleContext,
  { paymentIds = [] }: SourcesOf<typeof mergedPayment>,
): Promise<Values> {
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

async function beforeSave(c: RuleContext, next: Draft, before?: Row): Promise<Member[]> {
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
  await c.sql.query("update payment set merged_id = null where id = any($1::bigint[])", [ids]);
  await moveTo(c, payment, ids, "pending", why);
}

const members = async (c: RuleContext, row: Row) => ({
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
        ...{ memberId: p.id, memberNo: p.no, amount: p.payAmount },
        summary: `${p.no} ${p.requestNo}`,
      })),
    });
    await c.sql.query("update merged_payment set oa_payment_id = $2 where id = $1", [
      row.id,
      oa.id,
    ]);
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
    await c.sql.query("update payment set merged_id = $2 where id = any($1::bigint[])", [
      added,
      id,
    ]);
    await moveTo(c, payment, added, "merged", "合并付款");
    const to = { type: "merged_payment", id };
    for (const payment of added) await link(c, { type: "payment", id: payment }, to);
  },
  onMadeEnded: (c: RuleContext, made: MadeEnd) => takeOverEnd(c, made),
  transitions: [unmask, submit, voided],
});
