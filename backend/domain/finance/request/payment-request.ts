import { askedBills } from "#backend/domain/logistics/bill/asking";
import { type AskedOrder, askedOrders } from "#backend/domain/purchase/asking/orders";
import {
  createDraft,
  link,
  patch,
  pick,
  type RowSent,
  type RuleContext,
  rules,
  transition,
} from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, sum } from "#backend/platform/values";
import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import type { DraftOf, RowOf } from "#documents/kit";
import { capitals } from "#documents/kit/field/amount";
import { supplier as supplierType } from "#documents/supplier/supplier";
import { askedOpenings, lockOpenings } from "../opening/asking";
import { restoreNumber } from "../pay/account-no";
import { freeOf, usualAccount } from "../payment/request";
import { lockRequest, unpaidOf } from "../settle/state";
import { approvalTrail } from "../trail";
import { fillLines, type RequestLine, requireOne } from "./lines";
import { payAmountOf, payMoney, payScale } from "./pay-money";
import { accountOf, defaultAccount, requireAccount, requireTyped } from "./payee";
import { prefillRequest } from "./prefill";
import { recountRequested, submit } from "./submit";

/** 按余额生成付款单: one payment of what is neither paid nor held by payments. */
const payRest = transition(paymentRequest, "payRest", {
  async lock(c, row) {
    const locked = c.sql.held ? await lockRequest(c, row.id) : row;
    const currency = row.payCurrency ?? row.currency;
    return { locked, currency, account: await usualAccount(c, row.companyId, currency) };
  },
  guard({ locked, currency, account }) {
    if (dec(unpaidOf(locked)).lte(dec(locked.payingAmount))) return "没有可付款金额";
    return !account && `付款主体没有${currency}的付款账户`;
  },
  async effect(c, { row }) {
    const made = await createDraft(c, payment, { requestId: row.id });
    return { paymentNo: made.no };
  },
});

type PaymentRequestRow = RowOf<typeof paymentRequest>;

const lock = async (c: RuleContext, { items }: PaymentRequestRow) => {
  await lockIds(
    c.sql,
    "logistics_bill",
    items.map((l) => l.billId),
  );
  await lockOpenings(
    c,
    items.map((l) => l.openingId),
  );
  await lockIds(
    c.sql,
    "purchase_order",
    items.map((l) => l.poId),
  );
  return {};
};

const busy = ({ paidAmount, payingAmount }: PaymentRequestRow) => dec(paidAmount).gt(0) || dec(payingAmount).gt(0);

/** Withdrawn or rejected: the orders may be asked for once more. */
const returned = transition(paymentRequest, "returned", {
  lock,
  effect: (c, { row }) => recountRequested(c, row.items),
});

const voided = transition(paymentRequest, "void", {
  lock,
  guard: ({ row }) => busy(row) && "已付款或付款中，不能作废",
  effect: (c, { row }) => recountRequested(c, row.items),
});

const toPayment = transition(paymentRequest, "toPayment", {
  guard: ({ row }) => dec(row.unpaidAmount).lte(dec(row.payingAmount)) && "没有可付款金额",
});

/** Number of the first payment of a request that is on its way. */
const payingOf = async ({ sql }: RuleContext, requestId: string) =>
  (
    await sql.one<{ no: string }>(
      `select no from payment where request_id = $1 and del_flag = 0
         and status in ('pending', 'merged', 'oa') order by id limit 1`,
      [requestId],
    )
  )?.no ?? "";

/** 结束付款: what was not paid is given up and may be asked for anew. */
const close = transition(paymentRequest, "close", {
  async lock(c, row) {
    await lock(c, row);
    return { paying: await payingOf(c, row.id) };
  },
  guard({ row, paying }) {
    if (row.makerDocument) return "该请款单不能部分结束";
    return dec(row.payingAmount).gt(0) && `存在付款中的付款单${paying}`;
  },
  async effect(c, { row }) {
    await c.sql.query(
      `update payment_request_line set closed_amount = amount - settled_amount
       where payment_request_id = $1 and del_flag = 0`,
      [row.id],
    );
    await patch(c, paymentRequest, row.id, { unpaidAmount: 0, baseUnpaid: 0 });
    await recountRequested(c, row.items);
  },
});

const transitions = [returned, voided, toPayment, close];

/** What the page of a request shows besides its fields. */
async function requestPage(c: RuleContext, row: RowSent<typeof paymentRequest>): Promise<void> {
  row.trail = await approvalTrail(c, paymentRequest.name, row.id);
}

type PaymentRequestDraft = DraftOf<typeof paymentRequest>;

