-- How long logs and unused uploads are kept, and how many.
create function sys_param_keep_defaults(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values
    (tenant, 'log_keep_days', '操作日志保留时间', '180', 'number', '天', '更早的操作日志自动清理；单据的操作记录一直保留'),
    (tenant, 'log_keep_rows', '操作日志最多条数', '1000000', 'number', '条', '超出时先清理最早的'),
    (tenant, 'error_log_keep_days', '前端日志保留时间', '90', 'number', '天', '更早的前端日志自动清理'),
    (tenant, 'error_log_keep_rows', '前端日志最多条数', '100000', 'number', '条', '超出时先清理最早的'),
    (tenant, 'visit_keep_days', '访问记录保留时间', '180', 'number', '天', '更早的页面访问记录自动清理'),
    (tenant, 'visit_keep_rows', '访问记录最多条数', '1000000', 'number', '条', '超出时先清理最早的'),
    (tenant, 'orphan_file_days', '未使用文件保留时间', '7', 'number', '天', '上传后没有用在单据中的文件，到期自动清理'),
    (tenant, 'orphan_file_mb', '未使用文件每人上限', '500', 'number', 'MB', '达到后须等文件用在单据中或被清理，才能继续上传')
  on conflict do nothing
$$;
select sys_param_keep_defaults(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_keep_params() returns trigger language plpgsql as $$
begin
  perform sys_param_keep_defaults(new.id);
  return null;
end $$;
create trigger sys_tenant_params_keep after insert on sys_tenant
  for each row execute function sys_tenant_keep_params();

create index sys_visit_tenant on sys_visit (tenant_id, create_time desc, id desc);
create index sys_file_orphan on sys_file (tenant_id, create_by)
  where del_flag = 0 and biz_id is null;
