/** What requests that stand ask for of the logistics bill `b`, and what payments settled of it. */
const ASKED = `(select coalesce(sum(l.amount - l.closed_amount), 0) as requested,
    coalesce(sum(l.settled_amount), 0) as settled
  from payment_request_line l join payment_request r on r.id = l.payment_request_id
  where l.bill_id = b.id and l.biz_type = 'bill' and l.del_flag = 0 and r.del_flag = 0
    and r.status in ('auditing', 'approved', 'partPaid', 'paid'))`;

/** What logistics bills, the ledger and the goods must agree on (supply.md F.3). */
export const BILL_QUERIES: Record<string, string> = {
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
