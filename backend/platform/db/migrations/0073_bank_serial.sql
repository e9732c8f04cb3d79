-- Serial numbers of transfers: one is used once per account of ours, whatever document it paid.
create table bank_serial (
  tenant_id bigint not null default 1,
  payer_account_id bigint not null,
  serial_no text not null,
  biz_document text not null,
  biz_id bigint not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, payer_account_id, serial_no)
);
