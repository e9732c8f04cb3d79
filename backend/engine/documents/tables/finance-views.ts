import { contractNoOf } from "#backend/platform/values";

/** Decimals of the currency of `o`. */
const SCALE = `coalesce((select substring(d.remarks from 'scale=(\\d)')::int from sys_dict_item d
  where d.tenant_id = o.tenant_id and d.dict_type = 'currency' and d.value = o.currency
    and d.del_flag = 0 limit 1), 2)`;

/** What of an order is asked for as a deposit and stands. */
const DEPOSITS = `coalesce((select sum(l.amount - l.closed_amount) from payment_request_line l
    join payment_request r on r.id = l.payment_request_id
  where l.po_id = o.id and l.biz_type = 'po' and l.del_flag = 0 and r.del_flag = 0
    and r.request_type = 'deposit' and r.status in ('auditing', 'approved', 'partPaid', 'paid')), 0)`;

/** Receipts of this month, which a monthly request does not ask for yet. */
const THIS_MONTH = `coalesce((select sum(e.amount) from ap_entry e
  where e.po_id = o.id and e.biz_type in ('receipt', 'receiptReverse', 'fee', 'discount')
    and e.biz_date >= date_trunc('month', now() at time zone 'Asia/Shanghai')::date), 0)`;

const UNINSPECTED = `exists (select 1 from inspection i
    join inspection_line x on x.inspection_id = i.id and x.del_flag = 0
    join purchase_order_line p on p.id = x.po_line_id
  where p.purchase_order_id = o.id and i.del_flag = 0
    and i.status in ('pending', 'inspecting', 'auditing'))`;

/** Orders with what may be asked for them and what they wait for. */
const ASKED = `
  select o.*, x.next_type, x.before_ship,
    case x.next_type when 'deposit' then x.deposit_cap - x.deposits
      when 'monthly' then o.payable_amount - x.this_month - o.requested_amount
      else case when x.before_ship then o.order_amount else o.payable_amount end
        - o.requested_amount end as askable,
    case when x.next_type = 'deposit' or x.before_ship then
        case when o.status = 'approved' then 'contract' else 'ready' end
      when o.signed_qty = 0 then 'receipt'
      when x.next_type = 'monthly' and x.this_month > 0
        and o.payable_amount - x.this_month <= o.requested_amount then 'month'
      when x.next_type = 'balance' and o.balance_trigger = 'afterInspection' and ${UNINSPECTED}
        then 'inspection'
      when o.payable_amount <= o.requested_amount then 'receipt'
      else 'ready' end as reason,
    case when o.receive_status = 'all' or o.status in ('completed', 'closed')
      then o.payable_amount else o.order_amount - o.return_amount end as whole
  from (
    select o.*, ${SCALE} as scale from purchase_order o
    where o.del_flag = 0 and o.status in ('approved', 'executing', 'completed', 'closed')
  ) o cross join lateral (
    select y.*, case when y.settle = 'monthly' then 'monthly'
        when y.settle <> 'deposit' then 'full'
        when o.signed_qty = 0 and y.deposit_cap > y.deposits then 'deposit'
        else 'balance' end as next_type,
      y.settle = 'deposit' and o.balance_trigger = 'beforeShip'
        and o.status in ('approved', 'executing') and not (
          o.signed_qty = 0 and y.deposit_cap > y.deposits) as before_ship
    from (select coalesce(o.settle_method, 'cod') as settle,
        round(o.order_amount * coalesce(o.deposit_rate, 0) / 100, o.scale) as deposit_cap,
        ${DEPOSITS} as deposits, ${THIS_MONTH} as this_month) y
  ) x`;

/** When what is asked for is to be paid (market.md 17.15): of a deposit, when the contract was signed. */
const DUE = `case a.next_type
  when 'deposit' then (select k.sign_date from purchase_contract k where k.id = c.id)
  else (select nullif(min(d.due_date), 'infinity') from ap_due d
    where d.po_id = a.id and d.open > 0) end`;

