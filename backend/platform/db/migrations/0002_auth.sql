-- Sign-in: token families, captcha, SMS codes, external identities, throttling, page visits.

-- Set together with lock_flag '9' when wrong passwords locked the account; null = locked by a person.
alter table sys_user add column lock_until timestamptz;

create function sys_user_unlocked() returns trigger language plpgsql as $$
begin
  new.lock_until := null;
  return new;
end $$;
create trigger sys_user_unlocked before update of lock_flag on sys_user
  for each row when (new.lock_flag = '0') execute function sys_user_unlocked();

-- One sign-in with everything refreshed from it.
create table sys_token_family (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  user_id bigint not null references sys_user (id) on delete cascade,
  client_id text not null,
  scope text not null,
  login_type text not null check (login_type in ('password', 'sms', 'social')),
  remote_addr text not null,
  user_agent text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  revoke_time timestamptz
);
create index sys_token_family_user on sys_token_family (user_id) where revoke_time is null;
create index sys_token_family_expire on sys_token_family (expire_time);

-- hash = sha256 of the token. A used refresh token keeps the salt from which, together with the
-- token itself, its successors are derived: the same pair can be answered again, nothing plain is stored.
create table sys_token (
  hash bytea primary key,
  family_id bigint not null references sys_token_family (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expire_time timestamptz not null,
  used_time timestamptz,
  salt bytea,
  check ((used_time is null) = (salt is null))
);
create index sys_token_family_id on sys_token (family_id);

create table sys_captcha (
  random_str text primary key,
  answer text not null,
  expire_time timestamptz not null
);
create index sys_captcha_expire on sys_captcha (expire_time);

create table sys_sms_code (
  tenant_id bigint not null,
  mobile text not null,
  salt bytea not null,
  code_hash bytea not null,
  tries int not null default 0,
  expire_time timestamptz not null,
  primary key (tenant_id, mobile)
);

create table sys_social_binding (
  id bigint generated always as identity primary key,
  tenant_id bigint not null default 1,
  type text not null check (type in ('WX', 'OA', 'FEISHU')),
  open_id text not null,
  user_id bigint not null references sys_user (id) on delete cascade,
  create_time timestamptz not null default now(),
  unique (tenant_id, type, open_id),
  unique (type, user_id)
);

-- Shape given by rate-limiter-flexible; expire in ms since 1970.
create table sys_rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table sys_visit (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  user_id bigint not null references sys_user (id) on delete cascade,
  path text not null,
  title text,
  remote_addr text not null,
  create_time timestamptz not null default now()
);
create index sys_visit_user on sys_visit (user_id, create_time);
create index sys_visit_time on sys_visit (create_time);
