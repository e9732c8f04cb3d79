import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { dec } from "#backend/platform/values";

/** A bill as payment requests look at it. */
export interface AskedBill {
  id: string;
  no: string;
  status: string;
  supplierId: string;
  supplierText: string;
  companyId: string;
  companyName: string;
  currency: string;
  rate: string;
  totalAmount: string;
  requestedAmount: string;
  paidAmount: string;
  dueDate: string | null;
  /** What it is called, where it is another debt that requests look at like a bill. */
  label?: string;
}

type AskingIds = readonly (string | null | undefined)[];

const known = (ids: AskingIds) => [...new Set(ids.flatMap((id) => id ?? []))];

/** Bills by id, locked until the transaction ends. */
export async function askedBills(c: RuleContext, ids: AskingIds): Promise<Map<string, AskedBill>> {
  const wanted = known(ids);
  if (!wanted.length) return new Map();
  await lockIds(c.sql, "logistics_bill", wanted);
  const rows = await c.sql.query<AskedBill>(
    `select b.id, b.no, b.status, b.supplier_id as "supplierId", s.name as "supplierText",
       b.company_id as "companyId", m.name as "companyName", b.currency,
       coalesce(b.rate, 1)::text as rate, b.total_amount::text as "totalAmount",
       b.requested_amount::text as "requestedAmount", b.paid_amount::text as "paidAmount",
       b.due_date as "dueDate"
     from logistics_bill b join supplier s on s.id = b.supplier_id
       left join company m on m.id = b.company_id
     where b.tenant_id = $1 and b.id = any($2::bigint[]) and b.del_flag = 0 order by b.id`,
    [c.tenantId, wanted],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

/** What of a bill may still be asked for. */
export const openOf = ({ totalAmount, requestedAmount }: AskedBill): string =>
  dec(totalAmount).minus(requestedAmount).toFixed(2);

/** Why nothing may be asked for it. */
export const notAsked = (bill: AskedBill): string | undefined => {
  const { label = "物流账单", no } = bill;
  if (bill.status !== "approved") return `${label}${no}未审批，不能请款`;
  return dec(openOf(bill)).lte(0) ? `${label}${no}已请完` : undefined;
};

/** Why this much more is too much (supply.md 6). */
export function beyondBill(bill: AskedBill, amount: string): string | undefined {
  if (bill.status !== "approved") return `物流账单${bill.no}未审批，不能请款`;
  const sum = dec(bill.requestedAmount).plus(amount);
  const owed = bill.label ? "应付金额" : "费用金额";
  return sum.gt(bill.totalAmount) ? `累计请款${sum.toFixed(2)}超过${owed}${bill.totalAmount}` : undefined;
}

/** 已请款 of locked bills: what requests that stand ask, less what a close gave up. */
export async function recountBills({ sql }: RuleContext, ids: AskingIds): Promise<void> {
  const wanted = known(ids);
  if (!wanted.length) return;
  await sql.query(
    `update logistics_bill b set requested_amount = coalesce((
       select sum(l.amount - l.closed_amount) from payment_request_line l
         join payment_request r on r.id = l.payment_request_id
       where l.bill_id = b.id and l.biz_type = 'bill' and l.del_flag = 0 and r.del_flag = 0
         and r.status in ('auditing', 'approved', 'partPaid', 'paid')), 0)
     where b.id = any($1::bigint[])`,
    [wanted],
  );
}

export interface PaidBill {
  billId: string;
  supplierId: string;
  currency: string;
  rate: string;
}

/** Adds to 已付 of locked bills; answers them as debts, ascending. */
export async function addPaidBills(
  { sql }: RuleContext,
  parts: readonly { billId: string | null; amount: string }[],
): Promise<PaidBill[]> {
  const rows = parts.flatMap(({ billId, amount }) => (billId ? [{ billId, amount }] : []));
  if (!rows.length) return [];
  const bills = await sql.query<PaidBill>(
    `update logistics_bill b set paid_amount = b.paid_amount + x.amount
     from (select "billId", sum(amount) as amount
       from jsonb_to_recordset($1::jsonb) as y("billId" bigint, amount numeric) group by 1) x
     where b.id = x."billId"
     returning b.id as "billId", b.supplier_id as "supplierId", b.currency,
       coalesce(b.rate, 1)::text as rate`,
    [JSON.stringify(rows)],
  );
  return bills.sort((a, b) => Number(a.billId) - Number(b.billId));
}
