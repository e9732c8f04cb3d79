-- The lock of a session belongs to its token family, so that every replica and every cookie meets it.
alter table sys_token_family
  add column lock_hash text,
  add column locked boolean not null default false,
  add column lock_failures int not null default 0,
  add check (not locked or lock_hash is not null);
