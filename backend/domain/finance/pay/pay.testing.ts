import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import { postPayables } from "#backend/ledgers/payables/post";
import type { Database, Sql } from "#backend/platform/db/sql";
import { now } from "#backend/platform/values/calendar";
import { mergedPayment } from "#documents/finance/merged-payment";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import type { DocumentType } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { testDatabase } from "../../../../tests/harness";

const TYPES = { payment, merged: mergedPayment, oa: oaPayment, request: paymentRequest };
export type Paper = keyof typeof TYPES;

/** A request that is approved: what it asks for, of which orders. */
interface Wanted {
  payCurrency?: string;
  payRate?: string;
  payRateType?: "request" | "pay";
  payAmount?: string;
  invoiceNos?: string;
  payee?: string;
  lines: readonly { amount: string; poId?: string }[];
}

/** Where money is paid: a supplier, our accounts in CNY and USD, rates, and people at work. */
export async function openBank(own?: Database) {
  const db = own ?? (await testDatabase());
  await uploadEvidence(db);
  const id = async (text: string, values: unknown[] = []) => (await db.one<{ id: string }>(text, values))?.id ?? "";
  const companyId = await id(
    `insert into company (code, name, enabled) values ('PAYER', '付款主体', true) returning id`,
  );
  const account = (currency: string) =>
    id(
      `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
       values ($1, 1, '招商银行', $2, $3, true) returning id`,
      [companyId, `75590000${currency}`, currency],
    );
  const accounts = { CNY: await account("CNY"), USD: await account("USD") };
  // At the beginning of a month that of the demonstration would be newer.
  await db.query("delete from exchange_rate where currency = 'USD'");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     values ('USD', current_date - 3, 7.1480, '测试')`,
  );
  const supplierId = await id(
    `insert into supplier (no, name, supplier_type, status, currency, level, create_by, address)
     values ('GY77000001', '收款供应商', 'goods', 'approved', 'CNY', 'B', 1, '深圳') returning id`,
  );
  const people = new Map(
    (
      await db.query<{ id: string; username: string; dept: string }>(
        "select id, username, dept_id as dept from sys_user",
      )
    ).map((u) => [u.username, u]),
  );
  const userId = (who: string) => people.get(who)?.id ?? "";
  const as = (sql: Sql, who: string): RuleContext =>
    actAs(sql, { userId: userId(who), username: who, displayname: who, deptId: people.get(who)?.dept ?? null });

  /** An order whose goods came, worth `payable`. */
  const order = async (no: string, payable: string) => {
    const poId = await id(
      `insert into purchase_order (no, status, supplier_id, company_id, currency, rate, order_amount,
         payable_amount, receipt_amount, base_amount, buyer_id, create_by)
       values ($1, 'executing', $2, $3, 'CNY', 1, $4, $4, $4, $4, $5, $5) returning id`,
      [no, supplierId, companyId, payable, userId("buyer")],
    );
    await db.query(
      `insert into purchase_order_line (purchase_order_id, line_no, sku_id, qty, signed_qty, price,
         amount, tax_rate)
       values ($1, 1, (select min(id) from sku), 1, 1, $2, $2, 0)`,
      [poId, payable],
    );
    await db.tx((sql) =>
      postPayables(
        as(sql, "buyer"),
        { document: "purchase_order", id: poId, no },
        { supplierId, poId, currency: "CNY", rate: "1" },
        [{ type: "receipt", amount: payable }],
      ),
    );
    return poId;
  };

  let serial = 0;
  /** A request that was approved, of the buyer. */
  const request = async (wanted: Wanted) => {
    const total = wanted.lines.reduce((n, l) => n + Math.round(Number(l.amount) * 100), 0) / 100;
    const no = `QK770000${String(++serial).padStart(4, "0")}`;
    const requestId = await id(
      `insert into payment_request (no, status, request_type, payee_type, payee_supplier_id, payee_name,
         account_name, bank_name, account_no, company_id, currency, amount, unpaid_amount,
         base_amount, base_unpaid, pay_currency, pay_rate_type, pay_rate, pay_amount, invoice_nos,
         expect_pay_date, create_by)
       values ($1, 'approved', 'balance', 'supplier', $2, $3, '户名', '工商银行', '62220000001234',
         $4, 'CNY', $5, $5, $5, $5, $6, $7, $8, $9, $10, current_date, $11) returning id`,
      [
        no,
        supplierId,
        wanted.payee ?? "收款供应商",
        companyId,
        total.toFixed(2),
        wanted.payCurrency ?? "CNY",
        wanted.payRateType ?? null,
        wanted.payRate ?? null,
        wanted.payAmount ?? total.toFixed(2),
        wanted.invoiceNos ?? null,
        userId("buyer"),
      ],
    );
    for (const [i, line] of wanted.lines.entries())
      await db.query(
        `insert into payment_request_line (payment_request_id, line_no, biz_type, po_id, amount, rate)
         values ($1, $2, $3, $4, $5, 1)`,
        [requestId, i + 1, line.poId ? "po" : "other", line.poId ?? null, line.amount],
      );
    await db.query(
      `update purchase_order o set requested_amount = requested_amount + l.amount
       from payment_request_line l where l.po_id = o.id and l.payment_request_id = $1`,
      [requestId],
    );
    return requestId;
  };

  const add = (who: string, paper: Paper, values: RuleValues) =>
    db.tx(async (sql) => {
      const c = as(sql, who);
      const type: DocumentType = TYPES[paper];
      const made = await insert(c, type, c.book.get(type.name)?.rules ?? {}, values);
      return { id: made.id, no: String(made.no) };
    });
  const act = (who: string, paper: Paper, of: string, action: string, input: RuleValues = {}, confirmed?: true) =>
    db.tx((sql) =>
      perform<DocumentType, string>(
        { ...as(sql, who), ...(confirmed && { confirmed }) },
        TYPES[paper],
        of,
        action,
        input,
        { trusted: true },
      ),
    );
  const read = (paper: Paper, of: string): Promise<RuleValues> =>
    db.tx((sql) => lockWhole<DocumentType>(as(sql, "admin"), TYPES[paper], of, { anyScope: true }));

  /** A payment of a request out of our account in its currency. */
  const pays = async (requestId: string, more: RuleValues = {}) => {
    const asked = await db.one<{ currency: "CNY" | "USD" }>(
      "select pay_currency as currency from payment_request where id = $1",
      [requestId],
    );
    const payerAccountId = accounts[asked?.currency ?? "CNY"];
    return add("cashier", "payment", { requestId, payerAccountId, payMethod: "wire", ...more });
  };
  const merge = (ids: readonly string[], more: RuleValues = {}) =>
    add("cashier", "merged", {
      payMethod: "wire",
      plannedDate: now().slice(0, 10),
      purpose: "货款",
      members: ids.map((paymentId) => ({ paymentId })),
      ...more,
    });
  let transfers = 0;
  /** What the bank says. */
  const transfer = (more: RuleValues = {}): RuleValues => ({
    paidTime: now(),
    serialNo: `BK-${++transfers}`,
    receiptFiles: [evidence("cashier", "document")],
    ...more,
  });
  const bounce = (): RuleValues => ({ reason: "账号有误", failFiles: [evidence("finance", "document")] });
  const requested = (requestId: string) =>
    db.one<{ status: string; paid: string; paying: string }>(
      `select status, paid_amount::text as paid, paying_amount::text as paying
       from payment_request where id = $1`,
      [requestId],
    );
  const balance = async (poId: string) =>
    (await db.one<{ sum: string }>("select sum(amount)::text as sum from ap_entry where po_id = $1", [poId]))?.sum;
  return {
    db,
    accounts,
    supplierId,
    companyId,
    userId,
    as,
    order,
    request,
    add,
    act,
    read,
    pays,
    merge,
    transfer,
    bounce,
    requested,
    balance,
    close: () => db.close(),
  };
}

export type Bank = Awaited<ReturnType<typeof openBank>>;
