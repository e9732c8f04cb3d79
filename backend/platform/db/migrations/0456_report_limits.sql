-- Calls that a connection may make of an operation of its platform (figures.md A.1), shared by all copies of the
-- program: tokens come by themselves up to a burst, each call takes one.
create table call_quota (
  connector_id bigint not null,
  tenant_id bigint not null,
  operation text not null,
  tokens double precision not null,
  per_second double precision not null check (per_second > 0),
  burst double precision not null,
  at timestamptz not null default now(),
  -- The platform said that it is not to be asked before.
  until timestamptz,
  primary key (connector_id, operation)
);

-- Months for which the files of reports are kept; what was read of them stays.
create function sys_param_report_files(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'report_file_months', '报告原文件保存期', '25', 'number', '月',
    '超过后删除报告文件的原文件，读入的数据和记录保留；不少于13个月')
  on conflict do nothing
$$;
select sys_param_report_files(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_report_files() returns trigger language plpgsql as $$
begin
  perform sys_param_report_files(new.id);
  return null;
end $$;
create trigger sys_tenant_params_report_files after insert on sys_tenant
  for each row execute function sys_tenant_report_files();

-- Why a file is there no more, where it was not a person who removed it.
alter table sys_file add column gone_why text;
