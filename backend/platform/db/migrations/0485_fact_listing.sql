-- What each listing sold, drew and advertised in a month, added up day by day (figures.md D.5): any days of it are the
-- difference of two entries, so thirty days of a listing are read from two rows. Of each measure there are 32 entries: 0,
-- then the sum up to each day of the month. Amounts are in ten-thousandths, exact. Triggers keep it: copies of the
-- program that know nothing of it write right while they are replaced.
create table fact_listing (
  source text not null,
  store_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  sums bigint[] not null,
  primary key (source, store_id, month, sku, currency)
);
-- Packed, a row would be unpacked again for each entry that is read.
alter table fact_listing alter column sums set storage plain;

do $$
declare
  one record;
  measures text;
  added_up text;
  entries text;
  put text;
begin
  for one in
    select * from (values
      ('trade', 'fact_trade_daily', 'biz_date', 'seller_sku', 'currency', 'true', array[
        '1', 'units', 'orders', 'refund_units', 'return_units', 'item_sales * 10000', 'ad_spend * 10000',
        '(item_sales + shipping_income - promo_amt - refund_amt - vat_amt) * 10000',
        '(item_sales + shipping_income - promo_amt - refund_amt - vat_amt - platform_fee - fulfill_fee
          - ad_spend - storage_fee - other_fee + reimburse_amt) * 10000',
        '(product_cost + first_leg_cost + stock_loss + promo_fee) * 10000']),
      ('traffic', 'sales_traffic', 'day', 'fact_sku', '''''',
        'del_flag = 0 and store_id is not null and day is not null and fact_sku is not null', array[
        '1', 'sessions', 'page_views', 'buy_box * page_views * 10000',
        'case when buy_box is not null then page_views end']),
      ('ads', 'fact_ad_listing', 'rpt_date', 'lower_sku', 'currency_code', 'true', array[
        '1', 'units', 'sales * 10000'])
    ) s(source, base, day, sku, currency, counts, measures)
  loop
    select string_agg(format('coalesce(sum(sign * (%s)), 0)::bigint as v%s', m, n), ', ' order by n),
      string_agg(format('coalesce(sum(e.v%s) over up_to, 0)::bigint as v%1$s', n), ', ' order by n),
      string_agg(format('array_agg(v%s order by d)', n), ' || ' order by n)
    into measures, added_up, entries from unnest(one.measures) with ordinality x(m, n);
    put := format($put$
      insert into fact_listing as t (source, store_id, month, sku, currency, sums)
      with each as (
        select store_id, date_trunc('month', %1$s)::date as month, %2$s as sku, %3$s as currency,
          extract(day from %1$s)::int as d, %4$s
        from (%%s) r where %5$s group by 1, 2, 3, 4, 5)
      select %6$L, store_id, month, sku, currency, %7$s
      from (select k.*, n.d, %8$s
        from (select store_id, month, sku, currency from each group by 1, 2, 3, 4 having bool_or(%9$s)) k
          cross join generate_series(0, 31) n(d) left join each e using (store_id, month, sku, currency, d)
        window up_to as (partition by store_id, month, sku, currency order by n.d)) s
      group by 2, 3, 4, 5 order by 2, 3, 4, 5
      on conflict (source, store_id, month, sku, currency) do update
        set sums = array(select x.a + x.b from unnest(t.sums, excluded.sums) x(a, b));$put$,
      one.day, one.sku, one.currency, measures, one.counts, one.source, entries, added_up,
      (select string_agg(format('v%s <> 0', n), ' or ') from generate_subscripts(one.measures, 1) n));

    execute format($make$
      create function fact_listing_%1$s() returns trigger language plpgsql as $keep$
      begin
        if tg_op = 'INSERT' then
          if exists (select 1 from added) then %2$s end if;
        elsif tg_op = 'UPDATE' then
          if exists (select 1 from added) then %3$s end if;
        elsif tg_op = 'DELETE' then
          if exists (select 1 from gone) then %4$s end if;
        else
          delete from fact_listing where source = %1$L;
        end if;
        return null;
      end $keep$;
      create trigger fact_listing_new after insert on %5$s referencing new table as added
        for each statement execute function fact_listing_%1$s();
      create trigger fact_listing_more after update on %5$s referencing old table as gone new table as added
        for each statement execute function fact_listing_%1$s();
      create trigger fact_listing_less after delete on %5$s referencing old table as gone
        for each statement execute function fact_listing_%1$s();
      create trigger fact_listing_none after truncate on %5$s
        for each statement execute function fact_listing_%1$s();

      create function fact_listing_%1$s_fill(of_month date) returns void language plpgsql as $fill$
      begin
        delete from fact_listing where source = %1$L and month = of_month;
        %6$s
      end $fill$;$make$,
      one.source,
      format(put, 'select 1 as sign, * from added'),
      format(put, 'select 1 as sign, * from added union all select -1, * from gone'),
      format(put, 'select -1 as sign, * from gone'),
      one.base,
      format(put, format('select 1 as sign, b.* from %I b where %I >= of_month and %2$I < of_month + interval ''1 month''',
        one.base, one.day)));
  end loop;
end $$;

-- All of it made anew, month by month.
create function fact_listing_fill() returns void language plpgsql as $$
declare
  m date;
begin
  delete from fact_listing;
  for m in select distinct date_trunc('month', biz_date)::date from fact_trade_daily loop
    perform fact_listing_trade_fill(m);
  end loop;
  for m in select distinct date_trunc('month', day)::date from sales_traffic where day is not null loop
    perform fact_listing_traffic_fill(m);
  end loop;
  for m in select distinct date_trunc('month', rpt_date)::date from fact_ad_listing loop
    perform fact_listing_ads_fill(m);
  end loop;
end $$;
select fact_listing_fill();

-- A month that is moved into a file goes with its part, and comes back into its part: the triggers of the whole see neither.
create function fact_listing_archived() returns trigger language plpgsql as $$
begin
  if coalesce(new.table_name, old.table_name) = 'fact_trade_daily' then
    perform fact_listing_trade_fill(coalesce(new.month, old.month));
  end if;
  return null;
end $$;
create constraint trigger fact_listing_archived after insert or delete on archived_month
  deferrable initially deferred for each row execute function fact_listing_archived();
