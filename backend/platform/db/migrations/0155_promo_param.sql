-- Whether the tenant records evaluations and promotions at all (market.md 14).
create function sys_param_promo_defaults(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'promo_evaluation_enabled', '启用推广管理', 'true', 'bool', null,
    '关闭后推广管理的菜单、页面和接口全部停用，已有数据保留')
  on conflict do nothing
$$;
select sys_param_promo_defaults(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_promo_params() returns trigger language plpgsql as $$
begin
  perform sys_param_promo_defaults(new.id);
  return new;
end $$;
create trigger sys_tenant_promo_params after insert on sys_tenant
  for each row execute function sys_tenant_promo_params();
