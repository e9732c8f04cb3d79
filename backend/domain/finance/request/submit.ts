import { askedOpenings, recountOpenings } from "#backend/domain/finance/opening/asking";
import { type AskedBill, askedBills, beyondBill, recountBills } from "#backend/domain/logistics/bill/asking";
import {
  beyondCap,
  creditOf,
  isOrderRequest,
  mayBeAsked,
  notYet,
  sayAmount,
} from "#backend/domain/purchase/asking/caps";
import { type AskedOrder, askedOrders } from "#backend/domain/purchase/asking/orders";
import { claimed, refreshPayment } from "#backend/domain/purchase/order-lines/chain";
import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { patch, type RuleContext, sameAs, transition } from "#backend/engine/documents";
import { BROUGHT } from "#backend/ledgers/payables/checks";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, sum, today } from "#backend/platform/values";
import { requestTypes } from "#documents/finance/payment-pool";
import { paymentRequest } from "#documents/finance/payment-request";
import type { LineOf, RowOf } from "#documents/kit";
import { isMade, requireOne } from "./lines";
import { rateProblem } from "./pay-money";
import { accountOf, requireAccount } from "./payee";

/**
 * requestedAmount of locked orders and bills: what requests that stand ask for them, less what a close gave up.
 * Call it when the state of a request is written.
 */
export async function recountRequested(
  c: RuleContext,
  items: readonly { bizType: string; poId: string | null; billId: string | null; openingId: string | null }[],
): Promise<void> {
  await recountBills(
    c,
    items.map((l) => l.billId),
  );
  await recountOpenings(
    c,
    items.map((l) => l.openingId),
  );
  const ids = [...new Set(items.flatMap((l) => l.poId ?? []))].sort((a, b) => Number(a) - Number(b));
  if (!ids.length) return;
  await lockGoods(c, ids);
  await c.sql.query(
    `update purchase_order o
     set requested_amount = ${claimed("l.amount - l.closed_amount", "l.biz_type = 'po'")} + ${BROUGHT}
     where o.id = any($1::bigint[])`,
    [ids],
  );
  await refreshPayment(c, ids);
}

type RequestSubmitRow = RowOf<typeof paymentRequest>;
type RequestSubmitLine = LineOf<typeof paymentRequest, "items">;
type RequestOrders = ReadonlyMap<string, AskedOrder>;

/** Items of openings stand among bills, which are other debts. */
const openingKey = (id: string | null) => `opening:${id}`;
const debtOf = (bills: ReadonlyMap<string, AskedBill>, line: RequestSubmitLine) =>
  bills.get(line.bizType === "opening" ? openingKey(line.openingId) : (line.billId ?? ""));

/** Orders, locked, and what else a submit looks at. */
async function sceneOf(c: RuleContext, row: RequestSubmitRow) {
  const bills = await askedBills(
    c,
    row.items.map((l) => l.billId),
  );
  const openings = await askedOpenings(
    c,
    row.items.map((l) => l.openingId),
  );
  const orders = await askedOrders(
    c,
    row.items.map((l) => l.poId),
  );
  return {
    orders,
    bills: new Map([...bills, ...[...openings].map(([id, debt]) => [openingKey(id), debt] as const)]),
    account: await accountOf(c, row.payeeAccountId),
    rate: await rateOf(c.sql, c.tenantId, row.currency),
    offRate: await rateProblem(c, row),
  };
}

/** What a line asks for is due and left. @throws Refusal 409 in the words of supply.md */
function requireLine(
  c: Pick<RuleContext, "caller">,
  row: RequestSubmitRow,
  line: RequestSubmitLine,
  order: AskedOrder | undefined,
): void {
  const amount = line.amount ?? "0";
  if (!order) throw conflict("采购单不存在");
  if (!mayBeAsked(order)) throw conflict(`采购单${order.no}未审批，不能请款`);
  if (line.bizType === "offset") {
    const credit = creditOf(order);
    if (dec(amount).times(-1).gt(dec(credit)))
      throw conflict(
        sayAmount(
          c,
          `采购单${order.no}的抵扣金额不能超过应退余额${credit}`,
          `采购单${order.no}的抵扣金额不能超过应退余额`,
        ),
      );
    return;
  }
  const type = row.requestType;
  if (!isOrderRequest(type)) throw conflict("采购单的请款类型须为预付款、尾款、全款或月结");
  const refused = notYet(order, type) ?? beyondCap(c, order, type, amount);
  if (refused) throw conflict(refused);
}

