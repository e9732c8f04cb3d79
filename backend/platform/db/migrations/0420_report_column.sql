-- What a tenant's reports call a column besides the names that are known to the program (figures.md A.5): lower case,
-- with a dash for what is between words.
create table report_column (
  tenant_id bigint not null,
  report_kind text not null,
  said text not null check (said = lower(said)),
  column_name text not null,
  primary key (tenant_id, report_kind, said)
);
