const TODAY = "(now() at time zone 'Asia/Shanghai')::date";

/** Columns of every list, of rows that nobody writes. */
const COMMON = `0 as version, null::bigint as create_by, null::timestamptz as create_time,
  null::bigint as update_by, null::timestamptz as update_time, 0::smallint as del_flag`;

/** Today as a row: worked out once, not for each row that is compared with it. */
const NOW = `(select ${TODAY} as today offset 0) n`;

/** How long what is open is overdue; the day that has not come yet is `infinity`. */
const BUCKET = `case when d.open < 0 then 'prepaid'
  when d.due_date >= n.today then 'notDue'
  when d.due_date >= n.today - 30 then 'd30'
  when d.due_date >= n.today - 60 then 'd60'
  when d.due_date >= n.today - 90 then 'd90'
  else 'over90' end`;

const OPEN = "(d.open <> 0 or d.base_open <> 0)";

const sums = ["notDue", "d30", "d60", "d90", "over90", "prepaid"].map((name) => {
  const column = name.replace(/[A-Z]/, (c) => `_${c.toLowerCase()}`);
  return `coalesce(sum(d.open) filter (where d.bucket = '${name}'), 0.00) as ${column}`;
});

/** Lists over what is owed, which backend/payables keeps beside the ledger. */
export const payableViews: Record<string, string> = {
  ap_supplier_list: `
    select p.*, p.supplier_name as supplier_text from ap_period(date_trunc('month', ${TODAY})::date,
      (date_trunc('month', ${TODAY}) + interval '1 month')::date - 1) p`,
  ap_order_list: `
    select o.id, o.tenant_id, o.version, o.create_by, o.create_time, o.update_by, o.update_time,
      o.del_flag, o.no as po_no, 'purchase_order' as purchase_order, o.id::text as po_id,
      o.supplier_id, p.name as supplier_text, p.buyer_id, o.currency, o.order_amount,
      o.receipt_amount, o.return_amount, o.payable_amount, o.requested_amount, o.paid_amount,
      coalesce(d.open, 0.00) as open_amount, d.due_date,
      case when d.due_date < ${TODAY} then ${TODAY} - d.due_date end as overdue_days,
      case when d.due_date < ${TODAY} then 'overdue' when d.due_date is not null then 'open'
        when d.open > 0 then 'waiting' when d.open < 0 then 'prepaid' else 'clear' end as due_state
    from purchase_order o
      join supplier p on p.id = o.supplier_id
      left join lateral (
        select sum(d.open) as open,
          nullif(min(d.due_date) filter (where d.open > 0), 'infinity') as due_date
        from ap_due d where d.po_id = o.id and d.po_id <> 0 and ${OPEN}) d on true
    where o.status in ('approved', 'executing', 'completed', 'closed')`,
  ap_ageing_list: `
    select a.id, a.tenant_id, ${COMMON}, a.supplier_id, p.name as supplier_text, p.buyer_id,
      a.currency, d.*
    from ap_account a
      join supplier p on p.id = a.supplier_id
      join (
        select d.account_id, ${sums.join(", ")}, sum(d.open) as total, sum(d.base_open) as base_total
        from (
          select d.account_id, d.open, d.base_open, ${BUCKET} as bucket
          from ap_due d cross join ${NOW} where ${OPEN} offset 0) d
        group by d.account_id) d on d.account_id = a.id`,
  ap_open_list: `
    select d.id, a.tenant_id, 0 as version, null::bigint as create_by,
      case when d.due_date = 'infinity' then now()
        else d.due_date::timestamp at time zone 'Asia/Shanghai' end as create_time,
      null::bigint as update_by, null::timestamptz as update_time, 0::smallint as del_flag,
      coalesce(o.no, '无采购单') as po_no,
      case when o.id is not null then 'purchase_order' end as purchase_order, o.id::text as po_id,
      a.supplier_id, p.name as supplier_text, p.buyer_id, a.currency,
      nullif(d.due_date, 'infinity') as due_date,
      case when d.open > 0 and d.due_date < n.today then n.today - d.due_date end as overdue_days,
      ${BUCKET} as bucket, d.open as open_amount, d.base_open
    from ap_due d
      cross join ${NOW}
      join ap_account a on a.id = d.account_id
      join supplier p on p.id = a.supplier_id
      left join purchase_order o on o.id = d.po_id
    where ${OPEN}`,
};
