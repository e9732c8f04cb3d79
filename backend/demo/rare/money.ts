import { openingPromoRules } from "#backend/domain/finance/opening-promo/opening-promo";
import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { givenLines } from "#backend/engine/documents/rows";
import { update } from "#backend/engine/documents/writing/write";
import { now, today } from "#backend/platform/values";
import { bankAnswer } from "#documents/finance/bank-answer";
import { mergedPayment } from "#documents/finance/merged-payment";
import { opening } from "#documents/finance/opening";
import { openingPromo } from "#documents/finance/opening-promo";
import { payment } from "#documents/finance/payment";
import { evaRequest } from "#documents/promotion/request";
import { act, approveAll, attempt, draft, personAt, startFrom, whole } from "../acting";
import { merged, type PaymentOpen, pays, transfer } from "../finance/payments";
import { refundTask, tasksOf } from "../promotion/refunds";
import { uploadSample } from "../sample-files";
import { type RarePath, refuse } from "./path";

/** Requests of suppliers that wait for money, the newest first. */
const waiting = ({ sql }: RuleContext, most: number) =>
  sql.query<PaymentOpen>(
    `select r.id, (r.unpaid_amount - r.paying_amount)::text as free, r.base_amount::text as base,
       r.expect_pay_date::text as due, r.currency from payment_request r
     where r.status = 'approved' and r.unpaid_amount > r.paying_amount and r.paying_amount = 0
       and coalesce(r.pay_rate_type, 'request') = 'request' and r.currency = 'CNY' and r.maker_document is null
     order by r.base_amount, r.id limit $1`,
    [most],
  );

const halfOf = ({ free }: PaymentOpen) => String(Math.floor(Number(free) / 2));

/** Some of what waits for its approval may be paid as well. */
async function approveSome(c: RuleContext): Promise<void> {
  const sent = await c.sql.query<{ id: string }>(
    `select id from payment_request where status = 'auditing' and currency = 'CNY' and maker_document is null
       and del_flag = 0 order by id desc limit 5`,
  );
  for (const { id } of sent) await approveAll(c, "payment_request", id);
}

/** A part of a request is paid, the rest waits. */
const partly: RarePath = async (c) => {
  const cashier = await personAt(c, "cashier");
  await approveSome(c);
  const [open] = await waiting(c, 1);
  if (!open) return undefined;
  const { id } = await pays(cashier, open.id, halfOf(open));
  await act(cashier, "payment", id, "pay", await transfer(cashier, `P${id}`));
  return true;
};

/** Transfers of several payments: begun, given up, released, and sent back by the bank. */
const together: RarePath = async (c) => {
  const cashier = await personAt(c, "cashier");
  for (const [i, open] of (await waiting(c, 4)).entries()) {
    if (i < 2) {
      const parts = [await pays(cashier, open.id, halfOf(open)), await pays(cashier, open.id)];
      const members = parts.map(({ id }) => ({ paymentId: id }));
      const made = await draft(cashier, mergedPayment, {
        payMethod: "wire",
        plannedDate: today(),
        purpose: "货款分两笔合并支付",
        members,
      });
      if (i) await act(cashier, "merged_payment", made.id, "void", { reason: "改为分开支付" });
      continue;
    }
    const oa = await merged(cashier, open);
    await approveAll(c, "oa_payment", oa);
    if (i === 2) continue;
    await act(cashier, "oa_payment", oa, "pay", await transfer(cashier, oa));
    await act(cashier, "oa_payment", oa, "fail", {
      reason: "收款账号与户名不符，银行退回",
      failFiles: [await uploadSample(cashier, "document", "退票通知.pdf")],
    });
  }
  return true;
};

/** A request of promotion or KOL work is approved and paid. */
async function payRequest(c: RuleContext, requestId: string): Promise<void> {
  const cashier = await personAt(c, "cashier");
  await approveAll(c, "payment_request", requestId);
  const account = await c.sql.one<{ id: string }>(
    `select a.id from company_account a, payment_request r
     where r.id = $1 and a.currency in (coalesce(r.pay_currency, r.currency), 'CNY') and a.enabled and a.del_flag = 0
     order by a.currency = coalesce(r.pay_currency, r.currency) desc, a.id limit 1`,
    [requestId],
  );
  const { id } = await draft(cashier, payment, { requestId, payerAccountId: account?.id });
  await act(cashier, "payment", id, "pay", await transfer(cashier, `T${id}`));
}

/** Pays the first request that documents of this kind, or this one of them, have made. @returns whether there was one */
async function payRequestsOf(c: RuleContext, kind: string, id?: string): Promise<boolean> {
  const asked = await c.sql.one<{ id: string }>(
    `select id from payment_request where maker_document = $1 and ($2::text is null or maker_id = $2)
       and status in ('auditing', 'approved') and del_flag = 0 order by id limit 1`,
    [kind, id ?? null],
  );
  if (asked) await payRequest(c, asked.id);
  return !!asked;
}

