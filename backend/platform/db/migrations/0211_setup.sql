-- Steps of 开始使用 that a company does without, and why (company.md 1.2). How far a step is nobody writes down.
create table setup_skip (
  tenant_id bigint not null,
  key text not null,
  reason text not null,
  create_by bigint not null references sys_user (id),
  create_time timestamptz not null default now(),
  primary key (tenant_id, key)
);
