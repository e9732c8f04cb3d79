-- Unique indexes are named {table}_{column}: their names say which field a refusal is about.
alter index sys_role_code rename to sys_role_role_code;
alter index sys_role_name rename to sys_role_role_name;
alter index sys_dict_type rename to sys_dict_dict_type;
