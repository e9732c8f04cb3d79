-- How far the reports of a connection have been asked for, and when they are asked for again.
create table report_feed (
  connector_id bigint primary key,
  tenant_id bigint not null,
  listed_to timestamptz,
  next_run timestamptz not null default now(),
  attempts int not null default 0,
  error text,
  last_run timestamptz
);
