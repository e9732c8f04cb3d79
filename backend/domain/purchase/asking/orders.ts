import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { contractNoOf, scaleOf } from "#backend/platform/values";
import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { claimed, OFFSETS } from "../order-lines/chain";

type AskingOrder = HeadOf<typeof purchaseOrder>;
type OrderTerms = Pick<AskingOrder, "settleMethod" | "depositRate" | "balanceTrigger" | "taxType" | "status">;
type Amounts = Pick<
  AskingOrder,
  "orderAmount" | "payableAmount" | "requestedAmount" | "paidAmount" | "refundDueAmount"
>;

/** An order as requests look at it: its terms and amounts, what was asked for, what it waits for. */
export interface AskedOrder extends OrderTerms, Amounts {
  id: string;
  no: string;
  supplierId: string;
  supplierText: string;
  companyId: string;
  companyName: string;
  currency: string;
  rate: string;
  /** Decimals of the currency. */
  scale: number;
  signedQty: number;
  /** Σ of deposits that stand. */
  deposits: string;
  /** Σ of credit that other requests use and that is not settled yet, positive. */
  offsets: string;
  /** Receipts of this month. */
  thisMonth: string;
  uninspected: boolean;
  contractNo: string | null;
  dueDate: string | null;
}

const DEPOSITS = claimed("l.amount - l.closed_amount", "l.biz_type = 'po' and r.request_type = 'deposit'");

const SELECT = `select o.id, o.no, o.status,
  o.supplier_id as "supplierId", o.supplier_text as "supplierText", o.company_id as "companyId",
  (select name from company where id = o.company_id) as "companyName", o.currency,
  coalesce(o.rate, 1)::text as rate, o.tax_type as "taxType", o.settle_method as "settleMethod",
  o.deposit_rate::text as "depositRate", o.balance_trigger as "balanceTrigger",
  o.order_amount::text as "orderAmount", o.payable_amount::text as "payableAmount",
  o.requested_amount::text as "requestedAmount", o.paid_amount::text as "paidAmount",
  o.refund_due_amount::text as "refundDueAmount", o.signed_qty as "signedQty",
  ${DEPOSITS}::text as deposits, ${OFFSETS}::text as offsets,
  coalesce((select sum(e.amount) from ap_entry e where e.po_id = o.id
    and e.biz_type in ('receipt', 'receiptReverse', 'fee', 'discount')
    and e.biz_date >= date_trunc('month', now() at time zone 'Asia/Shanghai')::date), 0)::text
    as "thisMonth",
  exists (select 1 from inspection i
      join inspection_line x on x.inspection_id = i.id and x.del_flag = 0
      join purchase_order_line p on p.id = x.po_line_id
    where p.purchase_order_id = o.id and i.del_flag = 0
      and i.status in ('pending', 'inspecting', 'auditing')) as uninspected,
  (select ${contractNoOf("k")} from purchase_contract_order l join purchase_contract k
      on k.id = l.purchase_contract_id
    where l.po_id = o.id and l.del_flag = 0 and k.del_flag = 0
      and k.status not in ('void', 'terminated') order by k.id limit 1) as "contractNo",
  (select p.due_date::text from payment_pool p where p.id = o.id) as "dueDate"
  from purchase_order o`;

/**
 * Orders of lines, locked in ascending order within a transaction, by id. Rights are not asked: the engine
 * does where a person names them.
 */
export async function askedOrders(
  c: RuleContext,
  ids: Iterable<string | null | undefined>,
): Promise<Map<string, AskedOrder>> {
  const wanted = [...new Set(ids)].flatMap((id) => id ?? []);
  if (!wanted.length) return new Map();
  await lockIds(c.sql, "purchase_order", wanted);
  const rows = await c.sql.query<Omit<AskedOrder, "scale">>(
    `${SELECT} where o.id = any($1::bigint[]) and o.tenant_id = $2 and o.del_flag = 0 order by o.id`,
    [wanted, c.tenantId],
  );
  const found = new Map<string, AskedOrder>();
  for (const row of rows) found.set(row.id, { ...row, scale: await scaleOf(c, row.currency) });
  return found;
}
