set local check_function_bodies = off;
-- Periods of payables begin and end on any day: whole months come from what is kept of them, the days
-- besides from their entries, which are found by their day.
drop index ap_entry_day_ix;
create index ap_entry_day_ix on ap_entry (biz_date, tenant_id);

-- What entries of some days did, like a month.
create function ap_days(first date, last date) returns table (
  account_id bigint, added numeric, returned numeric, paid numeric, refunded numeric, base numeric,
  entries bigint
) language sql stable as $$
  select a.id, coalesce(sum(e.amount) filter (where ap_group(e.biz_type) = 'added'), 0.00),
    coalesce(sum(e.amount) filter (where ap_group(e.biz_type) = 'returned'), 0.00),
    coalesce(sum(e.amount) filter (where ap_group(e.biz_type) = 'paid'), 0.00),
    coalesce(sum(e.amount) filter (where ap_group(e.biz_type) = 'refunded'), 0.00),
    sum(e.base_amount), count(*)
  from ap_entry e join ap_account a on a.supplier_id = e.supplier_id and a.currency = e.currency
  where e.biz_date between first and last
  group by a.id
$$;

drop view if exists ap_supplier_list;
drop function ap_period(date, date);
-- Suppliers by currency: what was owed before the first day, what changed, what is owed after the last.
create function ap_period(first date, last date) returns table (
  id bigint, tenant_id bigint, version int, create_by bigint, create_time timestamptz,
  update_by bigint, update_time timestamptz, del_flag smallint, supplier_id bigint,
  supplier_name text, buyer_id bigint, currency text, period text, day date,
  first_day date, last_day date, day_before date, opening numeric, added numeric,
  returned numeric, paid numeric, refunded numeric, closing numeric, base_closing numeric
) language sql stable as $$
  select a.id, a.tenant_id, 0, null::bigint, null::timestamptz, null::bigint, null::timestamptz,
    0::smallint, a.supplier_id, p.name, p.buyer_id, a.currency,
    to_char(first, 'YYYY-MM-DD') || ' 至 ' || to_char(last, 'YYYY-MM-DD'), last, first, last, first - 1,
    m.opening, m.added, m.returned, m.paid, m.refunded,
    m.opening + m.added + m.returned + m.paid + m.refunded, m.base_closing
  from ap_account a
    join supplier p on p.id = a.supplier_id
    join (
      select m.account_id,
        coalesce(sum(m.added + m.returned + m.paid + m.refunded) filter (where not m.inside), 0.00)
          as opening,
        coalesce(sum(m.added) filter (where m.inside), 0.00) as added,
        coalesce(sum(m.returned) filter (where m.inside), 0.00) as returned,
        coalesce(sum(m.paid) filter (where m.inside), 0.00) as paid,
        coalesce(sum(m.refunded) filter (where m.inside), 0.00) as refunded,
        sum(m.base) as base_closing, coalesce(sum(m.entries) filter (where m.inside), 0) as moved
      from (
        -- Months that are over with the last day.
        select account_id, added, returned, paid, refunded, base, entries,
          month >= date_trunc('month', first)::date as inside
        from ap_month where month < date_trunc('month', last + 1)::date
        union all
        -- Of the first month, the days before the first day.
        select d.account_id, s.n * d.added, s.n * d.returned, s.n * d.paid, s.n * d.refunded,
          s.n * d.base, s.n * d.entries, s.n < 0
        from ap_days(date_trunc('month', first)::date, first - 1) d
          cross join (values (1), (-1)) s (n)
        union all
        select account_id, added, returned, paid, refunded, base, entries, true
        from ap_days(date_trunc('month', last + 1)::date, last)
      ) m group by m.account_id
    ) m on m.account_id = a.id
  where m.moved > 0 or m.opening <> 0
$$;
