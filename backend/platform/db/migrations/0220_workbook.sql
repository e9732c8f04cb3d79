-- Workbooks that bring a company's masters in (company.md 1.3): the file, how far it is and what came of it.
create table workbook_import (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  create_by bigint not null references sys_user (id),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  file_id bigint not null,
  file_name text not null,
  file_hash text not null,
  state text not null check (state in ('checking', 'refused', 'checked', 'committing', 'done', 'undoing',
    'undone', 'failed', 'cancelled')),
  begun boolean not null default false,
  cancelled boolean not null default false,
  message text,
  stage text,
  done int not null default 0,
  total int not null default 0,
  sheets jsonb not null default '[]',
  ignored jsonb not null default '[]',
  used jsonb not null default '[]',
  passwords text,
  commit_time timestamptz
);
create unique index workbook_import_running on workbook_import (tenant_id)
  where state in ('checking', 'committing', 'undoing');
create index workbook_import_newest on workbook_import (tenant_id, id desc);

-- What was read of a file that is not written yet: after a crash it is read again.
create unlogged table import_row (
  import_id bigint not null,
  sheet text not null,
  row_no int not null,
  key text not null,
  cells jsonb not null,
  primary key (import_id, sheet, row_no)
);
create index import_row_key on import_row (import_id, sheet, key);

create table import_fault (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  sheet text not null,
  row_no int not null,
  place int not null,
  value text not null,
  msg text not null,
  asks boolean not null default false
);
create index import_fault_of on import_fault (import_id, sheet, row_no);

create table import_change (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  sheet text not null,
  row_no int not null,
  place int not null,
  old_value text not null,
  new_value text not null
);
create index import_change_of on import_change (import_id);

-- What a workbook wrote, in its order, so that it can be taken back; `before` is null of what it made.
create table import_effect (
  id bigint generated always as identity primary key,
  import_id bigint not null references workbook_import (id),
  document text not null,
  row_id bigint not null,
  before jsonb,
  after jsonb
);
create index import_effect_of on import_effect (import_id, id desc);

-- A department is known by a code, people by whom they report to.
alter table sys_dept add column code text;
create unique index sys_dept_code on sys_dept (tenant_id, code) where del_flag = 0;
alter table sys_user add column superior_id bigint references sys_user (id);
