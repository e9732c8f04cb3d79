-- Documents that a person wants at hand, below the search.
create table doc_star (
  tenant_id bigint not null,
  user_id bigint not null references sys_user (id),
  type text not null,
  row_id bigint not null,
  create_time timestamptz not null default now(),
  primary key (user_id, type, row_id)
);
