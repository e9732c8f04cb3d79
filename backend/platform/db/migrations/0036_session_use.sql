-- A session ends some time after its last use.
alter table sys_token_family add column used_time timestamptz not null default now();
