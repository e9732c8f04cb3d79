-- A role may be bound to the warehouses that its holder manages or works in.
alter table sys_role drop constraint sys_role_ds_type_check,
  add constraint sys_role_ds_type_check check (ds_type in ('0', '1', '2', '3', '4', '5', '6'));
