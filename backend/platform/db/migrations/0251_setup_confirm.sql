-- What somebody has looked through and found right while a company is set up (company.md 1.2): as it was
-- then. Whatever changes it asks for another look.
set local check_function_bodies = off; -- a new database has no documents yet

create table setup_confirm (
  tenant_id bigint not null,
  key text not null,
  digest text not null,
  create_by bigint not null references sys_user (id),
  create_time timestamptz not null default now(),
  primary key (tenant_id, key)
);

-- Who has which role, and what each role sees, in one mark.
create function role_matrix_digest(tenant bigint) returns text language sql stable as $$
  select md5(coalesce(string_agg(concat_ws('/', u.id, u.dept_id, u.lock_flag, u.group_ids, r.id, r.ds_type, r.ds_scope),
    '|' order by u.id, r.id), ''))
  from sys_user u left join sys_user_role ur on ur.user_id = u.id
    left join sys_role r on r.id = ur.role_id and r.del_flag = 0
  where u.tenant_id = tenant and u.del_flag = 0
$$;
