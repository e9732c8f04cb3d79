-- Whether a tenant works yet (company.md 1.2): while it is set up masters, openings and drafts are written
-- and nothing else happens. Every tenant of before works. The day is planned in setup and kept when live.
alter table sys_tenant add column phase text not null default 'live' check (phase in ('setup', 'live'));
alter table sys_tenant add column go_live_date date;

-- What a posting may be dated: after the months that are closed, and not before the first day of work.
-- Two statements, so that the second one sees what was closed while the first one waited.
create function posting_days(tenant bigint, lock_key bigint, out until text, out since text)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(lock_key);
  select (select value from sys_param
      where tenant_id = tenant and param_key = 'month_close_until' and del_flag = 0),
    (select go_live_date::text from sys_tenant where id = tenant and phase = 'live')
    into until, since;
end $$;
drop function closed_until(bigint, bigint);
