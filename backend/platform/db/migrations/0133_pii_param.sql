-- How long personal data of ended documents is kept.
create function sys_param_pii_defaults(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'pii_keep_days', '个人信息保留时间', '30', 'number', '天',
    '单据妥投、取消后到期，收件人信息和面单自动清除')
  on conflict do nothing
$$;
select sys_param_pii_defaults(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_pii_params() returns trigger language plpgsql as $$
begin
  perform sys_param_pii_defaults(new.id);
  return new;
end $$;
create trigger sys_tenant_pii_params after insert on sys_tenant
  for each row execute function sys_tenant_pii_params();
