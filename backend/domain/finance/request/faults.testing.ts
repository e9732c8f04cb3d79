import { payablesFaults } from "#backend/ledgers/payables/checks";
import type { Requests } from "./request.testing";

/** Payments stand in no table here: what requests say of them is compared below. */
const UNPAID = "请款单已付与付款单不符";

/** What the ledgers of stock and payables say every night. */
export const nightly = async (w: Requests) => [
  ...(await w.faults()),
  ...(await payablesFaults(w.db)).filter(({ fault }) => fault !== UNPAID),
];

/** Broken rules of supply.md 6 over all orders, requests and suppliers that are stored. */
export const faults = (w: Requests) =>
  w.db.query<{ fault: string }>(
    `with live as (
       select l.*, r.request_type from payment_request_line l
         join payment_request r on r.id = l.payment_request_id
       where r.status in ('auditing', 'approved', 'partPaid', 'paid') and r.del_flag = 0
         and l.del_flag = 0)
     select 'order ' || o.no as fault from purchase_order o
       left join lateral (select coalesce(sum(amount), 0) as balance,
           coalesce(sum(amount) filter (where biz_type in ('payment', 'paymentReverse')), 0) as paid,
           coalesce(sum(amount) filter (where biz_type = 'offset'), 0) as offsets
         from ap_entry where po_id = o.id) e on true
       left join lateral (select
           coalesce(sum(amount - closed_amount) filter (where biz_type = 'po'), 0) as asked,
           coalesce(sum(settled_amount) filter (where biz_type = 'po'), 0) as settled,
           coalesce(sum(amount - closed_amount)
             filter (where request_type = 'deposit' and biz_type = 'po'), 0) as deposits,
           coalesce(sum(settled_amount) filter (where biz_type = 'offset'), 0) as offsets,
           coalesce(sum(amount - closed_amount - settled_amount)
             filter (where biz_type = 'offset'), 0) as credit
         from live where po_id = o.id) l on true
     where o.supplier_id = $1 and (o.requested_amount <> l.asked or o.paid_amount <> l.settled
       or o.paid_amount <> -e.paid or e.balance <> o.payable_amount - o.paid_amount + e.offsets
       or o.paid_amount > o.requested_amount or l.deposits > round(o.order_amount * 0.3, 2)
       or l.asked > o.order_amount or e.offsets <> -l.offsets
       or -l.credit > coalesce(o.refund_due_amount, 0))
     union all
     select 'request ' || r.no from payment_request r
       left join lateral (select sum(amount) as amount, sum(settled_amount) as settled,
           sum(closed_amount) as closed from payment_request_line l
         where l.payment_request_id = r.id and l.del_flag = 0) l on true
       left join lateral (select coalesce(sum(amount), 0) as n from request_settlement s
         where s.request_id = r.id) s on true
     where r.del_flag = 0 and (r.amount <> l.amount or r.paid_amount <> l.settled
       or r.paid_amount <> s.n or r.paying_amount <> 0
       or r.unpaid_amount <> r.amount - r.paid_amount - l.closed
       or r.paid_amount + r.paying_amount > r.amount
       or (r.status = 'auditing') <> exists (select 1 from act_instance i
         where i.biz_type = 'payment_request' and i.biz_id = r.id and i.status = 'running'))
     union all
     select 'supplier ' || s.no from supplier s where s.ap_balance <> coalesce(
       (select sum(base_amount) from ap_entry where supplier_id = s.id), 0)`,
    [w.supplierId],
  );
