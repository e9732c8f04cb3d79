-- What people asked to be told of, and which rows they were told of on which day.
create table desk_alert (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  user_id bigint not null references sys_user (id),
  kind text not null,
  threshold numeric not null,
  channel text not null check (channel in ('now', 'daily')),
  digest_day date,
  create_time timestamptz not null default now(),
  unique (user_id, kind)
);
create table desk_alert_told (
  alert_id bigint not null references desk_alert (id) on delete cascade,
  row_id bigint not null,
  day date not null,
  primary key (alert_id, row_id, day)
);
