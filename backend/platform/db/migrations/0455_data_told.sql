-- Of which day of a store's data somebody was told, once: it is missing, or its report failed twice in a row (the day
-- on which that began).
create table data_told (
  tenant_id bigint not null,
  store_id bigint not null,
  kind text not null,
  why text not null check (why in ('missing', 'failed')),
  day date not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, store_id, kind, why, day)
);
