-- What the platform makes of a listing's size, and what it will take for the delivery of a piece, when it says something
-- else than before (figures.md D.5).
create function fee_preview_change() returns trigger language plpgsql as $$
begin
  insert into listing_change (tenant_id, store_id, fact_sku, day, what, old_value, new_value)
  select new.tenant_id, new.store_id, new.msku, (now() at time zone coalesce(i.timezone, 'Asia/Shanghai'))::date,
    v.what, v.old_value, v.new_value
  from (values ('band', old.size_band, new.size_band), ('preview', old.fulfill_fee::text, new.fulfill_fee::text))
      v(what, old_value, new_value)
    left join store w on w.id = new.store_id left join site i on i.id = w.site_id
  where v.old_value <> v.new_value;
  return null;
end $$;
create trigger fee_preview_change after update on fee_preview for each row
  when (old.size_band is distinct from new.size_band or old.fulfill_fee is distinct from new.fulfill_fee)
  execute function fee_preview_change();
