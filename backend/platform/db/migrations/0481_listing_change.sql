-- What the platform changed of a listing, as one report after another says it (figures.md D.5).
create table listing_change (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  store_id bigint not null,
  fact_sku text not null,
  day date not null,
  what text not null,
  old_value text,
  new_value text
);
create index on listing_change (store_id, fact_sku, day);

create function listing_change_keep() returns trigger language plpgsql as $$
begin
  if new.fact_sku = '*' then return null; end if;
  insert into listing_change (tenant_id, store_id, fact_sku, day, what, old_value, new_value)
  select new.tenant_id, new.store_id, new.fact_sku,
    -- What the newest report names no longer keeps the time of the last one that did.
    (case when new.state = 'gone' then now() else coalesce(new.report_time, now()) end at time zone coalesce(i.timezone, 'Asia/Shanghai'))::date, v.what, v.old_value, v.new_value
  from (values ('price', old.price::text, new.price::text), ('state', old.state, new.state),
      ('title', old.title, new.title)) v(what, old_value, new_value)
    left join store w on w.id = new.store_id left join site i on i.id = w.site_id
  where v.old_value is distinct from v.new_value;
  return null;
end $$;
create trigger listing_change_keep after update on store_listing for each row execute function listing_change_keep();

-- What the last settlement took for the delivery of a piece, beside what the platform expects.
alter table fee_preview add column settled_fee numeric(18, 4), add column settled_day date;
