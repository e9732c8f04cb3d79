-- The number on the page of a fault finds the calls of that request, and faults are counted by their kind. Both are
-- empty in what an older program writes.
alter table sys_log add column request_id text, add column fault text;
create index sys_log_request on sys_log (tenant_id, request_id) where request_id is not null;
create index sys_log_fault on sys_log (create_time) where fault is not null;
