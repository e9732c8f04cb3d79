-- When the lines of advertising changes were answered; of those that were before, when they were sent.
do $$
begin
  if to_regclass('ad_change_line') is not null then
    alter table ad_change_line add column if not exists answer_time timestamptz;
    update ad_change_line l set answer_time = a.sent_time from ad_change a
    where a.id = l.ad_change_id and l.result = 'ok' and l.answer_time is null;
  end if;
end $$;
