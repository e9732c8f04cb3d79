-- Rates of a published source: whether a tenant takes them, and what its people were told of them.
create function sys_param_rate_auto(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'rate_auto', '自动汇率', 'true', 'bool', null,
    '每个工作日取欧洲央行公布的汇率作为官方汇率；手工填写的汇率和自定汇率不变')
  on conflict do nothing
$$;
select sys_param_rate_auto(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_rate_auto() returns trigger language plpgsql as $$
begin
  perform sys_param_rate_auto(new.id);
  return null;
end $$;
create trigger sys_tenant_rate_auto after insert on sys_tenant
  for each row execute function sys_tenant_rate_auto();

-- jump: the rate of that day waits for a person; missing: none has come since that day.
create table rate_told (
  tenant_id bigint not null,
  currency text not null,
  kind text not null check (kind in ('jump', 'missing')),
  day date not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, currency, kind, day)
);