/** Whose money it is: the supplier of the orders, the one chosen, or somebody typed. */
async function fillPayee(
  c: RuleContext,
  whole: PaymentRequestDraft,
  first: Pick<AskedOrder, "supplierId" | "companyId" | "currency"> | undefined,
) {
  if (first) {
    if (whole.payeeSupplierId && whole.payeeSupplierId !== first.supplierId)
      throw conflict("一张请款单只能有一个收款方");
    Object.assign(whole, {
      payeeType: "supplier",
      payeeSupplierId: first.supplierId,
      companyId: first.companyId,
      currency: first.currency,
    });
  }
  if (whole.payeeType === "other") {
    requireTyped(whole);
    return Object.assign(whole, { payeeSupplierId: null, payeeAccountId: null });
  }
  if (!whole.payeeSupplierId) throw invalidAt("payeeSupplierId", "请选择收款供应商");
  const supplier = await pick(c, supplierType, whole.payeeSupplierId, ["name"]);
  const none = { accountName: null, bankName: null, accountNo: null, swiftCode: null };
  return Object.assign(whole, none, { payeeName: supplier?.name });
}

/** The account that gets it, unless none fits yet: submit asks for one. */
async function fillAccount(c: RuleContext, whole: PaymentRequestDraft) {
  if (whole.payeeType === "other") return;
  const chosen = whole.payeeAccountId
    ? requireAccount(whole, await accountOf(c, whole.payeeAccountId))
    : await defaultAccount(c, whole.payeeSupplierId, whole.payCurrency ?? "CNY");
  whole.payeeAccountId = chosen?.id ?? null;
}

/** What follows of the orders and of what was chosen. */
const workedOut = (d: PaymentRequestDraft): PaymentRequestDraft => ({
  payeeType: d.payeeType,
  payeeSupplierId: d.payeeSupplierId,
  payeeName: d.payeeName,
  companyId: d.companyId,
  currency: d.currency,
  payeeAccountId: d.payeeAccountId,
  accountName: d.accountName,
  bankName: d.bankName,
  accountNo: d.accountNo,
  swiftCode: d.swiftCode,
  payCurrency: d.payCurrency,
  payRateType: d.payRateType,
  payRate: d.payRate,
});

/** Sums of lines that are filled. */
function totals(lines: readonly RequestLine[]) {
  const amount = sum(lines.map((l) => l.amount));
  const baseAmount = sum(lines.map((l) => r2(dec(l.amount).times(dec(l.rate)))));
  return {
    amount,
    unpaidAmount: amount,
    amountCn: capitals(amount),
    baseAmount,
    baseUnpaid: baseAmount,
    payAmount: sum(lines.map((l) => l.payAmount)),
  };
}

const earliest = (orders: readonly { dueDate: string | null }[]) =>
  orders.flatMap((o) => o.dueDate ?? []).sort()[0] ?? null;

/** 请款单 (supply.md 6). */
export const paymentRequestRules = rules(paymentRequest, {
  expressions: {
    overdue: `case when t.expect_pay_date < (now() at time zone 'Asia/Shanghai')::date
      and t.status in ('approved', 'partPaid') then 'yes' end`,
    payable: `case when t.status in ('approved', 'partPaid') and ${freeOf("t")} > 0 then 'yes' end`,
    freeAmount: freeOf("t"),
    baseFree: `round(t.base_amount * ${freeOf("t")} / nullif(t.amount, 0), 2)`,
  },
  enrichOne: requestPage,
  prefill: prefillRequest,
  async beforeSave(c, next, before) {
    restoreNumber(next, before);
    const lines: RequestLine[] = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
    const whole: PaymentRequestDraft = { ...before, ...next, items: lines };
    const bills = await askedBills(
      c,
      lines.map((l) => (l.bizType === "bill" ? l.billId : null)),
    );
    const openings = await askedOpenings(
      c,
      lines.map((l) => (l.bizType === "opening" ? l.openingId : null)),
    );
    const found = await askedOrders(
      c,
      lines.map((l) => l.poId),
    );
    const orders = lines.flatMap(
      (l) => found.get(l.poId ?? "") ?? bills.get(l.billId ?? "") ?? openings.get(l.openingId ?? "") ?? [],
    );
    const first = requireOne(orders);
    await fillPayee(c, whole, first);
    const money = payMoney(whole);
    Object.assign(whole, money);
    await fillAccount(c, whole);
    const rate = await rateOf(c.sql, c.tenantId, whole.currency ?? "CNY");
    fillLines(whole, lines, { orders: found, bills, openings }, { made: !!whole.makerDocument, rate });
    const scale = await payScale(c, money);
    for (const line of lines) line.payAmount = payAmountOf(line.amount ?? "0", money, scale);
    Object.assign(next, workedOut(whole), totals(lines), {
      items: lines,
      dueDate: earliest(orders),
      sourceNos: lines.flatMap((l) => l.bizNo ?? []).join(" "),
    });
  },
  async afterSave(c, id, { items = [] }) {
    const to = { type: paymentRequest.name, id };
    for (const { poId, billId } of items) {
      if (poId) await link(c, { type: "purchase_order", id: poId }, to);
      if (billId) await link(c, { type: "logistics_bill", id: billId }, to);
    }
    const openings = await askedOpenings(
      c,
      items.map((l) => l.openingId),
    );
    for (const { openingId } of openings.values()) await link(c, { type: "opening", id: openingId }, to);
  },
  transitions: [submit, payRest, ...transitions],
});
