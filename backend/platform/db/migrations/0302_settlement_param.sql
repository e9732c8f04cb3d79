-- A settlement in which there is nothing to decide is posted as soon as it is read.
create function sys_param_settlement(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'settlement_auto_post', '结算单自动过账', 'true', 'bool', null,
    '没有未归类、未映射，明细与总额一致，费用差异不超过1%的结算单，读取后自动核对并过账')
  on conflict do nothing
$$;
select sys_param_settlement(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_settlement() returns trigger language plpgsql as $$
begin
  perform sys_param_settlement(new.id);
  return null;
end $$;
create trigger sys_tenant_params_settlement after insert on sys_tenant
  for each row execute function sys_tenant_settlement();
