-- How far the messages of buyers are read, by connection.
create table cs_inbox (
  connector_id bigint primary key,
  tenant_id bigint not null,
  read_to timestamptz,
  last_read timestamptz,
  last_error text
);
