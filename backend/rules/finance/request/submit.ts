import { paymentRequest } from "#documents/finance/payment-request";
import { requestTypes } from "#documents/finance/request-words";
import type { LineOf, RowOf } from "#documents/kit";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { type AskedBill, askedBills, beyondBill } from "../../logistics/bill/asking";
import {
  beyondCap,
  creditOf,
  isOrderRequest,
  mayBeAsked,
  notYet,
} from "../../purchase/asking/caps";
import { type AskedOrder, askedOrders } from "../../purchase/asking/orders";
import { sayAmount } from "../../purchase/asking/say";
import { requireOne } from "./lines";
import { rateProblem } from "./pay-money";
import { accountOf, requireAccount } from "./payee";
import { recountRequested } from "./requested";

type Row = RowOf<typeof paymentRequest>;
type Line = LineOf<typeof paymentRequest, "items">;
type Orders = ReadonlyMap<string, AskedOrder>;

/** Orders, locked, and what else a submit looks at. */
async function sceneOf(c: RuleContext, row: Row) {
  const bills = await askedBills(
    c,
    row.items.map((l) => l.billId),
  );
  const orders = await askedOrders(
    c,
    row.items.map((l) => l.poId),
  );
  return {
    ...{ orders, bills },
    account: await accountOf(c, row.payeeAccountId),
    rate: await rateOf(c.sql, c.tenantId, row.currency),
    offRate: await rateProblem(c, row),
  };
}

/** What a line asks for is due and left. @throws Refusal 409 in the words of supply.md */
function requireLine(
  c: Pick<RuleContext, "caller">,
  row: Row,
  line: Line,
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
function requireBill(line: Line, bill: AskedBill | undefined): void {
  if (!bill) throw conflict("物流账单不存在");
  const refused = beyondBill(bill, line.amount ?? "0");
  if (refused) throw conflict(refused);
}

function requireInvoice({ requestType, invoiceStatus, invoiceReason }: Row, orders: Orders) {
  const needed = requestType === "balance" || requestType === "monthly";
  const taxed = [...orders.values()].some((o) => o.taxType === "tax");
  if (needed && taxed && invoiceStatus !== "all" && !invoiceReason)
    throw invalidAt(
      "invoiceReason",
      `${requestTypes[requestType].label}发票未收齐，请填写缺票说明`,
    );
}

const billAsOrder = (bill: AskedBill | undefined) =>
  bill && { ...bill, orderAmount: bill.totalAmount, payableAmount: bill.totalAmount };

/** Amounts in CNY and the account, as they are now, stay with the request. */
async function freeze(
  c: RuleContext,
  row: Row,
  {
    orders,
    bills,
    account,
    rate,
  }: Pick<Awaited<ReturnType<typeof sceneOf>>, "orders" | "bills" | "account" | "rate">,
) {
  const lines = row.items.map((l) => {
    const order = orders.get(l.poId ?? "") ?? billAsOrder(bills.get(l.billId ?? ""));
    return {
      ...{ id: l.id, amount: l.amount, rate: order?.rate ?? rate },
      ...{ orderAmount: order?.orderAmount ?? "0", payableAmount: order?.payableAmount ?? "0" },
      ...{ requested: order?.requestedAmount ?? "0", paid: order?.paidAmount ?? "0" },
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
  await c.sql.query(
    `update payment_request set base_amount = $2, base_unpaid = $2, unpaid_amount = amount,
       account_name = coalesce($3, account_name), bank_name = coalesce($4, bank_name),
       account_no = coalesce($5, account_no), swift_code = case when $3::text is null then swift_code else $6 end
     where id = $1`,
    [
      ...[row.id, base, account?.accountName ?? null, account?.bankName ?? null],
      ...[account?.accountNo ?? null, account?.swiftCode ?? null],
    ],
  );
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
      if (line.bizType === "po" || line.bizType === "offset")
        requireLine(c, row, line, orders.get(line.poId ?? ""));
      else if (line.bizType === "bill") requireBill(line, bills.get(line.billId ?? ""));
    return offRate;
  },
  // Before its due date nothing is owed (market.md 17.15).
  warn: ({ row: { dueDate, expectPayDate } }) =>
    dueDate && expectPayDate < dueDate
      ? `期望付款日${expectPayDate}早于应付到期日${dueDate}，属于提前付款`
      : undefined,
  async effect(c, { row, orders, bills, account, rate }) {
    await freeze(c, row, {
      ...{ orders, bills },
      account: row.payeeType === "supplier" ? account : undefined,
      rate,
    });
    await recountRequested(c, row.items);
  },
});
