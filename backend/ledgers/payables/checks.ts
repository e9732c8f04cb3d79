import type { Sql } from "#backend/platform/db";

/** What had been paid of the order `o` before the first day of work (company.md 2): asked for, and paid. */
export const BROUGHT = `coalesce((select -sum(e.amount) from ap_entry e
  where e.po_id = o.id and e.biz_type in ('openingPrepaid', 'openingPrepaidAdjust')), 0)`;

/** What requests that stand ask for of the order `o`, less what a close gave up. */
const REQUESTED = `${BROUGHT} + coalesce((select sum(l.amount - l.closed_amount) from payment_request_line l
    join payment_request r on r.id = l.payment_request_id
  where l.po_id = o.id and l.biz_type = 'po' and l.del_flag = 0 and r.del_flag = 0
    and r.status in ('auditing', 'approved', 'partPaid', 'paid')), 0)`;

/** What payments did to the ledger of the order `o`, and credit that it gave or got back. */
const LEDGER = `(select coalesce(sum(amount), 0) as balance,
    coalesce(-sum(amount) filter (where ap_group(biz_type) = 'paid'), 0) as paid,
    coalesce(sum(amount) filter (where biz_type in ('offset', 'refund')), 0) as refunded
  from ap_entry where po_id = o.id)`;

/** Lines of the request `r`, and its payments. */
const LINES = `(select coalesce(sum(amount), 0) as amount, coalesce(sum(settled_amount), 0) as settled,
    coalesce(sum(closed_amount), 0) as closed
  from payment_request_line where payment_request_id = r.id and del_flag = 0)`;
const PAYMENTS = `(select coalesce(sum(settle_amount) filter (where status = 'paid'), 0) as paid,
    coalesce(sum(settle_amount) filter (where status in ('pending', 'merged', 'oa')), 0) as paying
  from payment where request_id = r.id and del_flag = 0)`;

/** What the payment `p` settled of lines, of which those of orders are in the ledger. */
const SETTLED = `(select coalesce(sum(s.amount), 0) as amount,
    coalesce(sum(s.amount) filter (where coalesce(l.po_id, l.bill_id, l.opening_id) is not null), 0) as orders
  from request_settlement s join payment_request_line l on l.id = s.line_id
  where s.biz_document = 'payment' and s.biz_id = p.id)`;
const ENTERED = `(select coalesce(-sum(amount), 0) as amount from ap_entry
  where biz_document = 'payment' and biz_id = p.id)`;

/** What requests and payments must agree on (supply.md 6): rows that do not, by the fault. */
const REQUEST_QUERIES: Record<string, string> = {
  采购单已请款与请款单不符: `select o.tenant_id as tenant, o.no as place from purchase_order o
    where o.del_flag = 0 and coalesce(o.requested_amount, 0) <> ${REQUESTED}`,
  采购单已付与应付流水不符: `select o.tenant_id as tenant, o.no as place
    from purchase_order o cross join lateral ${LEDGER} e
    where o.del_flag = 0 and coalesce(o.paid_amount, 0) <> e.paid`,
  采购单应付余额与流水不符: `select o.tenant_id as tenant, o.no as place
    from purchase_order o cross join lateral ${LEDGER} e
    where o.del_flag = 0
      and e.balance <> coalesce(o.payable_amount, 0) - coalesce(o.paid_amount, 0) + e.refunded`,
  请款单金额与明细不符: `select r.tenant_id as tenant, r.no as place
    from payment_request r cross join lateral ${LINES} l
    where r.del_flag = 0 and (r.amount <> l.amount or coalesce(r.paid_amount, 0) <> l.settled
      or r.status in ('approved', 'partPaid', 'paid')
        and r.unpaid_amount <> r.amount - l.closed - r.paid_amount)`,
  请款单已付与付款单不符: `select r.tenant_id as tenant, r.no as place
    from payment_request r cross join lateral ${PAYMENTS} p cross join lateral ${LINES} l
    where r.del_flag = 0 and (coalesce(r.paid_amount, 0) <> p.paid
      or coalesce(r.paying_amount, 0) <> p.paying or p.paid + p.paying > r.amount - l.closed)`,
  付款单核销与流水不符: `select p.tenant_id as tenant, p.no as place
    from payment p cross join lateral ${SETTLED} s cross join lateral ${ENTERED} e
    where p.del_flag = 0 and (s.orders <> e.amount
      or s.amount <> case when p.status = 'paid' then p.settle_amount else 0 end)`,
  合并付款单与成员不符: `select m.tenant_id as tenant, m.no as place from merged_payment m
      left join payment p on p.merged_id = m.id and p.del_flag = 0
    where m.del_flag = 0 and m.status <> 'void'
    group by m.id having m.pay_amount <> coalesce(sum(p.pay_amount), 0)
      or not coalesce(bool_and(p.status =
        case when m.status in ('paid', 'failed') then m.status else 'merged' end), false)`,
  OA付款单与成员不符: `select o.tenant_id as tenant, o.no as place from oa_payment o
      join oa_payment_line l on l.oa_payment_id = o.id and l.del_flag = 0
      left join payment p on p.id = l.member_id
    where o.del_flag = 0 and o.status in ('auditing', 'approved', 'paid', 'failed')
    group by o.id having o.pay_amount <> sum(l.amount)
      or bool_or(l.member_id is not null
        and (p.pay_amount <> l.amount or p.oa_payment_id is distinct from o.id))
      or bool_or(p.status <> case when o.status in ('paid', 'failed') then o.status
        when o.source_type = 'merged' then 'merged' else 'oa' end)`,
};

