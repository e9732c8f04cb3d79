-- A view that is shared with a role alone. It stays "not shared" for a program that knows of everybody only.
alter table doc_view add column role_id bigint references sys_role (id);
create index doc_view_role_ix on doc_view (role_id) where role_id is not null;
