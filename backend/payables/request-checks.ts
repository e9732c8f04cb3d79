/** What requests that stand ask for of the order `o`, less what a close gave up. */
const REQUESTED = `coalesce((select sum(l.amount - l.closed_amount) from payment_request_line l
    join payment_request r on r.id = l.payment_request_id
  where l.po_id = o.id and l.biz_type = 'po' and l.del_flag = 0 and r.del_flag = 0
    and r.status in ('auditing', 'approved', 'partPaid', 'paid')), 0)`;

/** What payments did to the ledger of the order `o`, and credit that it gave or got back. */
const LEDGER = `(select coalesce(sum(amount), 0) as balance,
    coalesce(-sum(amount) filter (where biz_type in ('payment', 'paymentReverse')), 0) as paid,
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
    coalesce(sum(s.amount) filter (where l.po_id is not null or l.bill_id is not null), 0) as orders
  from request_settlement s join payment_request_line l on l.id = s.line_id
  where s.biz_document = 'payment' and s.biz_id = p.id)`;
const ENTERED = `(select coalesce(-sum(amount), 0) as amount from ap_entry
  where biz_document = 'payment' and biz_id = p.id)`;

/** What requests and payments must agree on (supply.md 6): rows that do not, by the fault. */
export const REQUEST_QUERIES: Record<string, string> = {
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
