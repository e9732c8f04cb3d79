-- What an order rule said at each of its versions: the log of a run names the version that it looked at.
create table order_rule_version (
  tenant_id bigint not null,
  rule_id bigint not null,
  rule_version int not null,
  body jsonb not null,
  create_by bigint,
  create_time timestamptz not null default now(),
  primary key (rule_id, rule_version)
);
