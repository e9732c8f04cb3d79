import { pick, type RuleContext } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { dec, now, today } from "#backend/platform/values";
import { bankAnswer } from "#documents/finance/bank-answer";
import { mergedPayment } from "#documents/finance/merged-payment";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import { act, approveAll, asSystem, draft, personAt } from "../acting";
import { uploadSample } from "../sample-files";

const BANKS = [
  ["CNY", "招商银行深圳科技园支行", ""],
  ["USD", "中国银行深圳分行", "BKCHCNBJ45A"],
  ["EUR", "中国银行深圳分行", "BKCHCNBJ45A"],
  ["JPY", "三菱日联银行深圳分行", "BOTKCNSHXXX"],
  ["HKD", "汇丰银行（中国）深圳分行", "HSBCCNSHXXX"],
  ["CAD", "汇丰银行（中国）深圳分行", "HSBCCNSHXXX"],
  ["GBP", "汇丰银行（中国）深圳分行", "HSBCCNSHXXX"],
] as const;

/** An account in each currency for every company that has none yet. */
async function insertAccounts(sql: Sql): Promise<void> {
  await sql.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, swift, enabled)
     select c.id, x.n, x.bank, '7559' || lpad(c.id::text, 4, '0') || lpad(x.n::text, 8, '0'),
       x.currency, nullif(x.swift, ''), true
     from company c, jsonb_to_recordset($1::jsonb) as x(n int, currency text, bank text, swift text)
     where c.tenant_id = 1 and c.del_flag = 0 and not exists (
       select 1 from company_account a where a.company_id = c.id and a.del_flag = 0)
     order by c.id, x.n`,
    [JSON.stringify(BANKS.map(([currency, bank, swift], i) => ({ n: i + 1, currency, bank, swift })))],
  );
}

export interface PaymentOpen {
  id: string;
  free: string;
  base: string;
  due: string;
  currency: string;
}

/** Those of which something was due longer ago than yesterday. */
const LONG_DUE = `exists (select from payment_request_line l join ap_open_list a on a.po_id = l.po_id::text
  where l.payment_request_id = r.id and a.base_open > 0 and a.due_date < now()::date - 1)`;

/** So many of them are paid in ways of their own later. */
const KEPT = 8;

/** Requests that wait for money; large ones come last. */
const waiting = ({ sql }: RuleContext) =>
  sql.query<PaymentOpen & { over: boolean }>(
    `select r.id, ${LONG_DUE} as over, (r.unpaid_amount - r.paying_amount)::text as free, r.base_amount::text as base,
       r.expect_pay_date::text as due, r.currency
     from payment_request r
     where r.status = 'approved' and r.unpaid_amount > r.paying_amount
       and coalesce(r.pay_rate_type, 'request') = 'request'
     order by r.base_amount >= 50000, r.id`,
  );

/** Half of an amount in whole units of any currency. */
const half = (amount: string) => dec(amount).div(2).round(0, 0).toFixed(2);

/** What the bank says of a transfer. */
export const transfer = async (c: RuleContext, of: string) => ({
  paidTime: now(),
  serialNo: `BK${today().replaceAll("-", "")}-${of.padStart(4, "0")}`,
  receiptFiles: [await uploadSample(c, "document", "付款回单.pdf")],
});

/** A whole request, or a part of it, as a payment that waits. */
export const pays = (cashier: RuleContext, requestId: string, settleAmount?: string) =>
  draft(cashier, payment, { requestId, ...(settleAmount && { settleAmount }) });

/** A payment that waits is made once it was released. */
export async function payByOa(c: RuleContext, cashier: RuleContext, { id }: { id: string }): Promise<void> {
  await act(cashier, "payment", id, "toOa", { usage: "货款按合同账期付款" });
  const { oaPaymentId: oa } = (await pick(c, payment, id, ["oaPaymentId"])) ?? {};
  if (!oa) return;
  await approveAll(c, "oa_payment", oa);
  await act(cashier, "oa_payment", oa, "pay", await transfer(cashier, oa));
}

/** Two halves of a request in one transfer; answers the OA payment that releases it. */
export async function merged(cashier: RuleContext, { id, free }: PaymentOpen): Promise<string> {
  const parts = [await pays(cashier, id, half(free)), await pays(cashier, id)];
  const made = await draft(cashier, mergedPayment, {
    payMethod: "wire",
    plannedDate: today(),
    purpose: "货款分两笔合并支付",
    members: parts.map((p) => ({ paymentId: p.id })),
  });
  await act(cashier, "merged_payment", made.id, "submit");
  return releaseOf(cashier, made.id);
}

async function releaseOf({ sql }: RuleContext, mergedId: string): Promise<string> {
  const row = await pick({ sql }, mergedPayment, mergedId, ["oaPaymentId"]);
  return row?.oaPaymentId ?? "";
}

const EXPENSES = [
  ["ops", "software", "广告投放工具年费", "深圳云图软件有限公司", "4800.00", "paid"],
  ["buyer", "travel", "供应商验厂差旅费报销", "何采薇", "1260.50", "approved"],
  ["warehouse", "office", "仓库打印耗材采购费用", "深圳办公用品商行", "638.00", "auditing"],
  ["promo", "software", "测评管理工具季度续费", "深圳云图软件有限公司", "1980.00", "auditing"],
  ["kol", "travel", "红人活动现场差旅费报销", "唐若溪", "2310.00", "auditing"],
  ["it_staff", "software", "云服务器与域名年费", "深圳数云科技有限公司", "8600.00", "auditing"],
] as const;

/** Expenses of people, paid or on their way. */
async function expenses(c: RuleContext, cashier: RuleContext) {
  const account = await c.sql.one<{ id: string }>(
    "select id from company_account where currency = 'CNY' order by id limit 1",
  );
  for (const [who, expenseType, usage, payeeName, amount, end] of EXPENSES) {
    const person = await personAt(c, who);
    const made = await draft(person, oaPayment, {
      expenseType,
      usage,
      payeeName,
      accountName: payeeName,
      bankName: "工商银行深圳支行",
      accountNo: `622200001234${amount.replace(".", "")}`,
      costDeptId: person.caller.deptId,
      payCurrency: "CNY",
      payerAccountId: account?.id,
      payMethod: "wire",
      items: [{ summary: usage, amount, invoiceNo: `0440${amount.replace(".", "")}` }],
    });
    await act(person, "oa_payment", made.id, "submit");
    if (end === "auditing") continue;
    await approveAll(c, "oa_payment", made.id);
    if (end === "paid") await act(cashier, "oa_payment", made.id, "pay", await transfer(cashier, made.id));
  }
}

/** What a bank answers to the payment that waits: tried out, and not carried out yet. */
async function answer(cashier: RuleContext, bank: string): Promise<void> {
  const waits = await cashier.sql.one<{ no: string }>(
    "select no from payment where status = 'pending' order by id limit 1",
  );
  if (!waits) return;
  const permissions = new Set(["finance_payment_pay"]);
  nextOrder(cashier.sql);
  await draft({ ...cashier, caller: { ...cashier.caller, permissions } }, bankAnswer, {
    title: `${bank} ${today()}`,
    rows: [
      { payNo: waits.no, serialNo: "ZS-0001", result: "paid", paidTime: now() },
      { payNo: "FK2501010001", serialNo: "ZS-0002", result: "paid", paidTime: now() },
    ],
  });
}

/** Payments, merges and OA payments in their states, for requests that were approved. */
export async function insertPayments(sql: Sql, scale: number): Promise<number> {
  const c = asSystem(sql);
  await insertAccounts(sql);
  const cashier = await personAt(c, "cashier");
  const found = await waiting(c);
  // In a whole company what waits for somebody is not long due.
  const kept = scale === 1 ? found.filter((r) => r.currency === "CNY").slice(0, KEPT) : [];
  const over = found.filter((r) => r.over && scale === 1 && !kept.includes(r));
  const others = found.filter((r) => !over.includes(r) && !kept.includes(r));
  const [whole, waits, both, asked, ...rest] = [...others.slice(0, 4), ...over, ...others.slice(4)];
  nextOrder(sql);
  if (whole) {
    const { id } = await pays(cashier, whole.id);
    await act(cashier, "payment", id, "pay", await transfer(cashier, `F${id}`));
  }
  if (waits) await pays(cashier, waits.id, half(waits.free));
  if (both) {
    const oa = await merged(cashier, both);
    await approveAll(c, "oa_payment", oa);
    await act(cashier, "oa_payment", oa, "pay", await transfer(cashier, oa));
  }
  if (asked) await merged(cashier, asked);
  const large = rest.at(-1);
  for (const [i, request] of rest.slice(0, -1).entries()) {
    const { id: requestId, due, currency } = request;
    // What suppliers abroad wait for stays to be paid at the rate of its day; some of the rest waits as well.
    if (due > today() || currency !== "CNY") continue;
    // All of it on one day: what is paid to one payee then needs a release.
    const made = await pays(cashier, requestId);
    if (i % 4 !== 3 || over.includes(request)) await payByOa(c, cashier, made);
  }
  if (large) {
    const { id } = await pays(cashier, large.id);
    await act(cashier, "payment", id, "toOa", { usage: "大额货款按合同付款" });
  }
  await expenses(c, cashier);
  await answer(cashier, "招商银行");
  await answer(cashier, "中国银行");
  await answer(cashier, "工商银行");
  const row = await sql.one<{ n: number }>("select count(*)::int as n from payment");
  return row?.n ?? 0;
}
