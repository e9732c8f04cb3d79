-- The last day of the months that are closed, for a posting: whoever asks keeps the months as they are
-- until the transaction ends. Two statements, so that the second one sees what was closed while the first
-- one waited.
create function closed_until(tenant bigint, lock_key bigint) returns text language plpgsql as $$
declare
  until text;
begin
  perform pg_advisory_xact_lock_shared(lock_key);
  select value into until from sys_param
    where tenant_id = tenant and param_key = 'month_close_until' and del_flag = 0;
  return until;
end $$;

-- What was posted in a month, and the first month in which anything was.
create index ap_entry_day_ix on ap_entry (tenant_id, biz_date);
create index stock_move_day_ix on stock_move (tenant_id, biz_date);

-- What the nightly check of the ledgers found last.
create table ledger_check (
  tenant_id bigint primary key,
  check_time timestamptz not null default now(),
  faults jsonb not null default '[]'
);
