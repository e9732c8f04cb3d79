-- Days of a demonstration bear the keys of the reports that tell of them, which then take their place.
-- Of a new database neither they nor their columns are there yet.
do $$
begin
  if exists (select 1 from pg_attribute where attrelid = to_regclass('sales_traffic') and attname = 'row_key')
    and exists (select 1 from pg_attribute where attrelid = to_regclass('fba_stock') and attname = 'row_key') then
    delete from sales_traffic t where t.report_file_id is null and t.row_key = concat_ws('/', t.store_id, t.day, t.msku)
      and exists (select 1 from sales_traffic r where r.tenant_id = t.tenant_id and r.del_flag = 0
        and r.row_key = concat_ws('/', t.store_id, t.day, 'sku', lower(t.msku)));
    update sales_traffic set row_key = concat_ws('/', store_id, day, 'sku', lower(msku)), report_time = day + interval '1 day'
    where report_file_id is null and row_key = concat_ws('/', store_id, day, msku);
    delete from fba_stock t where t.report_file_id is null and t.row_key = concat_ws('/', t.store_id, t.day, t.msku)
      and exists (select 1 from fba_stock r where r.tenant_id = t.tenant_id and r.del_flag = 0 and r.id <> t.id
        and r.row_key = concat_ws('/', t.store_id, t.day, lower(t.msku)));
    update fba_stock set row_key = concat_ws('/', store_id, day, lower(msku)), report_time = day
    where report_file_id is null and row_key = concat_ws('/', store_id, day, msku);
  end if;
end $$;
