-- 加签: a row that tells who asked whom for a further decision, beside the task of that person.
alter table act_task drop constraint act_task_status_check;
alter table act_task add constraint act_task_status_check
  check (status in ('waiting', 'todo', 'approved', 'rejected', 'transferred', 'added', 'skipped', 'cancelled'));
