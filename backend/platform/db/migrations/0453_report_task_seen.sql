-- What is asked of platforms is seen, asked for anew and called off (figures.md A.1). Its states are checked by its
-- declaration from here on. What a person asks for is of no day of the plan, which asks for its own all the same.
alter table report_task
  drop constraint report_task_state_check,
  alter column asked_day drop not null,
  add column asked_by text not null default 'job';
alter table ad_report
  drop constraint ad_report_state_check,
  add column asked_by text not null default 'job';
-- Two people who ask at once ask for one.
create unique index report_task_person_ux on report_task (connector_id, kind, start_date, end_date)
  where asked_by = 'person' and state in ('due', 'waiting', 'downloading');
create unique index ad_report_person_ux on ad_report (connector_id, report_type, start_date, end_date)
  where asked_by = 'person' and state in ('due', 'waiting');
