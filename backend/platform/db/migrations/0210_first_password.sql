-- A first password that somebody else knows (company.md 1.1): until when it signs in. Null once its owner chose another.
alter table sys_user add column first_password_until timestamptz;