/** What left our accounts and did not come back: single payments, and OA payments with their members. */
export const TRANSFERS = `
  select payer_account_id, pay_amount, bank_fee,
    date_trunc('month', paid_time at time zone 'Asia/Shanghai') as month
  from payment where status = 'paid' and oa_payment_id is null and del_flag = 0
  union all
  select payer_account_id, pay_amount, bank_fee,
    date_trunc('month', paid_time at time zone 'Asia/Shanghai')
  from oa_payment where status = 'paid' and del_flag = 0`;

/** Lists of finance over orders and suppliers. */
export const financeViews: Record<string, string> = {
  payment_pool: `
    select a.id, a.tenant_id, a.version, a.create_by, a.create_time, a.update_by, a.update_time,
      a.del_flag, a.no as po_no, a.supplier_id, a.supplier_text, a.company_id, a.buyer_id, a.dept_id,
      a.next_type, a.reason, a.currency, greatest(a.whole - a.requested_amount, 0) as left_amount,
      case when a.reason = 'ready' then greatest(a.askable, 0) else 0 end as ask_amount,
      a.order_amount, a.payable_amount, a.requested_amount, a.paid_amount, ${DUE} as due_date,
      c.no as contract_no, c.id::text as contract_id, 'purchase_contract' as contract_document,
      'purchase_order' as purchase_order, a.id::text as po_id
    from (${ASKED}) a
      left join lateral (
        select k.id, ${contractNoOf("k")} as no from purchase_contract_order l
          join purchase_contract k on k.id = l.purchase_contract_id
        where l.po_id = a.id and l.del_flag = 0 and k.del_flag = 0
          and k.status not in ('void', 'terminated') order by k.id limit 1) c on true
    where a.whole > a.requested_amount`,
  opening_payable: `
    select l.id, l.tenant_id, l.version, l.create_by, l.create_time, l.update_by, l.update_time,
      l.del_flag, l.old_no, l.supplier_id, o.company_id, l.currency, a.amount, l.requested_amount,
      l.paid_amount, l.bill_date, e.due_date, o.no as opening_no,
      case when l.paid_amount >= a.amount then 'paid' when l.requested_amount >= a.amount then 'requested'
        else 'open' end as state
    from opening_debt_line l
      cross join lateral (select coalesce(l.fixed_amount, l.amount) as amount) a
      join opening o on o.id = l.opening_id
      join ap_entry e on e.biz_document = 'opening' and e.biz_id = o.id and e.biz_line_id = l.id
    where o.kind = 'payable' and o.status in ('booked', 'locked') and l.del_flag = 0 and o.del_flag = 0`,
  company_account_list: `
    select a.id, a.tenant_id, a.version, a.create_by, a.create_time, a.update_by, a.update_time,
      a.del_flag, a.company_id, a.bank_name, a.currency,
      case when a.enabled and k.enabled then 'yes' else 'no' end as usable,
      concat_ws(' ', k.code, a.bank_name, '****' || right(a.account_no, 4), a.currency) as label,
      coalesce(p.month, 0) as paid_month, coalesce(p.last_month, 0) as paid_last_month,
      coalesce(p.total, 0) as paid_total, coalesce(p.fees, 0) as fee_total,
      coalesce(p.n, 0)::int as paid_count
    from company_account a
      join company k on k.id = a.company_id
      left join (
        select x.payer_account_id, sum(x.pay_amount) as total, sum(coalesce(x.bank_fee, 0)) as fees,
          count(*) as n, sum(x.pay_amount) filter (where x.month = m.now) as month,
          sum(x.pay_amount) filter (where x.month = m.now - interval '1 month') as last_month
        from (${TRANSFERS}) x,
          (select date_trunc('month', now() at time zone 'Asia/Shanghai') as now) m
        group by x.payer_account_id) p on p.payer_account_id = a.id
    where a.del_flag = 0 and k.del_flag = 0`,
  supplier_account_list: `
    select a.id, a.tenant_id, a.version, a.create_by, a.create_time, a.update_by, a.update_time,
      a.del_flag, a.supplier_id, s.buyer_id, s.dept_id, a.account_name, a.bank_name, a.account_no,
      a.currency, concat_ws(' ', s.name, a.bank_name, '****' || right(a.account_no, 4), a.currency)
        as label
    from supplier_account a join supplier s on s.id = a.supplier_id
    where a.del_flag = 0 and s.del_flag = 0 and a.enabled`,
};
