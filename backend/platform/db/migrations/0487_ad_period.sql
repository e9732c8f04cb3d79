-- When the period began that a change is of: of a daypart, and of the pacing of budgets too.
do $$
begin
  if exists (select from pg_attribute where attrelid = to_regclass('ad_change') and attname = 'daypart_from'
      and not attisdropped) then
    alter table ad_change rename column daypart_from to period_from;
  end if;
end $$;
