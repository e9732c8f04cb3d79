-- How the replenishment is reckoned.
create function sys_param_replenish_defaults(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values
    (tenant, 'replenish_weight_7', '补货：近7天销量权重', '50', 'number', '%', '预测日销按三段日均加权'),
    (tenant, 'replenish_weight_30', '补货：近30天销量权重', '30', 'number', '%', '预测日销按三段日均加权'),
    (tenant, 'replenish_weight_90', '补货：近90天销量权重', '20', 'number', '%', '预测日销按三段日均加权'),
    (tenant, 'replenish_lead_days', '补货：默认采购交期', '20', 'number', '天', 'SKU与供应商都没有交期时使用'),
    (tenant, 'replenish_safety_days', '补货：安全天数', '14', 'number', '天', '到货时还应能卖的天数'),
    (tenant, 'replenish_cover_days', '补货：备货天数', '30', 'number', '天', '一次补货在安全天数之外卖多久'),
    (tenant, 'replenish_review_days', '补货：提前建议', '7', 'number', '天', '最晚下单日在这些天内的列为该订'),
    (tenant, 'replenish_mode', '补货：默认运输方式', 'sea', 'text', null, 'sea 海运、seaExpress 快船、air 空运、rail 铁运、truck 卡航、express 快递'),
    (tenant, 'replenish_days_sea', '补货：海运天数', '35', 'number', '天', '从国内仓到海外仓或FBA上架'),
    (tenant, 'replenish_days_sea_express', '补货：快船天数', '25', 'number', '天', '从国内仓到海外仓或FBA上架'),
    (tenant, 'replenish_days_air', '补货：空运天数', '10', 'number', '天', '从国内仓到海外仓或FBA上架'),
    (tenant, 'replenish_days_rail', '补货：铁运天数', '25', 'number', '天', '从国内仓到海外仓或FBA上架'),
    (tenant, 'replenish_days_truck', '补货：卡航天数', '20', 'number', '天', '从国内仓到海外仓或FBA上架'),
    (tenant, 'replenish_days_express', '补货：快递天数', '6', 'number', '天', '从国内仓到海外仓或FBA上架')
  on conflict do nothing
$$;
select sys_param_replenish_defaults(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_replenish_params() returns trigger language plpgsql as $$
begin
  perform sys_param_replenish_defaults(new.id);
  return null;
end $$;
create trigger sys_tenant_params_replenish after insert on sys_tenant
  for each row execute function sys_tenant_replenish_params();
