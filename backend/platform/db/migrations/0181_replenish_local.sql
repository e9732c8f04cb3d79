-- How long goods take from a warehouse abroad into the platform's.
create function sys_param_replenish_local(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'replenish_days_local', '补货：海外仓到FBA天数', '7', 'number', '天', '同一站点内，从海外仓调到FBA上架')
  on conflict do nothing
$$;
select sys_param_replenish_local(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_replenish_local() returns trigger language plpgsql as $$
begin
  perform sys_param_replenish_local(new.id);
  return null;
end $$;
create trigger sys_tenant_params_replenish_local after insert on sys_tenant
  for each row execute function sys_tenant_replenish_local();
