-- How far a rate that people type may lie from the day's rate. What a company set as its tolerance of
-- payments stays the difference from which a reason is needed; the default of before does not.
create function sys_param_rate_defaults(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values
    (tenant, 'rate_warn_percent', '汇率偏差提醒', '2', 'number', '%', '填写的汇率与当日汇率相差达到此比例时提醒'),
    (tenant, 'rate_reason_percent', '汇率偏差须说明', '5', 'number', '%', '达到此比例时须填写说明，并有使用偏差汇率的权限'),
    (tenant, 'rate_refuse_percent', '汇率偏差上限', '30', 'number', '%', '达到此比例的汇率不能使用')
  on conflict do nothing;
  delete from sys_param where tenant_id = tenant and param_key = 'pay_rate_tolerance_percent';
$$;
update sys_param set param_key = 'rate_reason_percent', name = '汇率偏差须说明',
    remark = '达到此比例时须填写说明，并有使用偏差汇率的权限'
  where param_key = 'pay_rate_tolerance_percent' and del_flag = 0 and value::numeric <> 3;
select sys_param_rate_defaults(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_rate_params() returns trigger language plpgsql as $$
begin
  perform sys_param_rate_defaults(new.id);
  return null;
end $$;
create trigger sys_tenant_params_rate after insert on sys_tenant
  for each row execute function sys_tenant_rate_params();
