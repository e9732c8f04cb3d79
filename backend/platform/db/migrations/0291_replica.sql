-- Copies of the program that serve this database: each writes its row some times a minute.
create table replica (
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