/** What a line asks of a bill is open. @throws Refusal 409 */
function requireBill(line: RequestSubmitLine, bill: AskedBill | undefined): void {
  if (!bill) throw conflict(line.bizType === "opening" ? "期初应付不存在" : "物流账单不存在");
  const refused = beyondBill(bill, line.amount ?? "0");
  if (refused) throw conflict(refused);
}

function requireInvoice({ requestType, invoiceStatus, invoiceReason }: RequestSubmitRow, orders: RequestOrders) {
  const needed = requestType === "balance" || requestType === "monthly";
  const taxed = [...orders.values()].some((o) => o.taxType === "tax");
  if (needed && taxed && invoiceStatus !== "all" && !invoiceReason)
    throw invalidAt("invoiceReason", `${requestTypes[requestType].label}发票未收齐，请填写缺票说明`);
}

const billAsOrder = (bill: AskedBill | undefined) =>
  bill && { ...bill, orderAmount: bill.totalAmount, payableAmount: bill.totalAmount };

/** Amounts in CNY and the account, as they are now, stay with the request. */
async function freeze(
  c: RuleContext,
  row: RequestSubmitRow,
  { orders, bills, account, rate }: Pick<Awaited<ReturnType<typeof sceneOf>>, "orders" | "bills" | "account" | "rate">,
) {
  const lines = row.items.map((l) => {
    const order = orders.get(l.poId ?? "") ?? billAsOrder(debtOf(bills, l));
    return {
      id: l.id,
      amount: l.amount,
      rate: order?.rate ?? rate,
      orderAmount: order?.orderAmount ?? "0",
      payableAmount: order?.payableAmount ?? "0",
      requested: order?.requestedAmount ?? "0",
      paid: order?.paidAmount ?? "0",
    };
  });
  await c.sql.query(
    `update payment_request_line l set rate = x.rate, order_amount = x."orderAmount",
       payable_amount = x."payableAmount", requested_before = x.requested, paid_before = x.paid
     from jsonb_to_recordset($1::jsonb) as x(id bigint, rate numeric, "orderAmount" numeric,
       "payableAmount" numeric, requested numeric, paid numeric) where l.id = x.id`,
    [JSON.stringify(lines)],
  );
  const base = sum(lines.map((l) => r2(dec(l.amount).times(dec(l.rate)))));
  await patch(c, paymentRequest, row.id, {
    baseAmount: base,
    baseUnpaid: base,
    unpaidAmount: sameAs("amount"),
    accountName: account?.accountName ?? undefined,
    bankName: account?.bankName ?? undefined,
    accountNo: account?.accountNo ?? undefined,
    swiftCode: typeof account?.accountName === "string" ? (account.swiftCode ?? null) : undefined,
  });
}

export const submit = transition(paymentRequest, "submit", {
  lock: sceneOf,
  guard({ row, orders, bills, account, offRate }, c) {
    if (row.expectPayDate < today()) throw invalidAt("expectPayDate", "期望付款日不能早于今天");
    requireOne([...orders.values(), ...bills.values()]);
    if (row.payeeType === "supplier") requireAccount(row, account);
    if (dec(row.amount).lte(0)) throw conflict("请款金额须大于0");
    requireInvoice(row, orders);
    for (const line of row.items)
      if (line.bizType === "po" || line.bizType === "offset") requireLine(c, row, line, orders.get(line.poId ?? ""));
      else if (line.bizType === "bill" || (line.bizType === "opening" && !isMade(line, !!row.makerDocument)))
        requireBill(line, debtOf(bills, line));
    return offRate;
  },
  // Before its due date nothing is owed (market.md 17.15).
  warn: ({ row: { dueDate, expectPayDate } }) =>
    dueDate && expectPayDate < dueDate ? `期望付款日${expectPayDate}早于应付到期日${dueDate}，属于提前付款` : undefined,
  async effect(c, { row, orders, bills, account, rate }) {
    await freeze(c, row, { orders, bills, account: row.payeeType === "supplier" ? account : undefined, rate });
    await recountRequested(c, row.items);
  },
});