/** What was asked for by promotion and KOL work is paid: a fee, a refund, and one of two services. */
const promised: RarePath = async (c) => {
  const promo = await personAt(c, "promo");
  const lead = await personAt(c, "promo_lead");
  const services = await c.sql.query<{ id: string }>(
    "select id from rebate where status = 'draft' and direction = 'pay' and del_flag = 0 order by id limit 2",
  );
  for (const [i, { id: rebateIds }] of services.entries())
    await attempt(c, async () => {
      await act(promo, "rebate", rebateIds, "submit");
      await act(lead, "rebate", rebateIds, "confirm", { note: "与服务商账单一致" });
      if (!i) return true;
      const form = await startFrom(promo, evaRequest, { rebateIds });
      const { id } = await draft({ ...promo, confirmed: true }, evaRequest, form);
      await act(promo, evaRequest.name, id, "submit");
      await approveAll(c, evaRequest.name, id);
      return payRequestsOf(c, evaRequest.name, id);
    });
  for (const { id } of await tasksOf(c.sql))
    if (await attempt(c, async () => (await refundTask(c, id, "auditing")) ?? true)) break;
  for (const kind of ["ads_fee", evaRequest.name]) await attempt(c, () => payRequestsOf(c, kind));
  return true;
};

/** What the bank answered to a list is carried out; of another payment where so much went to its payee on one day. */
const answered: RarePath = async (c) => {
  const cashier = await personAt(c, "cashier");
  const permissions = new Set(["finance_payment_pay"]);
  const bank = { ...cashier, caller: { ...cashier.caller, permissions } };
  const receiptFiles = [await uploadSample(bank, "document", "银行回单.pdf")];
  const run = (list: () => Promise<string>) =>
    attempt(c, async () => {
      await act(bank, "bank_answer", await list(), "run", { receiptFiles });
      return true;
    });
  const found = await c.sql.one<{ id: string }>(
    "select id from bank_answer where status = 'draft' and del_flag = 0 order by id limit 1",
  );
  if (found && (await run(async () => found.id))) return true;
  const open = await c.sql.query<{ no: string }>(
    "select no from payment where status = 'pending' and pay_currency = 'CNY' order by settle_amount, id limit 9",
  );
  for (const { no: payNo } of open) {
    const rows = [{ payNo, serialNo: `ZS-${payNo}`, result: "paid" as const, paidTime: now() }];
    if (await run(async () => (await draft(bank, bankAnswer, { title: `招商银行 ${payNo}`, rows })).id)) return true;
  }
  return undefined;
};

/** What was owed for promotion on the first day: asked for, refused, and paid. */
const broughtAlong: RarePath = async (c) => {
  const staff = await personAt(c, "promo");
  const open = await c.sql.query<{ id: string }>(
    "select id from opening_promo where status = 'open' and del_flag = 0 order by id desc limit 3",
  );
  for (const [i, { id }] of open.entries()) {
    await update(staff, openingPromo, openingPromoRules, await whole(staff, openingPromo, id), {
      payeeName: "Kitchen Daily",
      payeeBank: "PayPal",
      payeeAccount: "pay@kitchen-daily.example",
    });
    await act(staff, openingPromo.name, id, "ask");
    const request = await c.sql.one<{ id: string }>(
      "select id from payment_request where maker_document = 'opening_promo' and maker_id = $1 order by id desc limit 1",
      [id],
    );
    if (!request || !i) continue;
    if (i === 1) {
      await refuse(c, "payment_request", request.id, "收款账号与合同不一致");
      continue;
    }
    await payRequest(c, request.id);
  }
  return true;
};

/** How openings are corrected: begun, on their way, refused, and in force. */
const CORRECTIONS = ["draft", "auditing", "rejected", "approved"] as const;

const corrected: RarePath = async (c) => {
  const finance = { ...(await personAt(c, "finance")), confirmed: true as const };
  const found = await c.sql.query<{ id: string }>(
    "select id from opening where status = 'locked' and kind in ('stock', 'payable', 'prepaid') and del_flag = 0 order by id",
  );
  for (const [i, end] of CORRECTIONS.entries()) {
    const form = await startFrom(finance, opening, { correctsId: found[i % found.length]?.id ?? "" });
    const { id } = await draft(finance, opening, {
      ...form,
      reason: "盘点后发现期初录入有误",
      ...changedBy(form, i + 1),
    });
    if (end === "draft") continue;
    await act(finance, opening.name, id, "propose");
    if (end === "rejected") await refuse(c, opening.name, id, "请附盘点表后重新提交");
    if (end === "approved") await approveAll(c, opening.name, id);
  }
  return true;
};

/** The first line of a correction, changed by so many pieces or units of money. */
function changedBy(form: RuleValues, by: number): RuleValues {
  const [stock, ...stocks] = givenLines(form, "stockFixes") ?? [];
  if (stock) return { stockFixes: [{ ...stock, newGood: Number(stock.oldGood) + by, newValue: undefined }, ...stocks] };
  const [debt, ...debts] = givenLines(form, "debtFixes") ?? [];
  return debt ? { debtFixes: [{ ...debt, newAmount: (Number(debt.oldAmount) + by).toFixed(2) }, ...debts] } : {};
}

export const moneyPaths: readonly RarePath[] = [partly, together, promised, answered, broughtAlong, corrected];
