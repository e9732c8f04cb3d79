-- What a freight template said at each of its versions: quotations name the version that they were made of.
create table freight_template_version (
  tenant_id bigint not null,
  template_id bigint not null,
  template_version int not null,
  terms jsonb not null,
  create_by bigint,
  create_time timestamptz not null default now(),
  primary key (template_id, template_version)
);
