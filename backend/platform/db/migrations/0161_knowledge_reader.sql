-- Who has looked at an article of the knowledge base, liked it, and said that it is read.
create table knowledge_reader (
  tenant_id bigint not null,
  knowledge_id bigint not null,
  user_id bigint not null,
  views int not null default 1,
  viewed_at timestamptz not null default now(),
  liked boolean not null default false,
  read_version int,
  read_at timestamptz,
  primary key (knowledge_id, user_id)
);
