-- Labels of packages as carriers and warehouses drew them, sealed: they show who gets what.
create table package_label (
  package_id bigint primary key,
  tenant_id bigint not null,
  pdf text not null,
  create_time timestamptz not null default now()
);
