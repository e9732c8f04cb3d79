-- The day that an amount is about, where its month was closed when it came and it counts on another (figures.md
-- C.3). Null: it is about the day on which it counts.
alter table fact_source add column ref_date date;

do $$
declare
  t text;
begin
  foreach t in array array['fact_trade_daily', 'fact_trade_month', 'etl_stage_trade'] loop
    execute format('alter table %I add column reimburse_amt numeric(20, 4) not null default 0, add column stock_loss numeric(20, 4) not null default 0, add column estimated_fee numeric(20, 4) not null default 0', t);
  end loop;
end $$;
