-- Pictures of many SKUs at once (company.md 1.3): an archive whose files are called by SKU codes …
create table picture_load (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  create_by bigint not null references sys_user (id),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  file_id bigint not null,
  file_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  message text,
  total int not null default 0,
  done int not null default 0,
  added int not null default 0,
  same int not null default 0
);
create index picture_load_newest on picture_load (tenant_id, id desc);
create index picture_load_waiting on picture_load (id) where state = 'waiting';

create table picture_miss (
  id bigint generated always as identity primary key,
  load_id bigint not null references picture_load (id),
  name text not null,
  msg text not null
);
create index picture_miss_of on picture_miss (load_id, id);

-- … and addresses in a workbook, fetched after it is in. A row of the sheet is one SKU.
create table picture_fetch (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  create_by bigint not null references sys_user (id),
  import_id bigint not null references workbook_import (id),
  row_no int not null,
  sku_id bigint not null,
  at int not null,
  url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries int not null default 0,
  next_run timestamptz not null default now(),
  file_id bigint,
  update_time timestamptz not null default now()
);
create index picture_fetch_due on picture_fetch (next_run, id) where state = 'waiting';
create index picture_fetch_of on picture_fetch (sku_id, import_id);
