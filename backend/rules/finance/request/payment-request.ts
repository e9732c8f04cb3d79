import { paymentRequest } from "#documents/finance/payment-request";
import type { DraftOf } from "#documents/kit";
import { capitals } from "#documents/kit/amount";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { rules } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { askedBills } from "../../logistics/bill/asking";
import { type AskedOrder, askedOrders } from "../../purchase/asking/orders";
import { restoreNumber } from "../pay/account-no";
import { payRest } from "../payment/from-request";
import { fillLines, type Line, requireOne } from "./lines";
import { requestPage } from "./page";
import { payAmountOf, payMoney, payScale } from "./pay-money";
import { accountOf, defaultAccount, requireAccount, requireTyped } from "./payee";
import { prefillRequest } from "./prefill";
import { submit } from "./submit";
import { transitions } from "./transitions";

type Draft = DraftOf<typeof paymentRequest>;

/** Whose money it is: the supplier of the orders, the one chosen, or somebody typed. */
async function fillPayee(
  c: RuleContext,
  whole: Draft,
  first: Pick<AskedOrder, "supplierId" | "companyId" | "currency"> | undefined,
) {
  if (first) {
    if (whole.payeeSupplierId && whole.payeeSupplierId !== first.supplierId)
      throw conflict("一张请款单只能有一个收款方");
    Object.assign(whole, {
      ...{ payeeType: "supplier", payeeSupplierId: first.supplierId },
      ...{ companyId: first.companyId, currency: first.currency },
    });
  }
  if (whole.payeeType === "other") {
    requireTyped(whole);
    return Object.assign(whole, { payeeSupplierId: null, payeeAccountId: null });
  }
  if (!whole.payeeSupplierId) throw invalidAt("payeeSupplierId", "请选择收款供应商");
  const supplier = await c.sql.one<{ name: string }>("select name from supplier where id = $1", [
    whole.payeeSupplierId,
  ]);
  const none = { accountName: null, bankName: null, accountNo: null, swiftCode: null };
  return Object.assign(whole, none, { payeeName: supplier?.name });
}

/** The account that gets it, unless none fits yet: submit asks for one. */
async function fillAccount(c: RuleContext, whole: Draft) {
  if (whole.payeeType === "other") return;
  const chosen = whole.payeeAccountId
    ? requireAccount(whole, await accountOf(c, whole.payeeAccountId))
    : await defaultAccount(c, whole.payeeSupplierId, whole.payCurrency ?? "CNY");
  whole.payeeAccountId = chosen?.id ?? null;
}

/** What follows of the orders and of what was chosen. */
const workedOut = (d: Draft): Draft => ({
  ...{ payeeType: d.payeeType, payeeSupplierId: d.payeeSupplierId, payeeName: d.payeeName },
  ...{ companyId: d.companyId, currency: d.currency, payeeAccountId: d.payeeAccountId },
  ...{ accountName: d.accountName, bankName: d.bankName, accountNo: d.accountNo },
  ...{ swiftCode: d.swiftCode, payCurrency: d.payCurrency },
  ...{ payRateType: d.payRateType, payRate: d.payRate },
});

/** Sums of lines that are filled. */
function totals(lines: readonly Line[]) {
  const amount = sum(lines.map((l) => l.amount));
  const baseAmount = sum(lines.map((l) => r2(dec(l.amount).times(dec(l.rate)))));
  return {
    ...{ amount, unpaidAmount: amount, amountCn: capitals(amount) },
    ...{ baseAmount, baseUnpaid: baseAmount },
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
  },
  enrichOne: requestPage,
  prefill: prefillRequest,
  async beforeSave(c, next, before) {
    restoreNumber(next, before);
    const lines: Line[] = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
    const whole: Draft = { ...before, ...next, items: lines };
    const bills = await askedBills(
      c,
      lines.map((l) => (l.bizType === "bill" ? l.billId : null)),
    );
    const found = await askedOrders(
      c,
      lines.map((l) => l.poId),
    );
    const orders = lines.flatMap((l) => found.get(l.poId ?? "") ?? bills.get(l.billId ?? "") ?? []);
    const first = requireOne(orders);
    await fillPayee(c, whole, first);
    const money = payMoney(whole);
    Object.assign(whole, money);
    await fillAccount(c, whole);
    const rate = await rateOf(c.sql, c.tenantId, whole.currency ?? "CNY");
    fillLines(whole, lines, { orders: found, bills }, { made: !!whole.makerDocument, rate });
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
  },
  transitions: [submit, payRest, ...transitions],
});