/** What requests that stand ask for of the logistics bill `b`, and what payments settled of it. */
const ASKED = `(select coalesce(sum(l.amount - l.closed_amount), 0) as requested,
    coalesce(sum(l.settled_amount), 0) as settled
  from payment_request_line l join payment_request r on r.id = l.payment_request_id
  where l.bill_id = b.id and l.biz_type = 'bill' and l.del_flag = 0 and r.del_flag = 0
    and r.status in ('auditing', 'approved', 'partPaid', 'paid'))`;

/** What logistics bills, the ledger and the goods must agree on (supply.md F.3). */
const BILL_QUERIES: Record<string, string> = {
  物流账单金额与明细不符: `select b.tenant_id as tenant, b.no as place from logistics_bill b
    where b.del_flag = 0 and b.total_amount <> (select coalesce(sum(amount + coalesce(tax_amount, 0)), 0)
      from logistics_bill_line where logistics_bill_id = b.id and del_flag = 0)`,
  物流账单与应付流水不符: `select b.tenant_id as tenant, b.no as place from logistics_bill b
    where b.del_flag = 0 and case when b.status = 'approved' then b.total_amount else 0 end
      <> (select coalesce(sum(amount), 0) from ap_entry
        where biz_document = 'logistics_bill' and biz_id = b.id)`,
  物流账单已请款与请款单不符: `select b.tenant_id as tenant, b.no as place
    from logistics_bill b cross join lateral ${ASKED} a
    where b.del_flag = 0 and (coalesce(b.requested_amount, 0) <> a.requested
      or coalesce(b.paid_amount, 0) <> a.settled or a.requested > b.total_amount)`,
  物流账单分摊与明细不符: `select b.tenant_id as tenant, b.no as place from logistics_bill b
    where b.del_flag = 0 and exists (select 1 from logistics_bill_line l
      where l.logistics_bill_id = b.id and l.del_flag = 0 and coalesce(l.cost, 0) <> coalesce((
        select sum(s.amount) from logistics_share s where s.line_id = l.id and not s.reversed), 0))`,
  物流账单成本与金额不符: `select b.tenant_id as tenant, b.no as place from logistics_bill b
      join logistics_bill_line l on l.logistics_bill_id = b.id and l.del_flag = 0
    where b.del_flag = 0 and b.status = 'approved' and coalesce(l.cost, 0) not in (
      round(l.amount * b.rate, 2), round((l.amount + coalesce(l.tax_amount, 0)) * b.rate, 2))
    group by b.id`,
  调拨单运费与物流账单不符: `select t.tenant_id as tenant, t.no as place from transfer t
      join logistics_share s on s.document = 'transfer' and s.target_id = t.id and not s.reversed
      left join logistics_estimate e on e.document = 'transfer' and e.target_id = t.id
    where t.del_flag = 0 group by t.id, e.cny, e.currency
    having t.freight_cny <> sum(s.amount)
      + case when bool_or(s.source_type <> 'customs_declaration') or e.currency is null then 0
        else e.cny end`,
};

/** Something of the payables ledger that does not add up, in words for finance. */
interface PayableFault {
  tenantId: string;
  place: string;
  fault: string;
}

/** Accounts of suppliers for which this holds. */
const accounts = (ids: string) => `select a.tenant_id as tenant, s.name || ' ' || a.currency as place
  from ap_account a join supplier s on s.id = a.supplier_id where a.id in (${ids})`;

const QUERIES: Record<string, string> = {
  供应商应付余额与流水不符: `select s.tenant_id as tenant, s.name as place
    from supplier s left join ap_entry e on e.supplier_id = s.id and e.tenant_id = s.tenant_id
    group by s.id having coalesce(s.ap_balance, 0) <> coalesce(sum(e.base_amount), 0)`,
  采购单应付结余不连续: `select e.tenant_id as tenant, e.biz_no as place
    from (select tenant_id, biz_no, balance, amount,
        lag(balance, 1, 0) over (partition by po_id order by id) as before
      from ap_entry where po_id is not null) e
    where e.balance <> e.before + e.amount group by 1, 2`,
  应付余额与流水不符: accounts(`select a.id from ap_account a
      left join ap_entry e on e.supplier_id = a.supplier_id and e.currency = a.currency
    group by a.id having a.balance <> coalesce(sum(e.amount), 0)
      or a.base_balance <> coalesce(sum(e.base_amount), 0)`),
  应付月份汇总与流水不符: accounts(`select a.id from ap_account a
      left join ap_month m on m.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(m.added + m.returned + m.paid + m.refunded), 0)
      or a.base_balance <> coalesce(sum(m.base), 0)`),
  未清应付与余额不符: accounts(`select a.id from ap_account a
      left join ap_due d on d.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(d.open), 0)
      or a.base_balance <> coalesce(sum(d.base_open), 0)`),
  采购单未清应付与流水不符: accounts(`select a.id from ap_account a
      join (select account_id, po_id, sum(open) as open from ap_due group by 1, 2) d
        on d.account_id = a.id
      left join (select supplier_id, currency, coalesce(po_id, 0) as po_id, sum(amount) as amount
        from ap_entry group by 1, 2, 3) e
        on e.supplier_id = a.supplier_id and e.currency = a.currency and e.po_id = d.po_id
    where d.open <> coalesce(e.amount, 0)`),
  ...REQUEST_QUERIES,
  ...BILL_QUERIES,
};

/** What of payables, requests and payments does not add up (supply.md 6); nothing when all is well. */
export async function payablesFaults(sql: Sql): Promise<PayableFault[]> {
  const faults: PayableFault[] = [];
  for (const [fault, query] of Object.entries(QUERIES))
    for (const { tenant, place } of await sql.query<{ tenant: string; place: string }>(`${query} limit 20`))
      faults.push({ tenantId: tenant, place, fault });
  return faults;
}
