-- How often a sheet of a document was printed.
create table doc_print (
  tenant_id bigint not null default 1,
  biz_type text not null,
  biz_id bigint not null,
  sheet text not null,
  n int not null,
  primary key (tenant_id, biz_type, biz_id, sheet)
);
