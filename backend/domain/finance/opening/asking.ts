import type { AskedBill } from "#backend/domain/logistics/bill/asking";
import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";

type OpeningIds = readonly (string | null | undefined)[];
const known = (ids: OpeningIds) => [...new Set(ids.flatMap((id) => id ?? []))];

/** Locks the openings that these items of theirs stand in. */
export async function lockOpenings(c: RuleContext, ids: OpeningIds): Promise<void> {
  const wanted = known(ids);
  if (!wanted.length) return;
  const heads = await c.sql.query<{ id: string }>(
    "select distinct l.opening_id as id from opening_debt_line l join unnest($1::bigint[]) x on x = l.id",
    [wanted],
  );
  await lockIds(
    c.sql,
    "opening",
    heads.map(({ id }) => id),
  );
}

/** An item owed since before the first day of work, as payment requests look at it. */
export interface AskedOpening extends AskedBill {
  openingId: string;
}

/** Items of openings by id, locked with their openings until the transaction ends. */
export async function askedOpenings(c: RuleContext, ids: OpeningIds): Promise<Map<string, AskedOpening>> {
  const wanted = known(ids);
  if (!wanted.length) return new Map();
  await lockOpenings(c, wanted);
  const rows = await c.sql.query<AskedOpening>(
    `select p.id, p.old_no as no, 'approved' as status, '期初应付' as label, p.supplier_id as "supplierId",
       s.name as "supplierText", p.company_id as "companyId", m.name as "companyName", p.currency,
       round(e.base_amount / e.amount, 8)::text as rate, p.amount::text as "totalAmount",
       p.requested_amount::text as "requestedAmount", p.paid_amount::text as "paidAmount",
       p.due_date::text as "dueDate", e.biz_id::text as "openingId"
     from opening_payable p join supplier s on s.id = p.supplier_id
       left join company m on m.id = p.company_id
       join ap_entry e on e.biz_document = 'opening' and e.biz_line_id = p.id and e.biz_type = 'opening'
     where p.tenant_id = $1 and p.id = any($2::bigint[]) order by p.id`,
    [c.tenantId, wanted],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** 已请款 of locked items: what requests that stand ask, less what a close gave up. */
export async function recountOpenings({ sql }: RuleContext, ids: OpeningIds): Promise<void> {
  const wanted = known(ids);
  if (!wanted.length) return;
  await sql.query(
    `update opening_debt_line o set requested_amount = coalesce((
       select sum(l.amount - l.closed_amount) from payment_request_line l
         join payment_request r on r.id = l.payment_request_id
       where l.opening_id = o.id and l.biz_type = 'opening' and l.del_flag = 0 and r.del_flag = 0
         and r.status in ('auditing', 'approved', 'partPaid', 'paid')), 0)
     where o.id = any($1::bigint[])`,
    [wanted],
  );
}

/** Adds to 已付 of locked items; answers them as debts, ascending. */
export async function addPaidOpenings(
  { sql }: RuleContext,
  parts: readonly { openingId: string | null; amount: string }[],
): Promise<{ openingId: string; supplierId: string; currency: string; rate: string }[]> {
  const rows = parts.flatMap(({ openingId, amount }) => (openingId ? [{ openingId, amount }] : []));
  if (!rows.length) return [];
  const paid = await sql.query<{ openingId: string; supplierId: string; currency: string; rate: string }>(
    `update opening_debt_line o set paid_amount = o.paid_amount + x.amount
     from (select y."openingId", sum(y.amount) as amount
       from jsonb_to_recordset($1::jsonb) as y("openingId" bigint, amount numeric) group by 1) x,
       ap_entry e
     where o.id = x."openingId" and e.biz_document = 'opening' and e.biz_line_id = o.id and e.biz_type = 'opening'
     returning o.id as "openingId", o.supplier_id as "supplierId", o.currency,
       round(e.base_amount / e.amount, 8)::text as rate`,
    [JSON.stringify(rows)],
  );
  return paid.sort((a, b) => Number(a.openingId) - Number(b.openingId));
}
